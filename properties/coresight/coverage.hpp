#pragma once
// What the documents describe of this area (properties/core/coverage.hpp).

#include <array>

#include "properties/core/coverage.hpp"

namespace ringcheck {

inline constexpr std::array kCoreSightCoverage = {
    Coverage{.place = "1.7.1",
             .mechanism = "a path for trace: a tracer, links, a sink; found, enabled, and disabled",
             .specified = "protocol/coresight/path.hpp, protocol/coresight/topology.hpp, "
                          "protocol/coresight/components.hpp",
             .judged = "I-51, I-50, coresight-paths",
             .mutants = "C-30a, C-30b, C-30c, C-30d, C-31a, C-31b, C-33a, C-33b"},
    Coverage{.place = "1.7.2",
             .mechanism = "a funnel passes several tracers to a sink",
             .specified = "protocol/coresight/components.hpp",
             .judged = "I-52, I-53, I-51, coresight-paths",
             .mutants = "C-32a, C-32b, C-32c, C-34"},
    Coverage{.place = "1.7.3",
             .mechanism = "a replicator passes one source to several sinks",
             .specified = "protocol/coresight/components.hpp",
             .judged = "I-52, coresight-paths",
             .mutants = "C-32d, C-32a"},
    Coverage{.place = "1.7.4",
             .mechanism = "sinks: an ETF that is a link for some and a sink for others",
             .specified = "protocol/coresight/components.hpp",
             .judged = "I-52, I-51, coresight-paths",
             .mutants = "C-35, C-30c"},
    Coverage{.place = "1.7.5",
             .mechanism = "a sink of the kind TPIU, which leads out of the machine",
             .outside = "its trace leaves by pins for an external debugger; no buffer, and perf "
                        "does not take it for a sink"},
    Coverage{.place = "1.8.1",
             .mechanism = "the callbacks setup_aux, free_aux, start and stop of the PMU",
             .lacks = "setup_aux and free_aux, with their failures"},
    Coverage{.place = "1.8.5",
             .mechanism = "etm_event_start: a transaction, the path, then the tracer",
             .specified = "protocol/coresight/path.hpp, protocol/trbe/trbe_pmu.hpp",
             .judged = "I-51, coresight-paths",
             .mutants = "C-30d",
             .lacks = "what comes of a failure between them"},
    Coverage{.place = "1.8.12", .mechanism = "etm_free_aux frees paths and buffer"},
    Coverage{.place = "4.4.1",
             .mechanism = "etm_perf_init: capabilities EXCLUSIVE and ITRACE, and callbacks",
             .lacks = "registration and capabilities"},
    Coverage{.place = "4.4.2",
             .mechanism = "sinks by name in sysfs, and @NAME in an event",
             .lacks = "the sink that the user asks for"},
    Coverage{.place = "4.5.8",
             .mechanism = "etm4_enable_hw: claimed, off, idle, relaxed writes, on; etm4_disable_hw",
             .specified = "protocol/coresight/etm4.hpp, protocol/coresight/claim.hpp",
             .judged = "I-54, I-55, coresight-etm, coresight-claim, claim-race",
             .mutants = "C-36a, C-36b, C-36c, C-37a, C-37b, C-37c, C-37d, C-37e, C-38a, C-38b"},
    Coverage{.place = "4.5.9",
             .mechanism = "etm4_set_event_filters: comparators RANGE, START, STOP"},
    Coverage{.place = "4.5.10", .mechanism = "etm_addr_filters_validate"},
};

}  // namespace ringcheck
