// Tested by tests/cli/barrier_page_test.cpp.
#include "cli/barrier_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/barrier_text.hpp"
#include "cli/text_layout.hpp"
#include "cli/witness_text.hpp"
#include "models/model.hpp"

namespace ringcheck {

namespace {

constexpr std::string_view kMark = "†";

/// The strengths that a product has at each site, as bits by their index in the site's choice.
using Group = std::vector<unsigned>;

Group box_of(const BarrierStudy& study, const Plan& plan) {
  Group box;
  for (const SiteChoice& site : study.sites) {
    const auto at = std::ranges::find(site.strengths, plan[site.site->name]);
    box.push_back(1U << static_cast<unsigned>(at - site.strengths.begin()));
  }
  return box;
}

/// True iff the two differ at only one site: together they are a product, too.
bool join(const Group& a, const Group& b) {
  std::size_t differ = 0;
  for (std::size_t i = 0; i < a.size(); ++i) differ += a[i] != b[i] ? 1 : 0;
  return differ == 1;
}

/// Joins a pair of `boxes`. Returns false when there is none to join.
bool join_two(std::vector<Group>& boxes) {
  for (std::size_t i = 0; i < boxes.size(); ++i)
    for (std::size_t j = i + 1; j < boxes.size(); ++j) {
      if (!join(boxes[i], boxes[j])) continue;
      for (std::size_t site = 0; site < boxes[i].size(); ++site) boxes[i][site] |= boxes[j][site];
      boxes.erase(boxes.begin() + static_cast<std::ptrdiff_t>(j));
      return true;
    }
  return false;
}

std::string box_text(const BarrierStudy& study, const Group& box) {
  std::string text;
  for (std::size_t i = 0; i < box.size(); ++i) {
    text += fmt::format("{}{}=", i == 0 ? "" : " ", study.sites[i].site->name);
    std::string choices;
    for (std::size_t s = 0; s < study.sites[i].strengths.size(); ++s)
      if (((box[i] >> s) & 1U) != 0)
        choices.append(choices.empty() ? "" : "|").append(study.sites[i].strengths[s]);
    text += choices;
  }
  return text;
}

const PlanResult* own_result(const BarrierStudy& study, const ModelStudy& model) {
  return model.of(study.base.plan);
}

/// Each column as wide as it must be.
std::string table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], columns_of(row[i]));
  std::string text;
  for (const auto& row : rows) {
    std::string line = "   ";
    for (std::size_t i = 0; i < row.size(); ++i)
      line += " " + row[i] + std::string(widths[i] - columns_of(row[i]) + 1, ' ');
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

std::string site_page(const BarrierStudy& study, const SiteChoice& site) {
  std::vector<std::vector<std::string>> rows{{std::string(site.site->name) + " ="}};
  for (const ModelStudy& model : study.models) rows.front().push_back(model.model);
  for (const std::string_view strength : site.strengths) {
    const bool own = strength == study.base.plan[site.site->name];
    rows.push_back({fmt::format("{}{}", strength, own ? " *" : "")});
    for (const ModelStudy& model : study.models) {
      const PlanResult* result = model.of(study.base.plan.with(site.site->name, strength));
      if (result == nullptr) return "";
      rows.back().push_back(cell_text(*result, own ? nullptr : own_result(study, model)));
    }
  }
  return wrapped(fmt::format("{}: {}", site.site->name, site.site->between), 2) + table(rows) +
         '\n';
}

/// The minimal plans; models that need the same share a line.
std::string plans_text(const BarrierStudy& study) {
  std::vector<std::pair<std::string, std::string>> rows;  // plans, models
  for (const ModelStudy& model : study.models) {
    std::string plans;
    for (const std::string& line : factored_plans(study, model.minimal())) plans += line + '\n';
    if (plans.empty()) plans = fmt::format("none of the {} plans is enough\n", model.plans.size());
    const auto same = std::ranges::find(rows, plans, &std::pair<std::string, std::string>::first);
    if (same == rows.end())
      rows.emplace_back(plans, model.model);
    else
      same->second += ", " + model.model;
  }
  std::string text;
  for (const auto& [plans, models] : rows) text += wrapped(models + ":", 2) + wrapped(plans, 6);
  return text;
}

}  // namespace

std::vector<std::string> factored_plans(const BarrierStudy& study,
                                        std::span<const PlanResult* const> plans) {
  std::vector<Group> boxes;
  for (const PlanResult* plan : plans) boxes.push_back(box_of(study, plan->plan));
  while (join_two(boxes)) {
  }
  std::vector<std::string> lines;
  for (const Group& box : boxes) lines.push_back(box_text(study, box));
  return lines;
}

std::string cell_text(const PlanResult& result, const PlanResult* own) {
  if (result.sufficient()) return "enough";
  const auto* violated = std::get_if<Violated>(&result.verdict);
  std::string text =
      violated != nullptr ? violated->property : std::string(verdict_name(result.verdict));
  if (own != nullptr && own->witness) text.append(" ").append(kMark);
  return text;
}

std::string mark_text(const BarrierStudy& study) {
  const bool marked = std::ranges::any_of(study.models, [&](const ModelStudy& model) {
    const PlanResult* own = own_result(study, model);
    return own != nullptr && own->witness;
  });
  return marked ? fmt::format("{}: something is violated without the change, too.\n", kMark) : "";
}

std::string inference_text(const BarrierStudy& study) {
  std::size_t plans = 0;
  std::size_t inferred = 0;
  for (const ModelStudy& model : study.models) {
    plans += model.plans.size();
    inferred += static_cast<std::size_t>(std::ranges::count_if(
        model.plans, [](const PlanResult& result) { return result.inferred_from.has_value(); }));
  }
  if (inferred == 0) return "";
  return fmt::format("{} of {} plans were checked; the others follow (--each checks each).\n",
                     plans - inferred, plans);
}

std::string own_plan_text(const BarrierStudy& study) {
  std::string text;
  for (const ModelStudy& model : study.models) {
    const PlanResult* own = own_result(study, model);
    if (own == nullptr || own->sufficient()) continue;
    const bool violated = std::holds_alternative<Violated>(own->verdict);
    const Check check =
        own->witness ? own->witness->check : study.base.under(find_model(model.model));
    text +=
        wrapped(fmt::format("Linux's own plan is not {}enough under {}: {}.",
                            violated ? "" : "shown to be ", model.model, cell_text(*own, nullptr)),
                0) +
        wrapped("ringcheck verify " + check_arguments(check), 2);
  }
  return text;
}

ExitStatus own_status(const BarrierStudy& study) {
  ExitStatus status = ExitStatus::holds;
  for (const ModelStudy& model : study.models) {
    const PlanResult* own = model.of(study.base.plan);
    if (own == nullptr) continue;  // not tried: nothing is known
    if (std::holds_alternative<Violated>(own->verdict))
      status = worse(status, ExitStatus::violated);
    if (std::holds_alternative<BoundReached>(own->verdict))
      status = worse(status, ExitStatus::bound_reached);
    if (std::holds_alternative<Vacuous>(own->verdict)) status = worse(status, ExitStatus::vacuous);
  }
  return status;
}

std::string page_text(const BarrierStudy& study) {
  std::string text =
      wrapped(fmt::format("{} ({})", study.base.scenario->name, study.base.parameters.text()), 0);
  text += wrapped(
      "One ordering point varied, the others as Linux has them (*); a cell names what is "
      "violated. " +
          mark_text(study),
      0);
  text += '\n';
  for (const SiteChoice& site : study.sites) text += site_page(study, site);
  text += "Minimal sufficient plans (a|b: either):\n" + plans_text(study) + inference_text(study);
  const std::string own = own_plan_text(study);
  return text + (own.empty() ? "" : "\n" + own) + '\n';
}

const Witness* first_witness(const BarrierStudy& study) {
  const std::vector<SingleChange> changes = insufficient_changes(study);
  return changes.empty() ? nullptr : &*changes.front().result->witness;
}

}  // namespace ringcheck
