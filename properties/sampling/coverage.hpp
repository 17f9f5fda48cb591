#pragma once
// What the documents say about this area (properties/core/coverage.hpp).

#include <array>

#include "properties/core/coverage.hpp"

namespace ringcheck {

inline constexpr std::array kSamplingCoverage = {
    Coverage{
        .place = "1.3.2",
        .mechanism =
            "occasions for samples: counter overflows, scheduling, kprobes, uprobes, tracepoints",
        .specified = "protocol/sampling/sample_source.hpp",
        .judged = "I-67, I-08, sample-sources",
        .mutants = "X-03a, X-03b, X-03c, X-03d, X-03e"},
    Coverage{.place = "1.3.6",
             .mechanism = "__perf_event_output under RCU, which protects the callchain",
             .specified = "protocol/sampling/callchain.hpp",
             .judged = "I-39, I-123, callchain-buffers",
             .mutants = "X-04a, X-04b, X-04c, X-04d, X-04e, X-04f"},
    Coverage{.place = "5.2.1",
             .mechanism = "PEBS: a memory buffer of its own, rewritten into SAMPLE records",
             .specified = "protocol/sampling/pebs.hpp, protocol/sampling/pebs_sizes.hpp, "
                          "protocol/sampling/lost_samples.hpp",
             .judged = "I-65, pebs, pebs-sizes",
             .mutants = "X-01a, X-01b, X-01c, X-01d, X-01e, X-01f, X-01g, X-01h"},
    Coverage{.place = "5.2.2",
             .mechanism = "IBS: its registers as they are, in raw samples",
             .specified = "protocol/sampling/ibs.hpp, protocol/sampling/ibs_period.hpp",
             .judged = "I-66, I-28, I-60, ibs-samples, ibs-stopped, ibs-periods",
             .mutants = "X-02a, X-02b, X-02c, X-02d, X-02e, X-02f, X-02g"},
};

}  // namespace ringcheck
