# Options, language level, and the flags that hold for our own targets only (ringcheck_flags).

option(RINGCHECK_TESTS "Build the GoogleTest suites" ON)
option(RINGCHECK_BENCH "Build the benchmarks" ON)
option(RINGCHECK_UNITY "Compile some sources together, to build faster (cmake/together.cmake)" ON)
option(RINGCHECK_QUICK "Build the small command of `make quick` alone (quick/)" OFF)
option(RINGCHECK_OUTSIDERS "Build the specification with changes that can be turned on (docs/outsiders.md)" OFF)
option(RINGCHECK_STATIC "Build programs that need no shared library; without C, C++ and LLVM IR (docs/dependencies.md)" OFF)
option(RINGCHECK_IPO "Link-time optimisation (slow to build)" OFF)
set(RINGCHECK_SANITIZE "" CACHE STRING "Argument of -fsanitize=, for example address,undefined")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_COLOR_DIAGNOSTICS ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

find_program(RINGCHECK_CCACHE ccache)
if(RINGCHECK_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # A precompiled header counts as the headers that it was made of (ccache's manual, "Precompiled headers").
  set(CMAKE_CXX_COMPILER_LAUNCHER
    "${CMAKE_COMMAND};-E;env;CCACHE_SLOPPINESS=pch_defines,time_macros;${RINGCHECK_CCACHE}")
endif()

# gcc looks for memory that it can use again each time that it has taken a little. Where there is enough for each compiler, it does so
# at 1 GiB: a build takes a tenth less time, and a file up to 1.3 GB (gcc's manual, "Optimize Options", ggc-min-heapsize).
cmake_host_system_information(RESULT ringcheck_memory QUERY TOTAL_PHYSICAL_MEMORY)
cmake_host_system_information(RESULT ringcheck_cores QUERY NUMBER_OF_LOGICAL_CORES)
math(EXPR ringcheck_memory_of_core "${ringcheck_memory} / ${ringcheck_cores}")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND ringcheck_memory_of_core GREATER_EQUAL 1536)
  add_compile_options(--param=ggc-min-heapsize=1048576)
endif()

add_library(ringcheck_flags INTERFACE)
target_compile_options(ringcheck_flags INTERFACE
  -Wall -Wextra -Wconversion -Wpedantic -Werror)
# A local name hides none of another test, also where tests are compiled together (cmake/together.cmake); clang has no such grade.
if(NOT RINGCHECK_UNITY)
  target_compile_options(ringcheck_flags INTERFACE -Wshadow)
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(ringcheck_flags INTERFACE -Wshadow=local)
endif()

# clang counts sign changes as conversions and gcc does not: the two agree on gcc's reading.
target_compile_options(ringcheck_flags INTERFACE $<$<CXX_COMPILER_ID:Clang>:-Wno-sign-conversion>)
# gcc 12 reports overlapping copies inside std::string's own operator+ (gcc bug 105651).
target_compile_options(ringcheck_flags INTERFACE
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>)

# Rows of relations are counted and scanned by bit: popcnt is in every x86-64 machine since 2009.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  target_compile_options(ringcheck_flags INTERFACE -march=x86-64-v2)
endif()

if(RINGCHECK_SANITIZE)
  add_compile_options(-fsanitize=${RINGCHECK_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${RINGCHECK_SANITIZE})
  # Runs leave their stack and come back to copies of it, which a record of calls does not survive (explore/own_stack.hpp).
  if(RINGCHECK_SANITIZE MATCHES "thread")
    add_compile_options(
      $<$<CXX_COMPILER_ID:GNU>:--param=tsan-instrument-func-entry-exit=0>
      "$<$<CXX_COMPILER_ID:Clang>:SHELL:-mllvm -tsan-instrument-func-entry-exit=0>")
  endif()
  # The instrumentation hides initialisations from gcc's flow analysis.
  target_compile_options(ringcheck_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
endif()

if(RINGCHECK_IPO)
  set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
endif()
