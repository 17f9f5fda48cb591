#pragma once
// What the documents say about this area (properties/core/coverage.hpp).

#include <array>

#include "properties/core/coverage.hpp"

namespace ringcheck {

inline constexpr std::array kOverwriteCoverage = {
    Coverage{
        .place = "1.3.9",
        .mechanism = "two directions: forward, or backward by another function",
        .specified = "protocol/ring/perf_output.hpp, protocol/overwrite/perf_overwrite_reader.hpp",
        .judged = "I-18, I-05, I-19, perf-ring-overwrite",
        .mutants = "G-02b, N-08b, O-02"},
    Coverage{
        .place = "1.3.10",
        .mechanism = "backward, the page is read-only: the head alone counts, and points to the "
                     "newest record",
        .specified = "protocol/overwrite/perf_overwrite_reader.hpp, protocol/ring/perf_output.hpp",
        .judged = "I-18, I-19, perf-ring-overwrite",
        .mutants = "O-04x, O-03, O-09"},
    Coverage{.place = "2.2.3",
             .mechanism = "four combinations of direction and mapping, of which perf uses two",
             .specified = "protocol/ring/perf_output.hpp, protocol/ring/perf_mmap.hpp",
             .judged = "I-18, I-05, perf-ring-overwrite, perf-ring, backward-space",
             .mutants = "G-02b, O-04x, N-08b"},
    Coverage{.place = "2.2.5",
             .mechanism = "an overwritable buffer is paused, read from the head to what was "
                          "overwritten, and goes on",
             .specified = "protocol/overwrite/perf_overwrite_reader.hpp",
             .judged = "I-20, I-19, I-21, perf-ring-overwrite",
             .mutants = "O-01a, O-05a, O-05b, O-08, O-10, M-10"},
    Coverage{.place = "2.2.6",
             .mechanism = "an overwritable buffer writes no LOST records",
             .specified = "protocol/ring/perf_output.hpp",
             .judged = "I-47, overwrite-lost",
             .mutants = "O-12"},
};

}  // namespace ringcheck
