# Libraries from the distribution. docs/dependencies.md tells what each one is for.

find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(Boost 1.74 REQUIRED COMPONENTS context)
find_package(TBB REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(rapidcheck REQUIRED)

if(RINGCHECK_TESTS)
  find_package(GTest REQUIRED)
endif()
if(RINGCHECK_BENCH)
  find_package(benchmark REQUIRED)
endif()
