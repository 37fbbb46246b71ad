/* SPDX-License-Identifier: Apache-2.0 */
/* Hard mode: a build that makes rare things common. Tiny first capacities, every arena allocation
 * in a chunk of its own, freed memory poisoned, the verifier after every stage. */
#ifndef TENON_BASE_HARD_H
#define TENON_BASE_HARD_H

#ifdef TENON_HARD
#define HARD_MODE 1
#else
#define HARD_MODE 0
#endif

#define HARD_POISON 0xA5

/* A first capacity: `normal`, or 1 in hard mode so that every table grows at once. */
#define HARD_CAPACITY(normal) (HARD_MODE ? 1 : (normal))

#endif
