// Tested by tests/cli/program_barriers_test.cpp.
#include "cli/programs/order_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/programs/program_text.hpp"
#include "models/for_programs.hpp"

namespace ringcheck {

using Json = nlohmann::ordered_json;
using source::OrderPlan;
using source::OrderSite;
using source::OrderStudy;
using source::StudiedProgram;
using source::WeakenedSite;

namespace {

unsigned count_on(const source::MappedMachine& machine, const std::vector<OrderSite>& sites,
                  const OrderPlan& plan) {
  const C11Calls& calls = *c11_calls(find_model(machine.model));
  unsigned count = 0;
  for (std::size_t s = 0; s < sites.size(); ++s)
    count += ordering_instructions(calls, sites[s], plan[s]);
  return count;
}

/// "x86-64 0 of 1, armv8 2 of 3": instructions of `plan`, out of those of the unchanged program.
std::string cost_text(const std::vector<OrderSite>& sites, const OrderPlan& plan) {
  std::string text;
  for (const source::MappedMachine& machine : source::kMappedMachines)
    text += fmt::format("{}{} {} of {}", text.empty() ? "" : ", ", machine.name,
                        count_on(machine, sites, plan), count_on(machine, sites, own_plan(sites)));
  return text;
}

std::string place_text(const StudiedProgram& program, const OrderSite& site) {
  return program.code->where(site.place);
}

std::string changes_text(const std::vector<OrderSite>& sites, const OrderPlan& plan) {
  std::string text;
  for (std::size_t s = 0; s < sites.size(); ++s)
    if (plan[s] != sites[s].parts())
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", s + 1, sites[s].text(plan[s]));
  return text.empty() ? "nothing" : text;
}

std::string outcome_text(const WeakenedSite& weakened) {
  if (weakened.enough()) return "enough";
  return std::string(source::name_of(weakened.result.error->kind));
}

std::string sites_text(const StudiedProgram& program, const OrderStudy& study) {
  std::string text;
  for (std::size_t s = 0; s < program.sites.size(); ++s) {
    const OrderSite& site = program.sites[s];
    text += fmt::format("  {:>2}  {}: {} {}", s + 1, place_text(program, site), name_of(site.kind),
                        site.text(site.parts()));
    const char* separator = "; ";
    for (const WeakenedSite& weakened : study.alone) {
      if (weakened.site != s) continue;
      text += fmt::format("{}{}: {}", separator, site.text(weakened.parts), outcome_text(weakened));
      separator = ", ";
    }
    text += '\n';
  }
  return text;
}

std::string witnesses_text(const StudiedProgram& program, const OrderStudy& study) {
  std::string text;
  const Model model = for_programs(find_model(study.model));
  for (const WeakenedSite& weakened : study.alone) {
    if (weakened.enough()) continue;
    const OrderSite& site = program.sites[weakened.site];
    text += '\n' + program_text(fmt::format("{} with {} {}", place_text(program, site),
                                            name_of(site.kind), site.text(weakened.parts)),
                                model, weakened.result);
  }
  return text;
}

}  // namespace

Json instructions_json(const std::vector<OrderSite>& sites, const OrderPlan& plan) {
  Json json = Json::object();
  for (const source::MappedMachine& machine : source::kMappedMachines)
    json[machine.name] = count_on(machine, sites, plan);
  return json;
}

unsigned instructions_of(const std::vector<OrderSite>& sites, const OrderPlan& plan) {
  unsigned count = 0;
  for (const source::MappedMachine& machine : source::kMappedMachines)
    count += count_on(machine, sites, plan);
  return count;
}

std::string order_text(const std::string& file, const StudiedProgram& program,
                       const OrderStudy& study) {
  if (study.own.error) return program_text(file, for_programs(find_model(study.model)), study.own);
  std::string text = fmt::format("{} under {}: {} sites, {} checks\n", file, study.model,
                                 program.sites.size(), study.checks);
  if (!study.own.bound.empty()) text += fmt::format("  up to a bound: {}\n", study.own.bound);
  if (study.limited) text += "  not all was explored: what seems enough may not be\n";
  const bool several = study.alone.empty() && !program.sites.empty();
  if (!several) text += sites_text(program, study);
  text += study.weakest.empty() ? "  no plan is enough under each of them\n"
                                : "  the weakest that are enough, and their instructions:\n";
  for (const OrderPlan& plan : study.weakest)
    text += fmt::format("    {}: {}\n", changes_text(program.sites, plan),
                        cost_text(program.sites, plan));
  return several ? text : text + witnesses_text(program, study);
}

Json order_row(const std::string& file, const StudiedProgram& program, const OrderStudy& study) {
  const std::vector<OrderSite>& sites = program.sites;
  Json row = {{"file", file},
              {"model", study.model},
              {"verdict", verdict_of(study.own)},
              {"instructions", instructions_json(sites, own_plan(sites))},
              {"checks", study.checks},
              {"limited", study.limited},
              {"sites", Json::array()},
              {"weakest", Json::array()}};
  for (std::size_t s = 0; s < sites.size(); ++s) {
    Json alone = Json::array();
    for (const WeakenedSite& weakened : study.alone) {
      if (weakened.site != s) continue;
      Json one = {{"order", sites[s].text(weakened.parts)}, {"enough", weakened.enough()}};
      if (!weakened.enough()) {
        one["kind"] = source::name_of(weakened.result.error->kind);
        one["where"] = weakened.result.error->where;
        one["what"] = weakened.result.error->what;
      }
      alone.push_back(std::move(one));
    }
    row["sites"].push_back({{"where", place_text(program, sites[s])},
                            {"operation", name_of(sites[s].kind)},
                            {"order", sites[s].text(sites[s].parts())},
                            {"alone", std::move(alone)}});
  }
  for (const OrderPlan& plan : study.weakest) {
    Json orders = Json::array();
    for (std::size_t s = 0; s < sites.size(); ++s) orders.push_back(sites[s].text(plan[s]));
    row["weakest"].push_back(
        {{"orders", std::move(orders)}, {"instructions", instructions_json(sites, plan)}});
  }
  return row;
}

}  // namespace ringcheck
