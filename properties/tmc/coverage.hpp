#pragma once
// What the documents say about this area (properties/core/coverage.hpp).

#include <array>

#include "properties/core/coverage.hpp"

namespace ringcheck {

inline constexpr std::array kTmcCoverage = {
    Coverage{.place = "1.7.6",
             .mechanism = "TMC in flat mode: one run of device addresses",
             .specified = "protocol/tmc/etr_buf.hpp",
             .judged = "I-36, I-35, etr-copy, aux-etr",
             .mutants = "C-11a, C-05"},
    Coverage{.place = "1.7.7",
             .mechanism = "scatter-gather mode: a table of 32-bit entries, bits 31:4 for address "
                          "bits 39:12, with links",
             .specified = "protocol/tmc/sg_table.hpp",
             .judged = "I-56, sg-tables",
             .mutants = "C-40a, C-40b, C-40c, C-40d, C-40e"},
    Coverage{.place = "1.7.8",
             .mechanism = "CATU mode: a table of 64-bit entries",
             .specified = "protocol/tmc/sg_table.hpp, protocol/tmc/etr_buf.hpp, "
                          "protocol/tmc/etr_catu.hpp",
             .judged = "I-56, I-35, I-51, I-53, sg-tables, etr-scattered, etr-catu",
             .mutants = "C-41a, C-41b, C-41c, C-41d, C-42b, C-62a, C-62b"},
    Coverage{.place = "1.7.9",
             .mechanism = "discontinuous pages",
             .specified = "protocol/tmc/etr_buf.hpp, protocol/tmc/area_pages.hpp, "
                          "protocol/tmc/etr_update.hpp, protocol/tmc/etf_update.hpp",
             .judged = "I-35, I-39, etr-scattered, etf-scattered",
             .mutants = "C-42a, C-42c, C-42d, C-42e"},
    Coverage{.place = "1.8.2",
             .mechanism = "etm_setup_aux has the sink allocate a bounce buffer, whatever the mode",
             .specified = "protocol/tmc/etr_alloc.hpp, protocol/tmc/tmc_pages.hpp, "
                          "protocol/coresight/sink_buffer.hpp",
             .judged = "I-85, I-53, I-51, etr-alloc, device-pages",
             .mutants = "C-56a, C-56b, C-56c, C-63"},
    Coverage{.place = "1.8.3",
             .mechanism = "the tracers of a session share one bounce buffer",
             .specified = "protocol/tmc/etr_session.hpp",
             .judged = "I-39, I-38, I-125, I-126, session-buffer, etr-shared",
             .mutants = "C-19a, C-19b, C-64f, C-64g"},
    Coverage{.place = "1.8.4",
             .mechanism = "memory of devices is not what the CPU sees before dma_sync",
             .specified = "protocol/tmc/dma_buffer.hpp, protocol/tmc/etr_buf.hpp",
             .judged = "I-36, aux-etr, etr-pages-repaired",
             .mutants = "C-11a, C-11b, C-11c, C-11d, C-11e"},
    Coverage{.place = "1.8.6",
             .mechanism = "tracers of a session enable one sink each, the first programs it",
             .specified = "protocol/tmc/etr_session.hpp, protocol/tmc/etr_sysfs.hpp, "
                          "protocol/tmc/sink_sharing.hpp",
             .judged = "I-38, I-124, I-125, I-126, I-127, aux-sink, sink-session, etr-shared",
             .mutants = "C-06, C-18, C-18c, C-64a, C-64b, C-64c, C-64d, C-64e"},
    Coverage{.place = "1.8.7",
             .mechanism = "etm_event_stop: the tracer off, the last one copies, then the path",
             .specified = "protocol/tmc/sink_sharing.hpp, protocol/tmc/etr_update.hpp",
             .judged = "I-38, aux-sink, sink-session",
             .mutants = "C-06b, C-06c, C-19c, C-22, C-23"},
    Coverage{.place = "1.8.8",
             .mechanism =
                 "offset and length of what the ETR left, capped by the room of the transaction",
             .specified = "protocol/tmc/etr_update.hpp, protocol/tmc/etr_buf.hpp",
             .judged = "I-24, I-35, I-37, etr-copy, aux-etr, etr_sync",
             .mutants = "C-02, C-02b, C-05, C-04a, W-06"},
    Coverage{
        .place = "1.8.9",
        .mechanism = "barrier packets after what was dropped",
        .specified =
            "protocol/tmc/etr_update.hpp, protocol/tmc/etr_buf.hpp, protocol/tmc/etf_update.hpp",
        .judged = "I-37, etr-copy, etf-copy",
        .mutants = "C-03, C-10, C-04b"},
    Coverage{
        .place = "1.8.10",
        .mechanism = "the ETR copies to the head of the transaction, which moves while it waits",
        .specified = "protocol/tmc/etr_update.hpp",
        .judged = "I-35, etr-reopened",
        .mutants = "C-12"},
    Coverage{.place = "1.8.11",
             .mechanism = "a memory error, and a buffer of another session",
             .specified = "protocol/tmc/etr_update.hpp, protocol/tmc/etr_buf.hpp",
             .judged = "I-38, I-35, I-27, etr-status, etr-error-repaired",
             .mutants = "C-07, C-24a, C-24b"},
    Coverage{.place = "1.9.1",
             .mechanism = "an ETR that writes to the AUX area itself",
             .specified = "protocol/tmc/etr_direct.hpp",
             .judged = "I-23, I-24, I-27, I-31, I-36, I-90, aux-etr-direct, etr-direct, "
                       "etr-direct-shared, tests/properties/tmc/etr_costs_test.cpp",
             .mutants = "C-60a, C-60b, C-60c, C-60d, C-60e, C-60f, C-60g, C-60h, C-60i, C-60j"},
    Coverage{.place = "1.9.2",
             .mechanism = "cacheable memory for flat mode, with sync",
             .specified = "protocol/tmc/dma_buffer.hpp, protocol/tmc/etr_buf.hpp, "
                          "protocol/tmc/etr_update.hpp",
             .judged = "I-36, I-37, I-89, etr-write-back, etr-copy, aux-etr, "
                       "tests/properties/tmc/etr_costs_test.cpp",
             .mutants = "C-11a, C-61a, C-61b"},
    Coverage{.place = "1.9.3",
             .mechanism = "perf_output_handle::head in place of etr_perf_buffer::head",
             .specified = "protocol/tmc/etr_update.hpp",
             .judged = "I-35, etr-reopened, tests/properties/tmc/etr_costs_test.cpp",
             .mutants = "C-12"},
    Coverage{.place = "4.4.3",
             .mechanism = "etb_alloc_buffer: snapshot flag, pages, memory near the event's CPU",
             .specified = "protocol/coresight/sink_buffer.hpp",
             .judged = "I-86, etm-setup",
             .mutants = "C-55a, C-55b, C-55c"},
    Coverage{.place = "4.4.4",
             .mechanism = "ETB10 and ETF: memory of their own, read by a register",
             .specified = "protocol/tmc/etf_update.hpp",
             .judged = "I-37, I-23, etf-copy, aux-etf",
             .mutants = "C-10, C-04b, C-01b"},
    Coverage{.place = "4.4.5",
             .mechanism = "etb_enable: who may have the sink, and when it is programmed",
             .specified = "protocol/tmc/etb_enable.hpp",
             .judged = "I-87, I-54, etb-sharing",
             .mutants = "C-57a, C-57b, C-57c, C-57d, C-57e, C-57f, C-57g, C-57h"},
};

}  // namespace ringcheck
