#pragma once
// What the documents say about this area (properties/core/coverage.hpp).

#include <array>

#include "properties/core/coverage.hpp"

namespace ringcheck {

inline constexpr std::array kAuxCoverage = {
    Coverage{.place = "1.5.1",
             .mechanism = "aux_head and aux_tail, and the same algorithm",
             .specified = "protocol/aux/aux_buffer.hpp, protocol/aux/aux_output.hpp",
             .judged = "I-24, I-29, aux-ring, aux-transactions",
             .mutants = "A-15, A-16, A-10a"},
    Coverage{.place = "1.5.2",
             .mechanism = "auxtrace_mmap__mmap and rb_alloc_aux: a second mapping at an offset, "
                          "pages of the AUX area",
             .specified = "protocol/aux/aux_mmap.hpp, protocol/lifetime/rb_alloc.hpp, "
                          "protocol/perf_tool/auxtrace_mmap.hpp",
             .judged = "I-39, I-13, I-29, aux-mmap, aux-pieces",
             .mutants = "A-19a, A-19b, A-19c, A-19d, A-19e, A-19f, A-20"},
    Coverage{.place = "1.5.5",
             .mechanism = "perf_aux_output_begin: a context, and all room that there is",
             .specified = "protocol/aux/aux_output.hpp",
             .judged = "I-24, I-29, aux-transactions, aux-ring, perf_aux",
             .mutants = "A-15, A-16, A-10b"},
    Coverage{.place = "1.5.6",
             .mechanism = "perf_aux_output_end writes PERF_RECORD_AUX with offset, size and flags, "
                          "and moves the head",
             .specified = "protocol/aux/aux_output.hpp, protocol/aux/aux_record.hpp",
             .judged = "I-27, I-30, I-25, aux-records, aux-transactions",
             .mutants = "A-12, A-13a, A-11c, A-13c"},
    Coverage{.place = "1.5.7",
             .mechanism = "perf is woken by the record, and by the watermark of the area",
             .specified = "protocol/aux/aux_output.hpp",
             .judged = "I-29, aux-cadence, aux-transactions",
             .mutants = "A-10a, A-10c, A-11e, A-11f"},
    Coverage{.place = "1.5.8",
             .mechanism = "several AUX records before perf reads",
             .specified = "protocol/aux/aux_record.hpp, protocol/aux/aux_output.hpp",
             .judged = "I-30, I-27, aux-records",
             .mutants = "A-13b, A-13d, L-07"},
    Coverage{
        .place = "1.5.10",
        .mechanism = "flags of AUX records: truncated, overwrite, partial, collision",
        .specified =
            "protocol/aux/aux_output.hpp, protocol/trbe/trbe_pmu.hpp, protocol/spe/spe_buffer.hpp, "
            "protocol/pt/pt_pmu.hpp, protocol/record/aux_fragment.hpp",
        .judged = "I-27, I-73, aux-transactions, trbe-transactions, aux-fragments",
        .mutants = "A-12, C-16a, S-07, P-07a, C-16h, E-50d"},
    Coverage{.place = "1.6.6",
             .mechanism = "in overwrite mode the head is where the device goes on",
             .specified = "protocol/aux/aux_output.hpp, protocol/tmc/etr_update.hpp",
             .judged = "I-31, I-28, aux-transactions, etr-copy, aux-bts-snapshot",
             .mutants = "T-06, C-09"},
    Coverage{.place = "2.3.1",
             .mechanism = "hardware writes to the area itself, with no interrupt for a sample",
             .specified = "protocol/aux/trace_unit.hpp, protocol/aux/aux_output.hpp",
             .judged = "I-24, I-23, aux-ring, aux-pt, aux-trbe, aux-spe, aux-bts",
             .mutants = "A-15, P-06, C-15d, S-01d, T-01b"},
    Coverage{
        .place = "2.3.2",
        .mechanism = "barrier B of the AUX area is the driver's: trace is visible before aux_head",
        .specified = "protocol/aux/aux_order.hpp, protocol/pt/sites.hpp, protocol/spe/sites.hpp, "
                     "protocol/trbe/sites.hpp, protocol/tmc/sites.hpp, protocol/bts/sites.hpp",
        .judged = "I-23, aux-pt, aux-etr, aux-etf, aux-trbe, aux-spe",
        .mutants = "P-06, C-01, C-01b, C-15d, S-01d"},
    Coverage{.place = "2.3.3",
             .mechanism = "the driver stops the unit before the transaction ends",
             .specified = "protocol/pt/pt_pmu.hpp, protocol/trbe/trbe_pmu.hpp, "
                          "protocol/spe/spe_pmu.hpp, protocol/bts/bts_pmu.hpp",
             .judged = "I-20, I-24, I-26, pt-interrupted, trbe-transactions, spe-transactions, "
                       "bts-interrupted",
             .mutants = "P-02, P-03a, P-03b, S-01b, T-01, C-14"},
    Coverage{.place = "2.3.4",
             .mechanism = "trace that is lost between stop and start",
             .specified = "protocol/record/aux_fragment.hpp",
             .judged = "I-27, aux-fragments",
             .mutants = "E-51"},
    Coverage{.place = "4.5.3",
             .mechanism = "filters by instruction pointer: what a filter on a file comes to",
             .specified = "protocol/aux/addr_filter.hpp, protocol/aux/filter_text.hpp",
             .judged = "I-40, filter-ranges",
             .mutants = "F-03a, F-03b, F-03c, F-04"},
    Coverage{
        .place = "4.5.4",
        .mechanism = "perf_event_addr_filters_sync: ranges and their generation, under the lock",
        .specified = "protocol/aux/addr_filter_sync.hpp, protocol/aux/filter_stop.hpp, "
                     "protocol/aux/filter_family.hpp",
        .judged = "I-40, filter-update, filter-clone, filter-migration, filter-family",
        .mutants = "F-01a, F-01b, F-01c, F-01d, F-01e, F-02, F-05, F-07, F-08, F-09, F-10, F-11, "
                   "F-12"},
};

}  // namespace ringcheck
