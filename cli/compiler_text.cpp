// The study of the compiler, for people and for scripts.
// Tested by tests/cli/compiler_study_test.cpp.
#include "cli/compiler_text.hpp"

#include <fmt/format.h>

#include <vector>

#include "cli/output.hpp"
#include "cli/witness_text.hpp"

namespace ringcheck {

namespace {

std::string names(const std::vector<const Site*>& sites) {
  std::string text;
  for (const Site* const site : sites) text.append(text.empty() ? "" : ", ").append(site->name);
  return text;
}

std::string violated_property(const CompilerCheck& check) {
  return std::get<Violated>(check.verdict).property;
}

std::string joined(const std::vector<std::string_view>& ids) {
  return fmt::format("{}", fmt::join(ids, ", "));
}

/// "needed: I-02 (nested writers)", or that it is redundant.
std::string cell(const CompilerStudy& study, const CompilerCheck* needed) {
  if (needed == nullptr) return "redundant";
  return fmt::format("needed: {} ({})", joined(needed->violated),
                     study.grounds[needed->ground].name);
}

/// The cell for a protection taken away together with the others.
std::string without_text(const CompilerStudy& study, const CompilerRow& row) {
  const CompilerCheck* needed = row.needed_without_others();
  const std::string others = row.protection.mark && row.protection.others.size() > 1
                                 ? std::string("the barrier()s")
                                 : names(row.protection.others);
  return fmt::format("{}; without {}", cell(study, needed), others);
}

std::string ground_line(const CompilerStudy& study, std::size_t g) {
  const CompilerGround& ground = study.grounds[g];
  return fmt::format("{}: {} under {} ({}): {}, {} executions; {}", ground.name,
                     ground.check.scenario->name, ground.check.model->name(),
                     ground.check.parameters.text(), verdict_name(study.unchanged[g].verdict),
                     study.unchanged[g].executions, ground.why);
}

/// The witness to show for a row, and what was taken away for it.
struct Shown {
  const CompilerCheck* check;
  std::string without;
};
Shown shown_for(const CompilerRow& row) {
  const std::string site(row.protection.site->name);
  if (const CompilerCheck* alone = row.needed_alone()) return {alone, site};
  return {row.needed_without_others(), site + ", " + names(row.protection.others)};
}

constexpr const char* kIntroduction =
    "Between two barrier()s a compiler may make plain accesses in another order, merge them, make "
    "them in halves, or load again what it has loaded; docs/compiler.md says what is tried. A row "
    "takes one protection away, and then also what stands in for it as a rule: for a barrier() the "
    "marks of the accesses beside it, for a mark (READ_ONCE, WRITE_ONCE, local_read, atomic_set) "
    "the three barrier()s of put_handle, for the reader's the fence beside it.";

}  // namespace

std::string compiler_table(const CompilerStudy& study, bool markdown) {
  std::string text = markdown ? "| what | Linux 6.1 | without it | without what stands in for it, "
                                "too |\n|---|---|---|---|\n"
                              : "";
  for (const CompilerRow& row : study.rows) {
    const std::string_view name = row.protection.site->name;
    const std::string alone = cell(study, row.needed_alone());
    if (markdown)
      text += fmt::format("| {} | {} | {} | {} |\n", name, row.protection.kernel, alone,
                          without_text(study, row));
    else
      text += fmt::format("{:<22} {}\n    alone: {}\n    with others: {}\n", name,
                          row.protection.kernel, alone, without_text(study, row));
  }
  return text;
}

std::string grounds_text(const CompilerStudy& study) {
  std::string text;
  for (std::size_t g = 0; g < study.grounds.size(); ++g)
    text += "- " + ground_line(study, g) + ".\n";
  return text;
}

std::string compiler_text(const CompilerStudy& study) {
  std::string text = compiler_table(study, false) + "\nGrounds, with nothing taken away:\n" +
                     grounds_text(study) + '\n';
  for (const CompilerRow& row : study.rows) {
    const Shown shown = shown_for(row);
    if (shown.check == nullptr) continue;
    const Witness& witness = *shown.check->witness;
    text += fmt::format("without {}:\n", shown.without) +
            witness_text(witness, "ringcheck verify " + check_arguments(witness.check) +
                                      " --witness FILE; ringcheck replay FILE") +
            '\n';
  }
  return text;
}

std::string compiler_markdown(const CompilerStudy& study) {
  std::string text = fmt::format(
      "## What each barrier() and each ONCE is for\n\n{}\n\n{}\n"
      "With nothing taken away:\n\n{}\n",
      kIntroduction, compiler_table(study, true), grounds_text(study));
  for (const CompilerRow& row : study.rows) {
    const Shown shown = shown_for(row);
    if (shown.check == nullptr) continue;
    text += fmt::format(
        "<details><summary>without {}: {}</summary>\n\n```\n{}```\n\n</details>\n\n", shown.without,
        violated_property(*shown.check), witness_text(*shown.check->witness, ""));
  }
  return text;
}

nlohmann::ordered_json compiler_json(const CompilerStudy& study) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  const auto add = [&](const Protection& protection, const std::vector<const Site*>& away,
                       const CompilerCheck& check) {
    const CompilerGround& ground = study.grounds[check.ground];
    nlohmann::ordered_json without = nlohmann::ordered_json::array();
    for (const Site* const one : away) without.push_back(one->name);
    rows.push_back({{"site", protection.site->name},
                    {"kernel", protection.kernel},
                    {"without", without},
                    {"needed", check.witness.has_value()},
                    {"verdict", verdict_name(check.verdict)},
                    {"violated", check.violated},
                    {"ground", ground.name},
                    {"scenario", ground.check.scenario->name},
                    {"model", ground.check.model->name()},
                    {"params", parameters_json(ground.check.parameters)},
                    {"executions", check.executions}});
    if (check.witness)
      rows.back()["witness"] = nlohmann::ordered_json::parse(to_json(*check.witness));
  };
  for (const CompilerRow& row : study.rows) {
    for (const CompilerCheck& check : row.alone) add(row.protection, {row.protection.site}, check);
    std::vector<const Site*> all = {row.protection.site};
    for (const Site* const other : row.protection.others) all.push_back(other);
    for (const CompilerCheck& check : row.with_others) add(row.protection, all, check);
  }
  return rows;
}

}  // namespace ringcheck
