#pragma once
// What the documents say about this area (properties/core/coverage.hpp).

#include <array>

#include "properties/core/coverage.hpp"

namespace ringcheck {

inline constexpr std::array kLifetimeCoverage = {
    Coverage{.place = "1.1.2",
             .mechanism = "one mapping: the user page, and the data pages after it",
             .specified = "protocol/ring/perf_mmap.hpp, protocol/lifetime/perf_mapping.hpp",
             .judged = "I-39, I-109, mapped-areas, page-of-buffer, "
                       "tests/properties/lifetime/mappings_test.cpp",
             .mutants = "G-03b, Z-09"},
    Coverage{.place = "1.1.4",
             .mechanism = "all pages are allocated at once",
             .specified = "protocol/lifetime/rb_alloc.hpp, protocol/ring/perf_mmap.hpp",
             .judged =
                 "I-39, I-29, I-107, I-108, mmap-lifetime, I-81, buffer-setup, aux-page-list, "
                 "aux-list-left",
             .mutants = "Z-07, A-20, G-03b, Z-19, Z-21"},
    Coverage{.place = "1.1.5",
             .mechanism = "pages are mapped by faults: perf_mmap_to_page with the user page first, "
                          "writes of data pages refused",
             .specified = "protocol/ring/perf_mmap.hpp",
             .judged = "I-39, I-13, I-109, page-of-buffer, "
                       "tests/properties/lifetime/mappings_test.cpp",
             .mutants = "Z-09, Z-10a"},
    Coverage{.place = "1.1.6",
             .mechanism = "a fault under RCU: rb that is NULL, get_page, racing munmap and attach",
             .specified = "protocol/lifetime/perf_fault.hpp, protocol/lifetime/aux_fault.hpp",
             .judged = "I-39, I-106, perf-fault, aux-map-faults, buffer-lives",
             .mutants = "Z-14a, Z-14b, Z-14c, Z-14d, Z-18a, Z-18b"},
    Coverage{
        .place = "2.1.4",
        .mechanism = "events redirected to one buffer, and which may be",
        .specified = "protocol/lifetime/perf_redirect.hpp, protocol/lifetime/perf_lifetime.hpp",
        .judged = "I-09, I-26, I-39, I-106, I-109, mmap-lifetime, buffer-lives, shared-buffers, "
                  "tests/properties/lifetime/mappings_test.cpp",
        .mutants = "N-08d, N-08e, N-08f, N-08g, Z-03"},
};

}  // namespace ringcheck
