// `ringcheck kernel` as a user runs it. `make kernel` shows whether the kernel's text agrees with
// the specification: the kernel's source is not part of the project.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iostream>

#include "cli/programs/kernel_command.hpp"
#include "kernel/findings/kernel_repair.hpp"
#include "tests/cli/process.hpp"

namespace ringcheck::tests {
namespace {

using ::testing::HasSubstr;

struct WrongCall {
  const char* name;
  Arguments arguments;  ///< after `kernel`; TREE stands for a folder with a Makefile of a kernel
  const char* message;
};

class WrongKernelCall : public ::testing::TestWithParam<WrongCall> {};

TEST_P(WrongKernelCall, is_bad_input) {
  const TemporaryFolder folder;
  folder.file("Makefile", "VERSION = 6\nPATCHLEVEL = 1\n");
  Arguments arguments = {"kernel"};
  for (const std::string& argument : GetParam().arguments)
    arguments.push_back(argument == "TREE" ? folder.path() : argument);
  const Ended ended = ringcheck(arguments);
  EXPECT_EQ(ended.status, status(ExitStatus::bad_input));
  EXPECT_THAT(ended.err, HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    all, WrongKernelCall,
    ::testing::Values(
        WrongCall{"no_tree", {}, "--tree is required"},
        WrongCall{"no_kernel", {"--tree", "/"}, "/: saw no Makefile"},
        WrongCall{"empty_tree", {"--tree", "TREE"}, "cannot be read"},
        WrongCall{"unknown_area",
                  {"--tree", "TREE", "--area", "rings"},
                  "--area: saw 'rings', expected one of ring"},
        WrongCall{"area_of_an_empty_tree", {"--tree", "TREE", "--area", "etb"}, "cannot be read"},
        WrongCall{"unknown_scenario",
                  {"--tree", "TREE", "--scenario", "spsc-ring"},
                  "--scenario: saw 'spsc-ring', expected one of perf-ring"},
        WrongCall{"setting_that_the_text_is_not_run_with",
                  {"--tree", "TREE", "--scenario", "perf-ring", "--param", "reader=sample"},
                  "saw reader=sample, expected batch"},
        WrongCall{"model_without_a_scenario", {"--tree", "TREE", "--model", "sc"}, "--scenario"}),
    [](const auto& test) { return test.param.name; });

TEST(KernelCommand, WritesPatchesOfATree) {
  const TemporaryFolder folder;
  folder.file("tree/Makefile", "VERSION = 6\nPATCHLEVEL = 1\nSUBLEVEL = 9\n");
  for (const KernelRepair& repair : all_kernel_repairs())
    folder.file("tree/" + std::string(repair.file), "");
  folder.file("tree/kernel/events/ring_buffer.c",
              "static void perf_output_wakeup(void)\n{\n\tatomic_set(&poll, 1);\n}\n");
  const std::string tree = folder.path() + "/tree";
  const std::string patches = folder.path() + "/new/patches";
  const Ended ended = ringcheck({"kernel", "--tree", tree, "--patches", patches});
  EXPECT_EQ(ended.status, status(ExitStatus::holds)) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("F-03     6.1.9       " + patches + "/F-03-6.1.9.patch\n"));
  EXPECT_THAT(ended.out, HasSubstr("F-02     6.1.9       no place in the text\n"));
  const std::string patch = text_of(patches + "/F-03-6.1.9.patch");
  EXPECT_THAT(patch, HasSubstr("F-03 A task can take the flag"));
  EXPECT_THAT(patch, HasSubstr("\n+\tatomic_set_release(&poll, 1);\n"));
  const Ended twice = ringcheck({"kernel", "--tree", tree, "--tree", tree, "--patches", patches});
  EXPECT_EQ(twice.status, status(ExitStatus::bad_input));
  EXPECT_THAT(twice.err, HasSubstr("saw Linux 6.1.9 again"));
}

TEST(KernelCommand, LeavesStandardOutputToTheJson) {
  KernelOptions options;
  EXPECT_EQ(text_buffer(options), std::cout.rdbuf());
  options.json = "file.json";
  EXPECT_EQ(text_buffer(options), std::cout.rdbuf());
  options.json = "-";
  EXPECT_EQ(text_buffer(options), nullptr);
}

}  // namespace
}  // namespace ringcheck::tests
