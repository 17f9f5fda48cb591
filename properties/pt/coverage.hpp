#pragma once
// What the documents say about this area (properties/core/coverage.hpp).

#include <array>

#include "properties/core/coverage.hpp"

namespace ringcheck {

inline constexpr std::array kPtCoverage = {
    Coverage{.place = "4.3.1",
             .mechanism = "pt_init: capabilities EXCLUSIVE and ITRACE, callbacks, nr_addr_filters "
                          "from the hardware",
             .specified = "protocol/pt/pt_init.hpp, protocol/pt/pt_pmu.hpp",
             .judged = "I-71, pt-registration, exclusive-events",
             .mutants = "P-30a, P-30b, P-30c, P-31a, P-31b, P-31c, P-31d, P-31e"},
    Coverage{.place = "4.3.2",
             .mechanism = "pt_buffer_setup_aux: ToPA tables over pages of the area",
             .specified = "protocol/pt/topa.hpp, protocol/pt/pt_buffer.hpp",
             .judged = "I-24, I-27, I-104, pt-transactions, pt-tables, intel_pt_hw",
             .mutants = "P-05a, P-05b"},
    Coverage{.place = "4.3.3",
             .mechanism = "single range output: one run of physical addresses",
             .specified = "protocol/pt/pt_config.hpp, protocol/pt/pt_buffer.hpp",
             .judged = "I-58, I-24, I-31, pt-config, pt-single",
             .mutants = "P-20c, P-32a, P-32b, P-32c"},
    Coverage{.place = "4.3.4",
             .mechanism = "pt_event_start: a transaction, the output, then trace; pt_event_stop",
             .specified = "protocol/pt/pt_pmu.hpp",
             .judged = "I-20, I-24, I-28, I-27, pt-transactions, pt-interrupted, aux-pt",
             .mutants = "P-02, P-03a, P-03b, P-04, P-07a, P-07b, P-11a"},
    Coverage{.place = "4.3.5",
             .mechanism = "pt_config_buffer writes the output registers only if they change",
             .specified = "protocol/pt/pt_config.hpp",
             .judged = "I-58, pt-config",
             .mutants = "P-20a, P-20b, P-20d"},
    Coverage{.place = "4.3.6",
             .mechanism = "the unit's interrupt: region filled, STOP and INT markers, error bits",
             .specified = "protocol/pt/pt_pmu.hpp, protocol/pt/pt_buffer.hpp, protocol/pt/topa.hpp",
             .judged = "I-25, I-28, I-24, pt-transactions, pt-error",
             .mutants = "P-01, P-04, P-05a, P-33"},
    Coverage{
        .place = "4.3.7",
        .mechanism = "an AUX sample copies from the running unit (snapshot_aux)",
        .specified = "protocol/pt/aux_sample.hpp",
        .judged = "H-02, I-01, I-20, I-12, aux-pt-sample, pt-sampled, pt-samples, aux-sample-size",
        .mutants = "P-02b, P-11b, P-12, A-17, A-17b, G-05a"},
    Coverage{.place = "4.3.8",
             .mechanism = "decoding what two snapshots share",
             .specified = "protocol/perf_tool/intel_pt_overlap.hpp",
             .judged = "I-15, pt-overlap",
             .mutants = "P-10"},
    Coverage{.place = "4.5.1",
             .mechanism = "filters by privilege level (CPL)",
             .specified = "protocol/pt/pt_config.hpp",
             .judged = "I-40, pt-config",
             .mutants = "P-21c"},
    Coverage{
        .place = "4.5.2",
        .mechanism = "filters by page table (CR3)",
        .outside =
            "the hardware has them; Linux 6.1 programs none, and attr.config cannot ask for one"},
    Coverage{.place = "4.5.5",
             .mechanism =
                 "pt_config_filters: a range to a pair of registers, written only if it changes",
             .specified = "protocol/pt/pt_config.hpp, protocol/pt/pt_restart.hpp, "
                          "protocol/aux/addr_filter.hpp",
             .judged = "I-40, I-58, pt-config, pt-restarted",
             .mutants = "P-21a, F-04, P-23a, P-23b"},
    Coverage{.place = "4.5.6",
             .mechanism = "addr_filters_validate, and how many ranges there are",
             .specified = "protocol/pt/pt_config.hpp",
             .judged = "I-57, pt-filters",
             .mutants = "P-22a, P-22b, P-22c"},
    Coverage{.place = "4.5.7",
             .mechanism = "a range where tracing stops (TraceStop)",
             .specified = "protocol/pt/pt_config.hpp",
             .judged = "I-40, pt-config",
             .mutants = "P-21b"},
};

}  // namespace ringcheck
