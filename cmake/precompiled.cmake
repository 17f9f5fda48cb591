# Headers that are compiled once for many sources: reading them again is most of what a source costs. `dev` and
# `clang` read each header where it is named, so that each source names all that it uses.

# Has the sources of `target` start from the headers ARGN, all of which it can see anyway.
function(ringcheck_start_from_headers target)
  if(RINGCHECK_UNITY AND CMAKE_DISABLE_PRECOMPILE_HEADERS)
    # Each source reads them first all the same, before macros that keep names of a unit apart.
    foreach(header IN LISTS ARGN)
      string(REGEX REPLACE "[<>\"]" "" header "${header}")
      target_compile_options(${target} PRIVATE "SHELL:-include ${header}")
    endforeach()
  elseif(RINGCHECK_UNITY)
    target_precompile_headers(${target} PRIVATE ${ARGN})
    ringcheck_preprocess_precompiled(${target})
  endif()
endfunction()

# Makes the precompiled headers `name`, of libraries alone, for targets that are compiled with the same flags.
function(ringcheck_precompiled name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "OPTIMISE_LESS" "" "LINK;HEADERS")
  if(RINGCHECK_UNITY)
    set(target ringcheck_precompiled_${name})
    file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp" CONTENT "")
    add_library(${target} OBJECT "${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp")
    target_link_libraries(${target} PRIVATE ringcheck_flags ${arg_LINK})
    if(arg_OPTIMISE_LESS)
      ringcheck_optimise_less(${target})
    endif()
    ringcheck_start_from_headers(${target} ${arg_HEADERS})
  endif()
endfunction()

# Has the sources of `target` start from ringcheck_precompiled(`name`).
function(ringcheck_start_from target name)
  if(RINGCHECK_UNITY)
    target_precompile_headers(${target} REUSE_FROM ringcheck_precompiled_${name})
    ringcheck_preprocess_precompiled(${target})
  endif()
endfunction()

function(ringcheck_preprocess_precompiled target)
  # ccache keeps objects only if gcc names the precompiled header where it preprocesses (ccache's manual, "Precompiled headers").
  # gcc 12 forgets which lines of a precompiled header are the standard library's own, and sees overflows in its strings that are
  # none; the presets without these headers warn of ours.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-array-bounds;-Wno-stringop-overflow>)
endfunction()

ringcheck_precompiled(standard LINK fmt::fmt HEADERS <algorithm> <array> <cstdint> <functional> <map> <memory> <optional> <set>
  <span> <string> <string_view> <utility> <variant> <vector> <fmt/format.h>)
ringcheck_precompiled(command OPTIMISE_LESS LINK fmt::fmt nlohmann_json::nlohmann_json HEADERS <algorithm> <array> <filesystem>
  <fstream> <functional> <iostream> <map> <memory> <optional> <set> <span> <string> <string_view> <utility> <vector>
  <fmt/format.h> <fmt/ranges.h> <nlohmann/json.hpp>)
if(RINGCHECK_TESTS)
  ringcheck_precompiled(tests OPTIMISE_LESS LINK GTest::gmock GTest::gtest nlohmann_json::nlohmann_json HEADERS <algorithm> <array> <filesystem>
    <fstream> <functional> <map> <optional> <random> <regex> <set> <sstream> <string> <vector> <gmock/gmock.h> <gtest/gtest.h>
    <nlohmann/json.hpp>)
endif()
