// For readers in C++.
#include "ringcheck/reader/perf_ring.h"
