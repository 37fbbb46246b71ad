/* SPDX-License-Identifier: Apache-2.0 */
/* Pictures as the input of a model: a folder with a folder of PNG and JPEG files for each class. */
#ifndef TENON_TRAIN_PICTURES_H
#define TENON_TRAIN_PICTURES_H

#include "train/table.h"

/* Bytes of a picture, from the top left, channels side by side. */
typedef struct {
    uint32_t width, height, channels; /* 1 or 3 */
    uint8_t *bytes;
} Picture;

/* Of a PNG or JPEG file's bytes, with so many channels. What they declare is bounded before memory
 * is taken. The decoders are libraries that are opened with the first picture. False after a
 * report. */
bool picture_decode(Arena *arena, const char *path, Str bytes, uint32_t channels, Picture *out);

/* A picture in other extents: each of its pixels is a mean of those that it covers, weighted by
 * distance (a triangle). */
typedef struct {
    uint32_t width, height;
    bool crops; /* what is beyond these proportions is cut off, as much on both sides */
    bool last;  /* channels are the last dim of the result, not the first */
    const double *shift, *scale; /* by channel: v becomes (v - shift) / scale */
} PictureFit;
void picture_fit(Arena *scratch, const Picture *self, const PictureFit *fit, float *out);

/* The rows of a folder of pictures as the model takes them: a column for the input, and one of
 * classes. In the arena; *made is the recipe. NULL after a report. */
TrainSource *train_pictures_view(Arena *arena, const TrainSource *folder, const TrainWants *wants,
                                 TrainRecipe *made);

#endif
