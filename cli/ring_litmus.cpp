// The ring's shapes as litmus tests.
// Words of data are plain in Linux-kernel C, as in the kernel; head and tail are ONCE, or what the
// plan makes of them. In assembly, thread 0 is compiled by the kernel's table and thread 1 by user
// space's. Tested by tests/cli/ring_litmus_test.cpp.
#include "cli/ring_litmus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <optional>

#include "cli/output.hpp"
#include "graph/diagnostic.hpp"
#include "litmus/compilation/compilation.hpp"
#include "litmus/generate/cycle_language.hpp"
#include "litmus/generate/expected_line.hpp"
#include "litmus/litmus.hpp"
#include "properties/core/area.hpp"
#include "properties/core/perf_scenario.hpp"
#include "protocol/aux/sites.hpp"
#include "protocol/perf_tool/sites.hpp"
#include "protocol/ring/sites.hpp"
#include "protocol/tmc/sites.hpp"

namespace ringcheck {

namespace {

using litmus::AccessKind;
using litmus::Mark;
using litmus::StraightAccess;
using litmus::StraightTest;

constexpr RingShapeInfo kShapes[] = {
    {RingShape::publication, "perf-ring", "mp", site::kB, site::kC,
     "the reader sees the head and a record that is not there yet"},
    {RingShape::consumption, "perf-ring", "lb", site::kA, site::kD,
     "the reader loads a record that was stored over the one it has yet to read"},
    {RingShape::nested, "perf-ring-nested", "nested", site::kB, site::kC,
     "the reader sees the head and a record of an interrupt that is not there yet"},
    {RingShape::aux_publication, "aux-ring", "mp", site::kEtrB, site::kAuxC,
     "the reader sees aux_head and trace that is not there yet"},
    {RingShape::aux_consumption, "aux-ring", "lb", site::kAuxA, site::kAuxD,
     "the reader loads trace that was written over what it has yet to read"},
};

StraightAccess access(AccessKind kind, std::size_t location, Mark mark, std::int64_t value = 0) {
  StraightAccess a;
  a.kind = kind;
  a.location = location;
  a.mark = mark;
  a.value = value;
  return a;
}

/// Puts `strength` between two accesses of a thread.
void order(std::vector<StraightAccess>& thread, std::size_t before, std::size_t after,
           Strength strength) {
  switch (strength) {
    case Strength::none:
    case Strength::barrier:
    case Strength::once:
      return;
    case Strength::control:
      thread[after].dependencies.push_back({litmus::DependencyKind::control, before});
      return;
    case Strength::wmb:
      thread[after].fences.emplace_back("smp_wmb");
      return;
    case Strength::rmb:
      thread[after].fences.emplace_back("smp_rmb");
      return;
    case Strength::mb:
      thread[after].fences.emplace_back("smp_mb");
      return;
    case Strength::acquire:
      thread[before].mark = Mark::acquire;
      return;
    case Strength::release:
      thread[after].mark = Mark::release;
      return;
  }
}

bool is_publication(RingShape shape) {
  return shape != RingShape::consumption && shape != RingShape::aux_consumption;
}

/// Adds the index, and `words` words of data after it, to the test's locations.
void add_locations(StraightTest& test, RingShape shape, std::size_t words) {
  const bool aux = shape == RingShape::aux_publication || shape == RingShape::aux_consumption;
  test.locations.push_back(
      {is_publication(shape) ? (aux ? "aux_head" : "data_head") : (aux ? "aux_tail" : "data_tail"),
       0,
       {}});
  for (std::size_t i = 1; i <= words; ++i)
    test.locations.push_back({fmt::format("{}{}", aux ? "trace" : "data", i), 0, {}});
}

/// Thread 0 stores all words, then the index. Thread 1 loads the index, then all words, and misses
/// the last. Nested: the words after the first are the interrupts'.
StraightTest publication(const RingShapeInfo& info, std::uint64_t records,
                         const BarrierPlan& plan) {
  StraightTest test;
  const std::size_t words = info.shape == RingShape::nested ? records + 1 : records;
  add_locations(test, info.shape, words);
  std::vector<StraightAccess> writer;
  std::vector<StraightAccess> reader;
  const auto all = static_cast<std::int64_t>(words);
  if (info.shape == RingShape::publication) {
    // Each record is published by itself.
    for (std::size_t i = 1; i <= words; ++i) {
      writer.push_back(access(AccessKind::write, i, Mark::plain, 1));
      writer.push_back(access(AccessKind::write, 0, Mark::once, static_cast<std::int64_t>(i)));
      order(writer, writer.size() - 2, writer.size() - 1, plan.at(info.kernel_site));
    }
  } else {
    for (std::size_t i = 1; i <= words; ++i)
      writer.push_back(access(AccessKind::write, i, Mark::plain, 1));
    writer.push_back(access(AccessKind::write, 0, Mark::once, all));
    order(writer, writer.size() - 2, writer.size() - 1, plan.at(info.kernel_site));
  }
  reader.push_back(access(AccessKind::read, 0, Mark::once));
  reader.front().seen = all;
  for (std::size_t i = 1; i <= words; ++i)
    reader.push_back(access(AccessKind::read, i, Mark::plain));
  reader.back().seen = 0;
  order(reader, 0, 1, plan.at(info.user_site));
  test.threads = {std::move(writer), std::move(reader)};
  return test;
}

/// Thread 0 loads the index, then stores over all words. Thread 1 loads all words, then stores the
/// index.
StraightTest consumption(const RingShapeInfo& info, std::uint64_t records,
                         const BarrierPlan& plan) {
  StraightTest test;
  add_locations(test, info.shape, records);
  std::vector<StraightAccess> writer;
  std::vector<StraightAccess> reader;
  const auto all = static_cast<std::int64_t>(records);
  writer.push_back(access(AccessKind::read, 0, Mark::once));
  writer.front().seen = all;
  for (std::size_t i = 1; i <= records; ++i) {
    writer.push_back(access(AccessKind::write, i, Mark::plain, 1));
    reader.push_back(access(AccessKind::read, i, Mark::plain));
  }
  order(writer, 0, 1, plan.at(info.kernel_site));
  reader.back().seen = 1;
  reader.push_back(access(AccessKind::write, 0, Mark::once, all));
  order(reader, reader.size() - 2, reader.size() - 1, plan.at(info.user_site));
  test.threads = {std::move(writer), std::move(reader)};
  return test;
}

/// The kernel's table for the architecture; empty for Linux-kernel C.
std::optional<CompilationTarget> target_of(const RingLitmusOptions& options) {
  const litmus::CycleLanguage& language = litmus::find_cycle_language(options.architecture);
  if (language.architecture == litmus::Architecture::c) {
    if (!options.user_table.empty())
      throw InputError(
          {"--user-table", 0, 0, "saw a table for Linux-kernel C, expected --arch too"});
    return std::nullopt;
  }
  for (const auto& table : litmus::kKernelTables) {
    if (table.architecture != language.architecture) continue;
    CompilationTarget target = find_target(table.name);
    if (!options.user_table.empty())
      target.user = find_user_table(options.user_table, target.kernel);
    target.user_threads = {1};
    return target;
  }
  return std::nullopt;
}

std::string text_of(const RingShapeInfo& info, const RingLitmusOptions& options,
                    const BarrierPlan& plan, const StraightTest& made,
                    const std::optional<CompilationTarget>& target) {
  const LitmusTest source = litmus::kernel_c_test(made);
  const LitmusTest test = target ? compile_to_assembly(source, *target) : source;
  const std::array sites = {info.kernel_site, info.user_site};
  return litmus::text_with_head(
      test, {"",
             {litmus::expected_line(test), "",
              fmt::format("{}, {} record{}, {}:", info.scenario, options.records,
                          options.records == 1 ? "" : "s", to_text(plan, sites)),
              fmt::format("exists, if it is not forbidden: {}.", info.shows)}});
}

}  // namespace

std::span<const RingShapeInfo> ring_shapes() {
  return kShapes;
}

std::vector<RingShapeInfo> shapes_of_scenario(std::string_view name, std::string_view shape) {
  std::vector<RingShapeInfo> found;
  std::string scenarios;
  std::string shapes;
  for (const RingShapeInfo& info : kShapes) {
    if (!scenarios.ends_with(info.scenario))
      scenarios.append(scenarios.empty() ? "" : ", ").append(info.scenario);
    if (info.scenario != name) continue;
    shapes.append(shapes.empty() ? "" : ", ").append(info.name);
    if (shape.empty() || shape == info.name) found.push_back(info);
  }
  if (shapes.empty())
    throw InputError(
        {"--scenario", 0, 0, fmt::format("saw '{}', expected one of {}", name, scenarios)});
  if (found.empty())
    throw InputError({"--shape", 0, 0, fmt::format("saw '{}', expected one of {}", shape, shapes)});
  return found;
}

StraightTest ring_test(const RingShapeInfo& shape, std::uint64_t records, const BarrierPlan& plan) {
  StraightTest test = is_publication(shape.shape) ? publication(shape, records, plan)
                                                  : consumption(shape, records, plan);
  test.name = fmt::format("{}+{}{}+{}-{}+{}-{}", shape.scenario, shape.name, records,
                          shape.kernel_site.name, strength_name(plan.at(shape.kernel_site)),
                          shape.user_site.name, strength_name(plan.at(shape.user_site)));
  return test;
}

std::vector<BarrierPlan> plans_of(const RingShapeInfo& shape) {
  std::vector<BarrierPlan> plans;
  for (std::size_t a = 0; a < kStrengthCount; ++a)
    for (std::size_t b = 0; b < kStrengthCount; ++b)
      if (shape.kernel_site.allowed.has(static_cast<Strength>(a)) &&
          shape.user_site.allowed.has(static_cast<Strength>(b)))
        plans.push_back(BarrierPlan()
                            .with(shape.kernel_site, static_cast<Strength>(a))
                            .with(shape.user_site, static_cast<Strength>(b)));
  return plans;
}

void write_ring_litmus(const RingLitmusOptions& options) {
  if (options.records < 1 || options.records > kMostRecords)
    throw InputError(
        {"--records", 0, 0,
         fmt::format("saw {}, expected a number from 1 to {}", options.records, kMostRecords)});
  const std::vector<RingShapeInfo> shapes = shapes_of_scenario(options.scenario, options.shape);
  const std::optional<CompilationTarget> target = target_of(options);
  const bool every = options.plan == "all";
  Plan chosen(perf_catalogue().sites);
  try {
    if (!every) chosen.set(options.plan);
  } catch (const InputError& error) {
    throw InputError({"--plan", 0, 0, error.diagnostic().message});
  }
  std::vector<std::pair<std::string, std::string>> files;
  for (const RingShapeInfo& shape : shapes) {
    for (const BarrierPlan& plan : every ? plans_of(shape) : std::vector{typed(chosen)}) {
      const StraightTest made = ring_test(shape, options.records, plan);
      files.emplace_back(made.name, text_of(shape, options, plan, made, target));
    }
  }
  if (options.output.empty()) {
    if (files.size() > 1)
      throw InputError(
          {"--scenario", 0, 0,
           fmt::format("saw {} tests and no --output, expected a folder for them", files.size())});
    std::cout << files.front().second;
    return;
  }
  for (const auto& [name, text] : files)
    write_output(options.output + "/" + name + ".litmus", text);
  std::cout << fmt::format("{} tests in {}\n", files.size(), options.output);
}

}  // namespace ringcheck
