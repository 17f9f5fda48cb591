#pragma once
// What the documents say about this area (properties/core/coverage.hpp).

#include <array>

#include "properties/core/coverage.hpp"

namespace ringcheck {

inline constexpr std::array kWakeupCoverage = {
    Coverage{.place = "1.3.3",
             .mechanism = "perf sleeps on the wait queue of events, not of the buffer",
             .specified = "protocol/wakeup/perf_wakeup.hpp, protocol/ring/perf_handle.hpp",
             .judged = "I-16, perf-wakeup",
             .mutants = "K-09b, K-09a, K-09c"},
    Coverage{.place = "1.3.4",
             .mechanism = "ring_buffer_wakeup walks all events of the buffer",
             .specified = "protocol/wakeup/perf_wakeup.hpp, protocol/wakeup/perf_sigio.hpp",
             .judged = "I-16, I-17, I-41, I-122, perf-wakeup, perf-wakeup-moved, perf-poll-shared, "
                       "perf-sigio, perf-sigio-watermark",
             .mutants = "K-01, K-01x, K-01y, K-07b, K-11a, K-11b, K-12a, K-12b, K-12c, K-16a, "
                        "K-16b"},
    Coverage{.place = "2.2.1",
             .mechanism = "the watermark: no wakeup before it is exceeded",
             .specified = "protocol/wakeup/perf_wakeup.hpp, protocol/ring/perf_output.hpp",
             .judged = "I-42, I-16, I-17, perf-wakeup, perf-wakeup-rate, perf-wakeup-full",
             .mutants = "K-10, K-05a, K-05b, K-06a, K-06b, K-08"},
    Coverage{.place = "2.2.2",
             .mechanism = "wakeup_events: a wakeup each so many samples",
             .specified = "protocol/ring/perf_output.hpp, protocol/wakeup/perf_wakeup.hpp",
             .judged = "I-42, I-16, perf-wakeup-rate, wakeup-counts",
             .mutants = "K-08y, K-08x, K-08z, K-14"},
};

}  // namespace ringcheck
