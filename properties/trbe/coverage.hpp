#pragma once
// What the documents say about this area (properties/core/coverage.hpp).

#include <array>

#include "properties/core/coverage.hpp"

namespace ringcheck {

inline constexpr std::array kTrbeCoverage = {
    Coverage{.place = "4.4.6",
             .mechanism = "TRBE, the sink of one CPU (since 5.13)",
             .specified = "protocol/trbe/trbe_pmu.hpp, protocol/trbe/trbe_buffer.hpp",
             .judged = "I-26, I-25, I-27, I-24, I-105, trbe-transactions, sink-registers, aux-trbe",
             .mutants =
                 "C-14, C-15a, C-15b, C-15c, C-15e, C-15f, C-15g, C-15h, C-16a, C-16b, C-17a, "
                 "C-17b, C-20a, C-20b"},
};

}  // namespace ringcheck
