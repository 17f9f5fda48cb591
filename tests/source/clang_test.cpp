// What ringcheck-clang compiles is what clang compiles, byte for byte; what it cannot do it leaves
// to clang.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "source/unit_file.hpp"
#include "tests/files/temporary_folder.hpp"

namespace ringcheck::source {
namespace {

constexpr const char* kOwn = RINGCHECK_BINARY_DIR "/ringcheck-clang";
constexpr const char* kClangs = "clang-19";

std::string bytes_of_file(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

/// Runs a compiler, and says whether it succeeds.
bool compiles(const std::string& compiler, const std::string& arguments,
              const std::string& output) {
  const std::string command = compiler + " -c -emit-llvm -I" RINGCHECK_SOURCE_DIR "/include -o " +
                              output + " " + arguments + " 2>/dev/null";
  return std::system(command.c_str()) == 0;
}

struct ClangCase {
  const char* name;
  const char* arguments;  // "%" stands for the folder of this program's sources
};

void PrintTo(const ClangCase& program, std::ostream* out) {
  *out << program.name;
}

std::string arguments_of(const ClangCase& program) {
  std::string arguments = program.arguments;
  for (std::size_t at = 0; (at = arguments.find('%', at)) != std::string::npos;)
    arguments.replace(at, 1, RINGCHECK_SOURCE_DIR "/examples");
  return arguments;
}

class OwnClang : public testing::TestWithParam<ClangCase> {};

TEST_P(OwnClang, WritesTheBytesOfClang) {
  const ringcheck::tests::TemporaryFolder folder;
  const std::string arguments = arguments_of(GetParam());
  ASSERT_TRUE(compiles(kClangs, arguments, folder.path("clang.bc")));
  ASSERT_TRUE(compiles(std::string(kUnitFileVariable) + "=" + folder.path("unit") + " " + kOwn,
                       arguments, folder.path("own.bc")));
  const std::string bitcode = bytes_of_file(folder.path("own.bc"));
  EXPECT_TRUE(bitcode == bytes_of_file(folder.path("clang.bc")));
  Unit unit;
  EXPECT_TRUE(unit_of_bytes(bytes_of_file(folder.path("unit")), bitcode, unit));
  EXPECT_FALSE(unit.functions.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Of, OwnClang,
    testing::Values(ClangCase{"C", "-g %/message.c"},
                    ClangCase{"Defines", "-g -DRECORDS=2 %/spsc_ring.c"},
                    ClangCase{"NamesOfValues", "-g -fno-discard-value-names %/spsc_ring.c"},
                    ClangCase{"NoDebugInformation", "%/readers/libperf.c"},
                    ClangCase{"NoFunctionKept", "-g -Xclang -disable-O0-optnone %/readers/aya.c"},
                    ClangCase{"Cplusplus", "-x c++ -std=c++17 -g %/message.c"}),
    testing::PrintToStringParamName());

class LeftToClang : public testing::TestWithParam<ClangCase> {};

TEST_P(LeftToClang, IsRefused) {
  const ringcheck::tests::TemporaryFolder folder;
  EXPECT_FALSE(compiles(kOwn, arguments_of(GetParam()), folder.path("own.bc")));
}

INSTANTIATE_TEST_SUITE_P(Of, LeftToClang,
                         testing::Values(ClangCase{"Optimisation", "-O1 %/message.c"},
                                         ClangCase{"OptionsOfLlvm", "-mllvm -stats %/message.c"},
                                         ClangCase{"Assembly", "-S %/message.c"},
                                         ClangCase{"Preprocessing", "-E %/message.c"},
                                         ClangCase{"NoSuchFile", "%/no_such_file.c"},
                                         ClangCase{"WhatDoesNotCompile",
                                                   "-Dint=no_such_type %/message.c"},
                                         ClangCase{"UnknownOption", "-no-such-option %/message.c"}),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace ringcheck::source
