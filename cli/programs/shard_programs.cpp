// A folder of shards keeps each program as what LLVM has read of it. A worker then needs neither
// the program's source nor a compiler, and a source that changes meanwhile changes nothing.
// Tested by tests/cli/shard_program_test.cpp.
#include "cli/programs/shard_programs.hpp"

#include <fmt/format.h>

#include "cli/output.hpp"
#include "cli/programs/program_report.hpp"
#include "graph/diagnostic.hpp"
#include "models/for_programs.hpp"
#include "source/compile.hpp"

namespace ringcheck {

namespace {

std::string program_path(const std::string& folder, const std::string& digest) {
  return fmt::format("{}/program-{}.bc", folder, digest);
}

std::shared_ptr<const source::Code> read_program(const std::string& file,
                                                 const std::string& digest) {
  source::Unit unit = source::compile(file, {});
  if (unit.digest != digest)
    throw InputError({file, 0, 0,
                      fmt::format("saw another program than the shards are of, with digest {}: it "
                                  "was changed",
                                  unit.digest)});
  return std::make_shared<const source::Code>(source::make_code(std::move(unit)));
}

}  // namespace

std::vector<shards::Exploration> program_explorations(const CheckProgramOptions& asked,
                                                      std::map<std::string, std::string>& ir) {
  std::vector<shards::Exploration> explorations;
  for (ProgramRun& run : program_runs(asked, &ir)) {
    source::DividedProgramCheck check(std::move(run.check), run.code);
    check.look();
    explorations.emplace_back(std::move(check));
  }
  return explorations;
}

ExitStatus print_program_results(const std::vector<shards::Exploration>& done,
                                 const std::string& json, const std::string& witness) {
  ProgramReport report({.json = json, .witness = witness});
  for (const shards::Exploration& exploration : done) {
    const source::DividedProgramCheck& program = *exploration.program();
    report.take(program.check(), for_programs(find_model(program.check().model)), program.result());
  }
  return report.end();
}

void write_programs(const std::string& folder, const std::map<std::string, std::string>& ir) {
  for (const auto& [digest, text] : ir) write_output(program_path(folder, digest), text);
}

source::CodeOf programs_in(const std::string& folder) {
  auto known = std::make_shared<std::map<std::string, std::shared_ptr<const source::Code>>>();
  return [folder, known](const std::string& digest) {
    std::shared_ptr<const source::Code>& code = (*known)[digest];
    if (code == nullptr) code = read_program(program_path(folder, digest), digest);
    return code;
  };
}

}  // namespace ringcheck
