#pragma once
// What the documents say about this area (properties/core/coverage.hpp).

#include <array>

#include "properties/core/coverage.hpp"

namespace ringcheck {

inline constexpr std::array kSpeCoverage = {
    Coverage{.place = "5.1.1",
             .mechanism = "operations are chosen by an interval counter, with random perturbation",
             .specified = "protocol/spe/spe_sampler.hpp, protocol/spe/spe_config.hpp",
             .judged = "I-60, spe-sampling",
             .mutants = "S-20a, S-20b, S-20c"},
    Coverage{
        .place = "5.1.2",
        .mechanism = "one operation at a time; a choice while one is tracked is a collision",
        .specified =
            "protocol/spe/spe_sampler.hpp, protocol/spe/spe_buffer.hpp, protocol/spe/spe_pmu.hpp",
        .judged = "I-27, spe-sampling, spe-status",
        .mutants = "S-21, S-07"},
    Coverage{
        .place = "5.1.3",
        .mechanism = "records are filtered by what the configuration asks (events, type, latency)",
        .specified = "protocol/spe/spe_config.hpp, protocol/spe/spe_sampler.hpp",
        .judged = "I-61, spe-sampling",
        .mutants = "S-22a, S-22b, S-22c"},
    Coverage{
        .place = "5.1.4",
        .mechanism =
            "a linear virtual buffer, an interrupt when it is full, made to look like a ring",
        .specified = "protocol/spe/spe_buffer.hpp, protocol/spe/spe_pmu.hpp",
        .judged = "I-23, I-26, I-28, I-24, I-27, I-25, I-32, I-29, spe-transactions, aux-spe, "
                  "arm_spe_off, arm_spe_seq",
        .mutants = "S-01a, S-01b, S-01c, S-02a, S-02b, S-02c, S-03a, S-03b, S-04, W-04a, C-17d"},
    Coverage{.place = "5.1.5",
             .mechanism = "records are packets up to END, and can be read forwards only",
             .specified = "protocol/spe/spe_packets.hpp, protocol/spe/spe_buffer.hpp",
             .judged = "I-62, I-32, spe-sampling, spe-transactions",
             .mutants = "S-23a, S-23b, S-04"},
    Coverage{.place = "5.1.6",
             .mechanism = "timestamp packets, if asked for",
             .specified = "protocol/spe/spe_config.hpp, protocol/spe/spe_packets.hpp, "
                          "protocol/spe/spe_sampler.hpp",
             .judged = "I-62, spe-sampling",
             .mutants = "S-24, S-23c"},
    Coverage{.place = "5.1.7",
             .mechanism = "what the hardware can do is told in caps/",
             .specified = "protocol/spe/spe_config.hpp",
             .judged = "I-63, spe-caps",
             .mutants = "S-25a, S-25b, S-25c"},
    Coverage{
        .place = "5.1.8",
        .mechanism = "reports: full, fault, error, data lost",
        .specified =
            "protocol/spe/spe_buffer.hpp, protocol/spe/spe_pmu.hpp, protocol/spe/spe_offline.hpp",
        .judged = "I-25, I-27, I-28, spe-status, spe-fatal-repaired, spe-offline",
        .mutants = "S-07, S-08, S-09"},
    Coverage{.place = "5.1.9",
             .mechanism = "machines with SPE in one cluster only",
             .specified = "protocol/spe/spe_config.hpp",
             .judged = "I-64, spe-clusters",
             .mutants = "S-26a, S-26b"},
};

}  // namespace ringcheck
