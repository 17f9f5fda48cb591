#pragma once
// What the documents say about this area (properties/core/coverage.hpp).

#include <array>

#include "properties/core/coverage.hpp"

namespace ringcheck {

inline constexpr std::array kBtsCoverage = {
    Coverage{.place = "5.2.3",
             .mechanism = "Intel BTS, which writes branches to the AUX area",
             .specified = "protocol/bts/bts_buffer.hpp, protocol/bts/bts_pmu.hpp",
             .judged = "I-26, I-28, I-24, I-31, I-101, I-102, bts-transactions, bts-interrupted, "
                       "bts-branches, bts-pieces, aux-bts, intel_bts_hw",
             .mutants = "T-01, T-02, T-04, T-05, T-01b, T-06"},
};

}  // namespace ringcheck
