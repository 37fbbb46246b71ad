/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that oneDNN requests while it executes a primitive, for its list of arguments: some
 * hundred bytes, of rooms that are there beforehand. So a run asks the heap for nothing. */
#ifndef TENON_BACKEND_ONEDNN_MEMORY_H
#define TENON_BACKEND_ONEDNN_MEMORY_H

/* Of the library that was opened. Where it cannot be led, or tells what it does (ONEDNN_VERBOSE),
 * it asks the heap as ever. */
void onednn_memory_open(void *library);

/* In between what this thread requests by oneDNN comes from a room, as long as there is one. */
void onednn_memory_begin(void);
void onednn_memory_end(void);

#endif
