// The tracker's arithmetic behind a C ABI: resampling, gradient histograms, correlation filters, template matching.
#ifndef AIRDRAW_CCORRELATION_H
#define AIRDRAW_CCORRELATION_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A picture borrowed for one call: 1 (grey) or 3 (blue, green, red) bytes a pixel, at least 8 × 8 pixels.
typedef struct {
  const uint8_t *_Nullable data;
  int32_t width;
  int32_t height;
  int32_t channels;
  size_t bytes_per_row;
} aircorr_image;

/// Where a target is: its centre (the top-left pixel's centre is 0, 0) and its size, in pixels.
typedef struct {
  double x;
  double y;
  double width;
  double height;
} aircorr_place;

/// How a core works; all lengths in pixels of the canonical patch or in its cells of 4 × 4 pixels.
typedef struct {
  /// Cells along a side of the search window: 16 or 32.
  int32_t cells;
  /// Margin around the target, as a multiple of its mean side, both sides together.
  double padding;
  /// Standard deviation of the wished response, as a share of the target's mean side.
  double label_sigma;
  /// Regularisation of the correlation filter.
  double regularisation;
  /// Weight of the colour response, 0…1.
  double colour_weight;
  /// How much of what lies around the target is learnt as its look, 0…1.
  double mask_floor;
  /// How much the colours decide what of the box is the target, 0…1.
  double mask_colour;
} aircorr_settings;

/// What the filters answer on one search window.
typedef struct {
  /// Displacement of the target from the window's centre, in pixels of the picture.
  double dx;
  double dy;
  /// Height of the merged response at its peak.
  double peak;
  /// Height of the correlation response alone at the peak.
  double correlation;
  /// Height of the response of the filter as it was at the seed, at the peak or one cell beside it.
  double anchor;
  /// Normalized correlation of the features in the target's box alone with the kept ones, the better of those from the
  /// seed and those that follow, −1…1.
  double agreement;
  /// Height of the colour response alone at the peak.
  double colour;
  /// The highest response outside the peak's surroundings as a share of the peak.
  double second;
  /// Average peak-to-correlation energy of the correlation response.
  double apce;
} aircorr_response;

/// The looks of a target that are kept.
typedef enum {
  /// The look at the seed, never changed.
  AIRCORR_FROZEN = 0,
  /// The look that follows the target slowly.
  AIRCORR_ADAPTIVE = 1,
  /// The look of a detail at the seed, never changed.
  AIRCORR_DETAIL = 2,
} aircorr_template;

/// How a template agrees with the picture.
typedef struct {
  /// Displacement found by the alignment, in pixels of the picture; 0 where it failed.
  double dx;
  double dy;
  /// Normalized correlation after a shift alone, −1…1.
  double score;
} aircorr_match;

/// Filters, histograms and templates of one target, with all the memory they will ever need.
typedef struct aircorr_core aircorr_core;

/// Makes a core, or null when there is no memory for it.
aircorr_core *_Nullable aircorr_create(aircorr_settings settings);
/// Makes an independent copy of a core, or null when there is no memory for it.
aircorr_core *_Nullable aircorr_copy(const aircorr_core *_Nonnull core);
/// Frees a core.
void aircorr_destroy(aircorr_core *_Nullable core);

/// Forgets everything and learns the target at `place`.
void aircorr_seed(aircorr_core *_Nonnull core, aircorr_image image, aircorr_place place);
/// Learns the look of a detail of the target.
void aircorr_seed_detail(aircorr_core *_Nonnull core, aircorr_image image, aircorr_place place);
/// Looks for the target around `place`.
aircorr_response aircorr_respond(aircorr_core *_Nonnull core, aircorr_image image, aircorr_place place);
/// Aligns a template with the picture around `place`, to a fraction of a pixel.
aircorr_match aircorr_align(
    aircorr_core *_Nonnull core, aircorr_image image, aircorr_place place, aircorr_template which);
/// How much of the present look goes into each part of the model, 0…1; a part with rate 0 is left alone.
typedef struct {
  double filter;
  double colour;
  double scale;
  double look;
} aircorr_rates;

/// Blends the target's present look into the model.
///
/// Returns the factor by which the target has grown against `place`, measured before learning (1 without a scale rate).
double aircorr_learn(
    aircorr_core *_Nonnull core, aircorr_image image, aircorr_place place, aircorr_rates rates);

/// A place found by the pattern search and its normalized correlation, −1…1.
typedef struct {
  aircorr_place place;
  double score;
} aircorr_candidate;

/// Looks for the templates in the region of `radius` pixels around `place` (the whole picture when it covers it), at
/// the sizes of `place` times each of `factors`, on a reduced picture.
///
/// Writes the best `capacity` places at most, best first, into `found`; no two of them overlap by much.
/// Returns their number. The work is bounded whatever the picture's size.
int32_t aircorr_search(
    aircorr_core *_Nonnull core, aircorr_image image, aircorr_place place, double radius,
    const double *_Nonnull factors, int32_t factor_count, aircorr_candidate *_Nonnull found, int32_t capacity);

/// The colours of one hand, and the memory to find its fingertips by its outline.
typedef struct aircorr_silhouette aircorr_silhouette;

/// The end of a finger, or of any thing as slender.
typedef struct {
  /// The middle of the tip, half a width behind its outermost point, in pixels.
  double x;
  double y;
  /// The finger's width in pixels.
  double width;
  /// From the tip into the finger, as an angle from x towards y.
  double direction;
  /// How well its shape is that of a finger's end, 0…1.
  double score;
  /// The share of its surroundings that lies beyond the picture, 0…1: there its end was not seen.
  double unseen;
} aircorr_tip;

/// Makes a silhouette, or null when there is no memory for it.
aircorr_silhouette *_Nullable aircorr_silhouette_create(void);
/// Makes an independent copy, or null when there is no memory for it.
aircorr_silhouette *_Nullable aircorr_silhouette_copy(const aircorr_silhouette *_Nonnull silhouette);
/// Frees a silhouette.
void aircorr_silhouette_destroy(aircorr_silhouette *_Nullable silhouette);
/// What a seed shows of a finger.
typedef struct {
  aircorr_tip tip;
  /// Distance from the tip to the farthest part of what it is the tip of, as far as one looked, in widths.
  double reach;
  /// The share of that which lies in the seed's box.
  double share_in_box;
} aircorr_finger;
/// Parts the finger at or beside the middle of a box from what lies around it and learns its colours.
///
/// Returns 1 and writes what was found when there is something as slender, else 0.
int32_t aircorr_silhouette_seed(
    aircorr_silhouette *_Nonnull silhouette, aircorr_image image, aircorr_place place,
    aircorr_finger *_Nonnull found);
/// Finds the tips of about `width` pixels within `radius` pixels around a point by the colours learnt.
///
/// Writes `capacity` tips at most, best first, and returns their number. The work is bounded whatever the radius.
int32_t aircorr_silhouette_find(
    aircorr_silhouette *_Nonnull silhouette, aircorr_image image, double x, double y, double width, double radius,
    aircorr_tip *_Nonnull found, int32_t capacity);
/// The mean chance that what lies within `radius` pixels around a point is the hand's, in the part of the picture where
/// tips were looked for last; 0 outside of it.
double aircorr_silhouette_chance(
    const aircorr_silhouette *_Nonnull silhouette, double x, double y, double radius);
/// The chance that each cell is the hand's, in the part of the picture where tips were looked for last.
typedef struct {
  /// By rows; valid until the silhouette is used again. Null where nothing was looked for.
  const float *_Nullable chances;
  int32_t columns;
  int32_t rows;
  /// The middle of the first cell, and the side of each, in pixels.
  double x;
  double y;
  double cell;
} aircorr_chances;
/// The cells where tips were looked for last.
aircorr_chances aircorr_silhouette_chances(const aircorr_silhouette *_Nonnull silhouette);
/// Blends the colours of the finger and of what lies around it, in the part of the picture where tips were looked for
/// last, into those learnt.
void aircorr_silhouette_learn(aircorr_silhouette *_Nonnull silhouette, aircorr_tip tip, double rate);

#ifdef __cplusplus
}
#endif

#endif
