// OpenCV's own reader of its file format.
#ifndef AIRDRAW_CVISION_STORAGE_H
#define AIRDRAW_CVISION_STORAGE_H

#include "CVision.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Reads text in the form of OpenCV's FileStorage (YAML, XML or JSON) and hands it out as JSON: maps as objects,
/// sequences as arrays, matrices as objects with `rows`, `cols`, `dt` and `data`. `take` is called once, when all went
/// well, with text that lives for the call.
airvision_status airvision_storage_json(
    const char *_Nonnull text, void *_Nullable context,
    void (*_Nonnull take)(void *_Nullable context, const char *_Nonnull json, size_t length));

#ifdef __cplusplus
}
#endif

#endif
