// What each barrier() and each ONCE is for.
// A protection is taken away alone, and together with what usually does the same: marked accesses
// keep their order without a barrier(), and barrier()s keep plain accesses in theirs. Each
// combination is explored on every ground, so that a row says on which it is needed.
// Tested by tests/cli/compiler_study_test.cpp.
#include "cli/compiler_study.hpp"

#include <algorithm>

#include "cli/ordered_tasks.hpp"
#include "cli/output.hpp"

namespace ringcheck {

namespace {

constexpr std::array kBarriers = {Site::nest_before_head, Site::publish_before_unnest,
                                  Site::unnest_before_recheck};

bool is_mark(Site site) {
  return site_info(site).kernel == Strength::once;
}

/// The accesses on both sides of an ordering point, or the ordering points around an access.
std::vector<Site> stand_ins(Site site) {
  switch (site) {
    case Site::nest_before_head:
      return {Site::nest_look, Site::nest_again, Site::head_load};
    case Site::publish_before_unnest:
      return {Site::head_store, Site::nest_clear};
    case Site::unnest_before_recheck:
      return {Site::nest_clear, Site::head_recheck};
    case Site::b:
      return {Site::nest_before_head};
    case Site::c:
      return {Site::reader_head};
    case Site::d:
      return {Site::reader_tail};
    case Site::reader_head:
      return {Site::c};
    case Site::reader_tail:
      return {Site::d};
    default:
      return {kBarriers.begin(), kBarriers.end()};
  }
}

CompilerGround ground(std::string name, std::string_view scenario, std::string_view model,
                      std::initializer_list<const char*> parameters, std::string why,
                      std::vector<Site> sites = {}) {
  CompilerGround result{std::move(name), ScenarioRun(find_scenario(scenario)), std::string(model),
                        std::move(why), std::move(sites)};
  for (const char* parameter : parameters) result.run.parameters.set(parameter);
  // The reader's accesses are single ones where C and D are fences.
  result.run.plan.set(Site::c, Strength::rmb);
  result.run.plan.set(Site::d, Strength::mb);
  return result;
}

/// What of the grounds is studied on machines too.
constexpr std::array<std::string_view, 3> kOnMachines = {"nested writers", "nested, full",
                                                         "reader"};

const CompilerCheck* first_violated(const std::vector<CompilerCheck>& checks) {
  const auto found = std::find_if(checks.begin(), checks.end(), [](const CompilerCheck& check) {
    return std::holds_alternative<Violated>(check.verdict);
  });
  return found == checks.end() ? nullptr : &*found;
}

}  // namespace

const CompilerCheck* CompilerRow::needed_alone() const {
  return first_violated(alone);
}

const CompilerCheck* CompilerRow::needed_without_others() const {
  return first_violated(with_others);
}

bool CompilerStudy::sound() const {
  const auto complete = [](const CompilerCheck& check) {
    return !std::holds_alternative<BoundReached>(check.verdict);
  };
  return std::all_of(unchanged.begin(), unchanged.end(),
                     [](const CompilerCheck& check) {
                       return std::holds_alternative<Holds>(check.verdict);
                     }) &&
         std::all_of(rows.begin(), rows.end(), [&](const CompilerRow& row) {
           return std::all_of(row.alone.begin(), row.alone.end(), complete) &&
                  std::all_of(row.with_others.begin(), row.with_others.end(), complete);
         });
}

std::vector<CompilerGround> compiler_grounds() {
  return {
      ground(
          "nested writers", "perf-ring-levels", "sc",
          {"levels=1", "interrupts=2", "payload=0", "interrupt-payload=0", "polls=0", "compiler=1"},
          "two interrupts write"),
      ground("nested, full", "perf-ring-nested", "sc",
             {"records=2", "payload=0", "interrupt-payload=0", "words=4", "polls=1", "compiler=1"},
             "records are read, and some find no space"),
      ground("reader", "perf-ring", "sc",
             {"records=2", "payload=2", "words=4", "polls=1", "compiler=1"},
             "the second record wraps onto the first"),
      ground("past 4 GiB, nested", "perf-ring-levels", "sc",
             {"levels=1", "interrupts=1", "payload=0", "interrupt-payload=0", "polls=0",
              "start=4294967280", "compiler=1"},
             "positions pass the half of a word, and tearing shows"),
      ground("past 4 GiB, reader", "perf-ring", "sc",
             {"records=2", "payload=1", "words=4", "polls=2", "start=4294967288", "compiler=1"},
             "the same, with records that are read"),
      ground("waiting", "perf-wakeup-nested", "sc", {"stamp=before-nest", "compiler=1"},
             "an NMI owes a wakeup; with F-09 repaired, which would hide the rest",
             {Site::nest_raise, Site::stamp_sample, Site::stamp_compare, Site::stamp_check,
              Site::poll_flag}),
      ground("lkmm", "perf-ring", "lkmm",
             {"records=2", "payload=2", "words=4", "polls=1", "data=marked"},
             "what the Linux-kernel model says of a plain access; nothing is compiled"),
  };
}

std::vector<CompilerGround> compiler_grounds(const ArchitectureProfile& profile) {
  std::vector<CompilerGround> grounds;
  for (CompilerGround& one : compiler_grounds()) {
    if (std::find(kOnMachines.begin(), kOnMachines.end(), one.name) == kOnMachines.end()) continue;
    one.model = profile.model;
    apply(profile, one.run);
    grounds.push_back(std::move(one));
  }
  return grounds;
}

std::vector<Site> compiler_sites() {
  std::vector<Site> sites;
  for (const Site site : kBarriers) sites.push_back(site);
  for (const Site site : {Site::b, Site::c, Site::d}) sites.push_back(site);
  for (const SiteInfo& info : kSites)
    if (is_mark(info.site)) sites.push_back(info.site);
  return sites;
}

CompilerStudy study_compiler(const std::vector<Site>& sites, std::vector<CompilerGround> grounds,
                             unsigned jobs) {
  CompilerStudy study{std::move(grounds), {}, {}};
  struct Task {
    std::size_t ground;
    std::vector<Site> away;
    std::vector<CompilerCheck> CompilerRow::*checks;  ///< null: nothing is taken away
    std::size_t row;
  };
  std::vector<Task> tasks;
  for (std::size_t g = 0; g < study.grounds.size(); ++g) tasks.push_back({g, {}, nullptr, 0});
  for (std::size_t r = 0; r < sites.size(); ++r) {
    const Site site = sites[r];
    study.rows.push_back({site, {}, {}, stand_ins(site)});
    std::vector<Site> all = {site};
    for (const Site other : study.rows.back().others) all.push_back(other);
    for (std::size_t g = 0; g < study.grounds.size(); ++g) {
      const std::vector<Site>& only = study.grounds[g].sites;
      if (!only.empty() && std::find(only.begin(), only.end(), site) == only.end()) continue;
      // Under the kernel's model an ordering point orders CPUs too, which is another question.
      const bool compiled = study.grounds[g].model != "lkmm";
      if (compiled || is_mark(site)) tasks.push_back({g, {site}, &CompilerRow::alone, r});
      if (compiled) tasks.push_back({g, all, &CompilerRow::with_others, r});
    }
  }
  Progress progress;
  std::size_t done = 0;
  run_ordered(
      tasks.size(), jobs,
      [&](std::size_t i) {
        const CompilerGround& on = study.grounds[tasks[i].ground];
        ScenarioRun run = on.run;
        for (const Site site : tasks[i].away) run.plan.set(site, Strength::none);
        ScenarioResult result = check_scenario(run, find_model(on.model));
        CompilerCheck check{tasks[i].ground,
                            std::move(result.verdict),
                            {},
                            std::move(result.witness),
                            result.counts.complete};
        for (const PropertyOutcome& outcome : result.properties)
          if (outcome.violations > 0) check.violated.push_back(outcome.property->id);
        return check;
      },
      [&](CompilerCheck check) {
        const Task& task = tasks[done++];
        std::vector<CompilerCheck>& checks =
            task.checks == nullptr ? study.unchanged : study.rows[task.row].*task.checks;
        checks.push_back(std::move(check));
        progress.show(std::to_string(done) + " of " + std::to_string(tasks.size()) + " checks");
      });
  return study;
}

}  // namespace ringcheck
