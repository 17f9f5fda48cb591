#pragma once
// What the documents say about this area (properties/core/coverage.hpp).

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
             .specified = "protocol/coresight/etm_setup.hpp, protocol/coresight/etm_event.hpp",
             .judged = "I-80, I-81, I-82, etm-setup, etm-start",
             .mutants = "C-50a, C-50b, C-50c, C-51a, C-53e, C-53f, C-53g"},
    Coverage{.place = "1.8.5",
             .mechanism = "etm_event_start: a transaction, the path, then the tracer",
             .specified = "protocol/coresight/etm_event.hpp, protocol/coresight/path.hpp, "
                          "protocol/trbe/trbe_pmu.hpp",
             .judged = "I-82, I-26, I-51, etm-start, coresight-paths",
             .mutants = "C-53a, C-53b, C-53c, C-53d, C-53e, C-53h, C-30d"},
    Coverage{.place = "1.8.12",
             .mechanism = "etm_free_aux frees paths and buffer",
             .specified = "protocol/coresight/etm_setup.hpp",
             .judged = "I-81, etm-setup",
             .mutants = "C-51b, C-51c, C-51d, C-51e"},
    Coverage{.place = "4.4.1",
             .mechanism = "etm_perf_init: capabilities EXCLUSIVE and ITRACE, and callbacks",
             .specified = "protocol/coresight/etm_pmu.hpp",
             .judged = "I-84, I-53, etm-exclusive",
             .mutants = "C-54a, C-54b, C-54c, C-54d, C-54e"},
    Coverage{.place = "4.4.2",
             .mechanism = "sinks by name in sysfs, and @NAME in an event",
             .specified = "protocol/coresight/sinks.hpp, protocol/coresight/etm_setup.hpp",
             .judged = "I-83, etm-setup, tests/protocol/coresight/sinks_test.cpp",
             .mutants = "C-52a, C-52b, C-52c"},
    Coverage{.place = "4.5.8",
             .mechanism = "etm4_enable_hw: claimed, off, idle, relaxed writes, on; etm4_disable_hw",
             .specified = "protocol/coresight/etm4.hpp, protocol/coresight/claim.hpp",
             .judged = "I-54, I-55, coresight-etm, coresight-claim, claim-race",
             .mutants = "C-36a, C-36b, C-36c, C-37a, C-37b, C-37c, C-37d, C-37e, C-38a, C-38b"},
    Coverage{.place = "4.5.9",
             .mechanism = "etm4_set_event_filters: comparators RANGE, START, STOP",
             .specified = "protocol/coresight/etm4_filters.hpp",
             .judged = "I-88, etm-filters",
             .mutants = "C-59a, C-59b, C-59c, C-59d, C-59e, C-59f"},
    Coverage{.place = "4.5.10",
             .mechanism = "etm_addr_filters_validate",
             .specified = "protocol/coresight/etm4_filters.hpp",
             .judged = "I-57, etm-filters",
             .mutants = "C-58a, C-58b, C-58c, C-58d"},
};

}  // namespace ringcheck
