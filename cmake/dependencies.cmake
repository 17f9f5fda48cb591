# Libraries from the distribution. docs/dependencies.md tells what each one is for.

find_package(Threads REQUIRED)
if(RINGCHECK_STATIC)
  set(Boost_USE_STATIC_LIBS ON)
  # Headers of explore/ that others include have oneTBB's: for all, its own are out of sight.
  include_directories(BEFORE SYSTEM "${CMAKE_SOURCE_DIR}/static")
  add_subdirectory(static)
  add_link_options(-static)
else()
  find_package(fmt REQUIRED)
  find_package(TBB REQUIRED)
endif()
find_package(Boost 1.74 REQUIRED COMPONENTS context)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(rapidcheck REQUIRED)

# LLVM is needed for programs in C, C++ or LLVM IR alone, and found at run time: see source/CMakeLists.txt.
if(NOT RINGCHECK_STATIC)
  find_path(RINGCHECK_LLVM_INCLUDE llvm-c/Core.h HINTS /usr/lib/llvm-19/include NO_DEFAULT_PATH)
  find_library(RINGCHECK_LLVM_LIBRARY NAMES LLVM-19 HINTS /usr/lib/llvm-19/lib NO_DEFAULT_PATH)
  # clang as a library, for the program that compiles and lowers; where it is missing, clang's command compiles.
  find_path(RINGCHECK_CLANG_INCLUDE clang/CodeGen/CodeGenAction.h HINTS /usr/lib/llvm-19/include NO_DEFAULT_PATH)
  find_library(RINGCHECK_CLANG_LIBRARY NAMES libclangCodeGen.a HINTS /usr/lib/llvm-19/lib NO_DEFAULT_PATH)
endif()

if(RINGCHECK_TESTS)
  find_package(GTest REQUIRED)
endif()
if(RINGCHECK_BENCH)
  find_package(benchmark REQUIRED)
endif()
