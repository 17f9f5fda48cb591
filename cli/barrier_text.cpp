// A barrier study as a person reads it.
// Tested by tests/cli/barrier_study_test.cpp.
#include "cli/barrier_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/witness_text.hpp"

namespace ringcheck {

namespace {

std::string cell(const PlanResult& result) {
  if (result.sufficient()) return "enough";
  if (const auto* violated = std::get_if<Violated>(&result.verdict)) return violated->property;
  return std::string(verdict_name(result.verdict));
}

/// The strengths that the minimal plans of `model` have at `site`, in the order of its strengths.
std::vector<std::string_view> strengths_at(const SiteChoice& site,
                                           const std::vector<const PlanResult*>& minimal) {
  std::vector<std::string_view> found;
  for (const std::string_view strength : site.strengths)
    for (const PlanResult* plan : minimal)
      if (plan->plan[site.site->name] == strength) {
        found.push_back(strength);
        break;
      }
  return found;
}

/// The cells of a row of needs_table.
std::string needs_cells(const BarrierStudy& study, const ModelStudy& model) {
  const auto minimal = model.minimal();
  std::size_t choices = 1;
  std::string cells;
  for (const SiteChoice& site : study.sites) {
    const auto found = strengths_at(site, minimal);
    choices *= found.size();
    cells += fmt::format(" {} |", fmt::join(found, " or "));
  }
  if (minimal.empty()) return " no plan is enough |";
  // Minimal plans are all different: if there are as many as choices, they are all of the choices.
  if (choices == minimal.size()) return cells;
  cells.clear();
  for (const PlanResult* plan : minimal)
    cells += (cells.empty() ? " " : "; ") + plan_text(study, plan->plan);
  return cells + " |";
}

}  // namespace

std::string plan_text(const BarrierStudy& study, const Plan& plan) {
  std::string text;
  for (const SiteChoice& site : study.sites)
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", site.site->name, plan[site.site->name]);
  return text;
}

std::string site_table(const BarrierStudy& study, const SiteChoice& site, bool markdown) {
  const Site& info = *site.site;
  const auto row = [&](const std::vector<std::string>& cells) {
    std::string line = markdown ? "|" : " ";
    for (const std::string& text : cells)
      line += fmt::format(" {:<12}{}", text, markdown ? " |" : "");
    return line + '\n';
  };
  std::vector<std::string> head{fmt::format("{} =", info.name)};
  for (const ModelStudy& model : study.models) head.push_back(model.model);
  std::string text = row(head);
  if (markdown)
    text += "|" + [&] {
      std::string rule;
      for (std::size_t i = 0; i < head.size(); ++i) rule += "---|";
      return rule;
    }() + '\n';
  for (const std::string_view strength : site.strengths) {
    const bool own = strength == study.base.plan[site.site->name];
    std::vector<std::string> cells{fmt::format("{}{}", strength, own ? " *" : "")};
    for (const ModelStudy& model : study.models) {
      const PlanResult* result = model.of(study.base.plan.with(site.site->name, strength));
      if (result == nullptr) return "";
      cells.push_back(cell(*result));
    }
    text += row(cells);
  }
  return text;
}

std::string_view machine_of(std::string_view model) {
  constexpr std::pair<std::string_view, std::string_view> kMachines[] = {
      {"x86-tso", "x86-64"}, {"armv8", "arm64"}, {"riscv", "riscv"}, {"power", "powerpc"}};
  for (const auto& [name, machine] : kMachines)
    if (name == model) return machine;
  return "";
}

std::string all_sites_table(const BarrierStudy& study) {
  std::string text = "| point | strength |";
  std::string rule = "|---|---|";
  for (const ModelStudy& model : study.models) {
    text += fmt::format(" {} |", model.model);
    rule += "---|";
  }
  text += '\n' + rule + '\n';
  for (const SiteChoice& site : study.sites) {
    for (const std::string_view strength : site.strengths) {
      const Plan plan = study.base.plan.with(site.site->name, strength);
      std::string row = fmt::format("| {} | {}{} |", site.site->name, strength,
                                    plan == study.base.plan ? " \\*" : "");
      bool whole = true;
      for (const ModelStudy& model : study.models) {
        const PlanResult* const result = model.of(plan);
        whole = whole && result != nullptr;
        if (result != nullptr) row += fmt::format(" {} |", cell(*result));
      }
      if (whole) text += row + '\n';
    }
  }
  return text;
}

std::string needs_table(const BarrierStudy& study) {
  std::string text = "| model | machine |";
  std::string rule = "|---|---|";
  std::string own = "| Linux 6.1 | |";
  for (const SiteChoice& site : study.sites) {
    text += fmt::format(" {}: {} |", site.site->name, site.site->between);
    rule += "---|";
    own += fmt::format(" {} |", study.base.plan[site.site->name]);
  }
  text += '\n' + rule + '\n' + own + '\n';
  for (const ModelStudy& model : study.models) {
    text += fmt::format("| {} | {} |", model.model, machine_of(model.model));
    text += needs_cells(study, model) + '\n';
  }
  return text;
}

std::string minimal_plans_text(const BarrierStudy& study) {
  std::string text;
  for (const ModelStudy& model : study.models) {
    const auto plans = model.minimal();
    if (plans.empty())
      text +=
          fmt::format("  {:<8} none of the {} plans is enough\n", model.model, model.plans.size());
    for (const PlanResult* result : plans)
      text += fmt::format("  {:<8} {}\n", model.model, plan_text(study, result->plan));
  }
  return text;
}

std::vector<SingleChange> insufficient_changes(const BarrierStudy& study) {
  std::vector<SingleChange> changes;
  for (const ModelStudy& model : study.models) {
    const PlanResult* own = model.of(study.base.plan);
    const bool own_violated = own != nullptr && own->witness.has_value();
    if (own_violated && !study.sites.empty())
      changes.push_back(
          {study.sites.front(), study.base.plan[study.sites.front().site->name], &model, own});
    for (const SiteChoice& site : study.sites) {
      for (const std::string_view strength : site.strengths) {
        if (strength == study.base.plan[site.site->name]) continue;
        const PlanResult* result = model.of(study.base.plan.with(site.site->name, strength));
        if (result != nullptr && result->witness)
          changes.push_back({site, strength, &model, result});
      }
    }
  }
  return changes;
}

std::string study_text(const BarrierStudy& study, bool witnesses) {
  std::string text =
      fmt::format("{} ({})\n", study.base.scenario->name, study.base.parameters.text());
  text +=
      "One ordering point varied, the others as the kernel has them (*); a cell names what is "
      "violated:\n\n";
  for (const SiteChoice& site : study.sites) {
    const std::string table = site_table(study, site, false);
    if (!table.empty())
      text += fmt::format("  {}: {}\n{}\n", site.site->name, site.site->between, table);
  }
  text += "Minimal sufficient plans:\n" + minimal_plans_text(study) + '\n';
  return witnesses ? text + witnesses_text(study) : text;
}

std::string witnesses_text(const BarrierStudy& study) {
  std::string text;
  for (const SingleChange& change : insufficient_changes(study))
    text += fmt::format(
        "{} = {} under {}\n{}\n", change.site.site->name, change.strength, change.model->model,
        witness_text(
            *change.result->witness,
            fmt::format("ringcheck verify {}", check_arguments(change.result->witness->check))));
  return text;
}

}  // namespace ringcheck
