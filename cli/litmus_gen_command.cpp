// `ringcheck litmus gen`: tests from cycles of relaxations, from witnesses and from scenarios.
// Everything is made before the first file is written.
// Tested by tests/cli/litmus_gen_test.cpp.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

#include "check/ordered_tasks.hpp"
#include "cli/check_options.hpp"
#include "cli/litmus_gen_command.hpp"
#include "cli/output.hpp"
#include "cli/ring_litmus.hpp"
#include "cli/witness_litmus.hpp"
#include "graph/diagnostic.hpp"
#include "litmus/generate/catalogue.hpp"
#include "litmus/generate/critical_cycles.hpp"
#include "litmus/generate/cycle.hpp"
#include "litmus/generate/expected_line.hpp"

namespace ringcheck {

namespace {

using litmus::CycleLanguage;
using litmus::CycleTest;

constexpr unsigned kLargestCycle = 12;

/// What is asked for: a cycle, relaxations, the catalogue, a scenario or a witness.
struct Options {
  std::string cycle;  ///< relaxations in diy's vocabulary
  std::string relax;  ///< relaxations from which all critical cycles are made
  unsigned size = 6;  ///< most edges of such a cycle
  litmus::Observers observers = litmus::Observers::avoid;
  std::string arch = "LKMM";
  bool catalogue = false;
  bool kernel_plans = false;  ///< of the catalogue, only tests with the plan of Linux 6.1
  std::string page;           ///< path of the catalogue's page, empty for none
  std::string witness;        ///< path of a witness
  RingLitmusOptions ring;     ///< a scenario of the ring
  std::string name;           ///< of the test; empty: diy's name for the cycle
  std::string output;         ///< folder; empty: standard output, for a single test
  unsigned jobs = 0;          ///< tests judged at a time; 0: one a core
};

[[noreturn]] void reject(std::string option, std::string what) {
  throw InputError({std::move(option), 0, 0, std::move(what)});
}

/// The text of a test, with the answers of all models.
std::string judged_text(const CycleTest& made, const CycleLanguage& language) {
  const LitmusTest test = language.architecture == litmus::Architecture::c
                              ? litmus::kernel_c_test(made.test)
                              : litmus::assembly_test(made.test, language.architecture);
  return litmus::text_with_head(
      test, {litmus::text_of(made.cycle.edges, language), {litmus::expected_line(test)}});
}

/// Refuses a name that no file can have, or that herd7 would not read back.
void require_name(const std::string& name) {
  const bool word = std::ranges::all_of(name, [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '+' || c == '-' || c == '.' || c == '_';
  });
  if (!word || !std::isalnum(static_cast<unsigned char>(name.front())))
    reject("--name",
           fmt::format("saw '{}', expected letters, digits, and + - . _ after one", name));
}

ExitStatus generate_one(const Options& options, const CycleLanguage& language) {
  if (!options.name.empty()) require_name(options.name);
  CycleTest made;
  made.cycle = litmus::make_cycle(litmus::parse_relaxations(options.cycle, language, "--cycle"),
                                  language, "--cycle");
  made.test = litmus::test_of_cycle(made.cycle, language, "--cycle", options.observers);
  made.test.name =
      options.name.empty() ? litmus::name_of_cycle(made.cycle, language) : options.name;
  const std::string text = judged_text(made, language);
  if (options.output.empty()) {
    std::cout << text;
  } else {
    require_folder(options.output, "tests");
    write_output(options.output + "/" + made.test.name + ".litmus", text);
  }
  return ExitStatus::holds;
}

ExitStatus generate_all(const Options& options, const CycleLanguage& language) {
  if (options.output.empty()) reject("--relax", "saw no --output, expected a folder for the tests");
  if (options.size < 3 || options.size > kLargestCycle)
    reject("--size", fmt::format("saw {}, expected a number of edges from 3 to {}", options.size,
                                 kLargestCycle));
  const litmus::CycleTests found =
      litmus::critical_cycle_tests(litmus::parse_composites(options.relax, language, "--relax"),
                                   options.size, language, options.observers);
  std::vector<std::string> texts;
  run_ordered(
      found.tests.size(), options.jobs,
      [&](std::size_t i) { return judged_text(found.tests[i], language); },
      [&](std::string text) { texts.push_back(std::move(text)); });
  require_folder(options.output, "tests");
  std::string index = fmt::format("# ringcheck litmus gen --arch {} --relax '{}' --size {}\n",
                                  language.name, options.relax, options.size);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string file = found.tests[i].test.name + ".litmus";
    write_output(options.output + "/" + file, texts[i]);
    index += file + "\n";
  }
  write_output(options.output + "/@all", index);
  std::cout << fmt::format("{} tests in {}\n", texts.size(), options.output);
  for (const std::string& cycle : found.untold)
    std::cerr << fmt::format(
        "--relax: no test for {}: no final state tells the order of its writes (--obs accept)\n",
        cycle);
  return ExitStatus::holds;
}

ExitStatus generate_catalogue(const Options& options) {
  if (options.output.empty())
    reject("--catalogue", "saw no --output, expected a folder for the tests");
  std::vector<litmus::ShapeTest> tests = litmus::catalogue_tests();
  std::vector<litmus::CatalogueEntry> entries;
  run_ordered(
      tests.size(), options.jobs, [&](std::size_t i) { return litmus::judged(tests[i]); },
      [&](litmus::CatalogueEntry entry) { entries.push_back(std::move(entry)); });
  require_folder(options.output, "tests");
  std::size_t written = 0;
  for (const litmus::CatalogueEntry& entry : entries) {
    if (options.kernel_plans && !entry.made.is_kernel_plan()) continue;
    write_output(options.output + "/" + entry.made.test.name + ".litmus", litmus::text_of(entry));
    ++written;
  }
  if (!options.page.empty()) write_output(options.page, litmus::catalogue_page(entries));
  std::cout << fmt::format("{} tests in {}\n", written, options.output);
  return ExitStatus::holds;
}

ExitStatus generate_from_scenario(const Options& options) {
  RingLitmusOptions ring = options.ring;
  ring.architecture = options.arch;
  ring.output = options.output;
  if (!ring.output.empty()) require_folder(ring.output, "tests");
  write_ring_litmus(ring);
  return ExitStatus::holds;
}

ExitStatus generate_from_witness(const Options& options) {
  if (!options.output.empty()) require_folder(options.output, "tests");
  write_witness_litmus(options.witness, options.output, options.name);
  return ExitStatus::holds;
}

ExitStatus generate(const Options& options) {
  const int asked = (options.cycle.empty() ? 0 : 1) + (options.relax.empty() ? 0 : 1) +
                    (options.catalogue ? 1 : 0) + (options.ring.scenario.empty() ? 0 : 1) +
                    (options.witness.empty() ? 0 : 1);
  if (asked != 1)
    reject(
        "ringcheck litmus gen",
        fmt::format("saw {} of a cycle, --relax, --catalogue, --scenario and --witness, expected "
                    "one",
                    asked));
  if (!options.name.empty() && options.cycle.empty() && options.witness.empty())
    reject("--name", "saw a name for many tests, expected it with --cycle or --witness");
  if (!options.page.empty() && !options.catalogue)
    reject("--page", "saw a page for other tests, expected it with --catalogue");
  if (options.kernel_plans && !options.catalogue)
    reject("--kernel-plans", "saw plans for other tests, expected it with --catalogue");
  if (options.catalogue) return generate_catalogue(options);
  if (!options.ring.scenario.empty()) return generate_from_scenario(options);
  if (!options.witness.empty()) return generate_from_witness(options);
  const CycleLanguage& language = litmus::find_cycle_language(options.arch);
  return options.relax.empty() ? generate_one(options, language) : generate_all(options, language);
}

/// What tests are made from: a cycle, all cycles of some relaxations, a witness or a scenario.
struct Sources {
  CLI::Option* witness = nullptr;
  CLI::Option* scenario = nullptr;
};

Sources add_sources(CLI::App& command, Options& options) {
  Sources sources;
  auto* cycle =
      command.add_option("cycle", options.cycle,
                         "Make the test that shows this cycle, such as \"PodWW Rfe DpCtrldW Coe\"");
  cycle->type_name("");
  command.add_option("--cycle", options.cycle, "The same, by name")
      ->excludes(cycle)
      ->type_name("CYCLE");
  command
      .add_option("--relax", options.relax,
                  "Make a test for each critical cycle out of these relaxations")
      ->type_name("R1,R2,...");
  sources.witness =
      command.add_option("--witness", options.witness,
                         "Make the smallest test that shows the same as this witness of `verify "
                         "--witness` or `check --witness`; with --output also the test with the "
                         "barrier that forbids it");
  sources.witness->type_name("FILE");
  sources.scenario =
      command
          .add_option("--scenario", options.ring.scenario,
                      "Make the ring's own shapes: perf-ring, perf-ring-nested or aux-ring")
          ->type_name("S");
  return sources;
}

void add_ring_options(CLI::App& command, RingLitmusOptions& ring, CLI::Option* scenario) {
  command
      .add_option("--shape", ring.shape,
                  "One of them: mp (records and head), lb (tail and records) or nested")
      ->needs(scenario)
      ->type_name("SHAPE");
  command.add_option("--records", ring.records, "Records of the shapes, for --scenario")
      ->check(options::count_error)
      ->capture_default_str()
      ->needs(scenario)
      ->type_name("N");
  command
      .add_option("--plan", ring.plan,
                  "What stands at the ordering points, for --scenario: B=wmb,C=rmb (Linux's); all: "
                  "a test for each combination")
      ->needs(scenario)
      ->type_name("PLAN");
  command
      .add_option("--user-table", ring.user_table,
                  "By which the reader is compiled, for --scenario in assembly (what Linux 6.1 "
                  "has)")
      ->needs(scenario)
      ->type_name("TABLE");
}

void add_cycle_options(CLI::App& command, Options& options, const Sources& sources) {
  command.add_option("--size", options.size, "Edges of a cycle at most, for --relax")
      ->check(options::count_error)
      ->capture_default_str()
      ->type_name("N");
  command
      .add_option("--obs", options.observers,
                  "accept: a thread that reads a location tells the order of its writes where "
                  "nothing else does; force: wherever there are two (avoid)")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, litmus::Observers>{{"avoid", litmus::Observers::avoid},
                                                   {"accept", litmus::Observers::accept},
                                                   {"force", litmus::Observers::force}}))
      ->excludes(sources.witness)
      ->excludes(sources.scenario)
      ->type_name("accept|avoid|force");
  command
      .add_option("--arch", options.arch,
                  "Language of the tests: LKMM, AArch64, X86_64, RISCV or PPC; that of a witness "
                  "is what it was verified for (`verify --arch`)")
      ->capture_default_str()
      ->excludes(sources.witness)
      ->type_name("A");
}

void add_outputs(CLI::App& command, Options& options) {
  command.add_flag("--catalogue", options.catalogue,
                   "Make the tests of the perf ring's protocols (docs/litmus-catalogue.md)");
  command.add_flag("--kernel-plans", options.kernel_plans,
                   "For --catalogue, only the tests with the plans of Linux 6.1");
  command.add_option("--page", options.page, "Write the page about them, for --catalogue")
      ->type_name("FILE");
  command.add_option("--name", options.name, "Name of the test, for --cycle (diy's name for it)")
      ->type_name("NAME");
  command
      .add_option("--output", options.output,
                  "Write NAME.litmus to this folder, for --relax also an index @all")
      ->type_name("DIR");
  command.add_option("--jobs", options.jobs, "Tests judged at a time (one a core)")
      ->check(options::count_error)
      ->type_name("N");
}

}  // namespace

void add_litmus_gen(CLI::App& litmus, std::function<ExitStatus()>& action) {
  auto* command = litmus.add_subcommand(
      "gen", "Write litmus tests from cycles of relaxations, a witness, and of the ring");
  auto options = std::make_shared<Options>();
  const Sources sources = add_sources(*command, *options);
  add_ring_options(*command, options->ring, sources.scenario);
  add_cycle_options(*command, *options, sources);
  add_outputs(*command, *options);
  command->footer(
      "Relaxations are diy's: (Rf|Fr|Co)(e|i), (Po|FENCE)(s|d)(R|W)(R|W), "
      "Dp(Addr|Data|Ctrl)(s|d)(R|W), Detour(R|W|RW|WW), Rmw or Amo.Swp, "
      "[A,B] for some in a row, "
      "* for R and W, marks at the end: PodWWOnceRelease, RfeLA. The head comment of a test says "
      "what "
      "every model answers, and `litmus run` holds the answers against it.");
  command->callback([&action, options] { action = [options] { return generate(*options); }; });
}

}  // namespace ringcheck
