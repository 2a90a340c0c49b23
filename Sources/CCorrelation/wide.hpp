// Compiles a function twice, for AVX2 with fused multiply-add and for any machine; the loader picks one at start.
#ifndef AIRDRAW_CCORRELATION_WIDE_HPP
#define AIRDRAW_CCORRELATION_WIDE_HPP

#if defined(__x86_64__) && defined(__linux__)
#define AIRCORR_WIDE __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define AIRCORR_WIDE
#endif

#define AIRCORR_INLINE inline __attribute__((always_inline))

#endif
