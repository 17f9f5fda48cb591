#pragma once
// What the documents describe of this area (properties/core/coverage.hpp).

#include <array>

#include "properties/core/coverage.hpp"

namespace ringcheck {

inline constexpr std::array kSpeCoverage = {
    Coverage{.place = "5.1.1",
             .mechanism = "operations are chosen by an interval counter, with random perturbation"},
    Coverage{.place = "5.1.2",
             .mechanism = "one operation at a time; a choice while one is tracked is a collision",
             .specified = "protocol/spe/spe_buffer.hpp",
             .judged = "I-27, spe-status",
             .mutants = "S-07",
             .lacks = "the unit that collides"},
    Coverage{
        .place = "5.1.3",
        .mechanism = "records are filtered by what the configuration asks (events, type, latency)"},
    Coverage{
        .place = "5.1.4",
        .mechanism =
            "a linear virtual buffer, an interrupt when it is full, made to look like a ring",
        .specified = "protocol/spe/spe_buffer.hpp, protocol/spe/spe_pmu.hpp",
        .judged = "I-23, I-26, I-28, I-24, I-27, I-25, I-32, I-29, spe-transactions, aux-spe, "
                  "arm_spe_off, arm_spe_seq",
        .mutants = "S-01a, S-01b, S-01c, S-02a, S-02b, S-02c, S-03a, S-03b, S-04, W-04a, C-17d"},
    Coverage{.place = "5.1.5",
             .mechanism = "records are packets up to END, and can be read forwards only"},
    Coverage{.place = "5.1.6", .mechanism = "timestamp packets, if asked for"},
    Coverage{.place = "5.1.7", .mechanism = "what the hardware can do is told in caps/"},
    Coverage{.place = "5.1.8",
             .mechanism = "reports: full, fault, error, data lost",
             .specified = "protocol/spe/spe_buffer.hpp, protocol/spe/spe_pmu.hpp",
             .judged = "I-27, I-28, spe-status, spe-fatal-repaired",
             .mutants = "S-07, S-08"},
    Coverage{.place = "5.1.9", .mechanism = "machines with SPE in one cluster only"},
    Coverage{.place = "5.2.1",
             .mechanism = "PEBS: a memory buffer of its own, rewritten into SAMPLE records"},
    Coverage{.place = "5.2.2", .mechanism = "IBS: its registers as they are, in raw samples"},
};

}  // namespace ringcheck
