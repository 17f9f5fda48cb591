// `ringcheck litmus compile`: a Linux-kernel C test in an architecture's assembly.
// Tested by tests/cli/litmus_compile_test.cpp.
#include "cli/litmus_compile_command.hpp"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "cli/output.hpp"
#include "litmus/compilation/compilation.hpp"
#include "litmus/litmus.hpp"

namespace ringcheck {

namespace {

struct CompileOptions {
  std::string file;
  std::string architecture;
  std::string user_table;         ///< empty: what Linux 6.1 has on the architecture
  std::vector<int> user_threads;  ///< threads that are compiled by the user table
};

ExitStatus compile_file(const CompileOptions& options) {
  CompilationTarget target = find_target(options.architecture);
  if (!options.user_table.empty()) target.user = find_user_table(options.user_table, target.kernel);
  target.user_threads = options.user_threads;
  const LitmusTest test = parse_litmus(read_input(options.file), options.file);
  std::cout << print_litmus(compile_to_assembly(test, target));
  return ExitStatus::holds;
}

}  // namespace

void add_litmus_compile(CLI::App& litmus, std::function<ExitStatus()>& action) {
  auto* command = litmus.add_subcommand(
      "compile",
      "Print a Linux-kernel C test in an architecture's assembly, by the kernel's tables");
  auto options = std::make_shared<CompileOptions>();
  command->add_option("file", options->file, "A test in Linux-kernel C, - for standard input")
      ->required()
      ->type_name("FILE");
  command
      ->add_option("--arch", options->architecture,
                   "arm64 (with LSE), arm64-llsc, x86-64, riscv, powerpc or generic (asm-generic)")
      ->required()
      ->type_name("ARCH");
  command
      ->add_option("--user", options->user_threads,
                   "This thread runs in user space, by number; may be repeated (none)")
      ->type_name("N");
  command
      ->add_option("--user-table", options->user_table,
                   "By which it is compiled: the architecture's, or for riscv generic (what Linux "
                   "6.1 has there)")
      ->type_name("TABLE");
  command->callback([&action, options] { action = [options] { return compile_file(*options); }; });
}

}  // namespace ringcheck
