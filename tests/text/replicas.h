/* SPDX-License-Identifier: Apache-2.0 */
/* --check-replicas, where what ranks hold alike does differ (a part of tenon-test ranks). */
#ifndef TENON_TESTS_REPLICAS_H
#define TENON_TESTS_REPLICAS_H

void replicas_differ(unsigned *passed, unsigned *failed);

#endif
