// The architectures.
// Tested by tests/cli/architecture_study_test.cpp.
#include "cli/architecture_profile.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "graph/diagnostic.hpp"
#include "models/names.hpp"

namespace ringcheck {

namespace {

using litmus::CompilationRow;
using litmus::KernelTable;
using litmus::UserTable;

// Linux 6.1 has no tools/arch/riscv: until commit 6d74d178fe6e user space has the generic file
// there. asm-generic is no machine: it stands on RISC-V, the only one whose user space has a file
// of its own and asm-generic's to choose from.
constexpr ArchitectureProfile kProfiles[] = {
    {"arm64", "armv8", KernelTable::arm64, UserTable::arm64, "arm64", "arm64", "full",
     Strength::acquire, "tools/arch/arm64"},
    {"x86-64", "x86-tso", KernelTable::x86_64, UserTable::x86_64, "x86-64", "x86-64", "tso",
     Strength::acquire, "tools/arch/x86"},
    {"riscv", "riscv", KernelTable::riscv, UserTable::generic, "riscv", "generic", "full",
     Strength::rmb, "tools/include/asm-generic, which Linux 6.1 has there"},
    {"riscv", "riscv", KernelTable::riscv, UserTable::riscv, "riscv", "riscv", "full",
     Strength::acquire, "tools/arch/riscv, since commit 6d74d178fe6e"},
    {"powerpc", "power", KernelTable::powerpc, UserTable::powerpc, "powerpc", "powerpc", "none",
     Strength::acquire, "tools/arch/powerpc"},
    {"generic", "riscv", KernelTable::generic, UserTable::generic, "generic", "generic", "full",
     Strength::rmb, "tools/include/asm-generic"},
    {"generic", "riscv", KernelTable::generic, UserTable::riscv, "generic", "riscv", "full",
     Strength::acquire, "tools/arch/riscv, for a file of its own"},
};

void set_if_declared(ScenarioRun& run, std::string_view name, std::string_view value) {
  const auto declared = run.scenario->parameters;
  if (std::any_of(declared.begin(), declared.end(),
                  [&](const Parameter& parameter) { return parameter.name == name; }))
    run.parameters.set(name, value);
}

/// The instructions of a row for locations of 8 bytes, without the operands that it leaves open.
std::string mnemonics(std::string_view instructions) {
  std::string text;
  for (std::size_t i = 0; i < instructions.size(); ++i) {
    if (instructions[i] == '{') {
      const std::size_t bar = instructions.find('|', i);
      i = instructions.find('}', i);
      text += instructions.substr(bar + 1, i - bar - 1);
    } else {
      text += instructions[i];
    }
  }
  std::string result;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find(';', start), text.size());
    std::string one = text.substr(start, end - start);
    one.erase(0, one.find_first_not_of(' '));
    if (one.find('$') != std::string::npos) one.erase(std::min(one.find(' '), one.size()));
    result += (result.empty() ? "" : "; ") + one;
    start = end + 1;
  }
  return result;
}

}  // namespace

std::vector<ArchitectureProfile> all_profiles() {
  return {std::begin(kProfiles), std::end(kProfiles)};
}

std::vector<ArchitectureProfile> find_profiles(std::string_view spoken,
                                               std::string_view user_table) {
  const std::string_view architecture = canonical_kernel_architecture(spoken);
  user_table = canonical_kernel_architecture(user_table);
  std::vector<ArchitectureProfile> found;
  std::string names;
  std::string tables;
  for (const ArchitectureProfile& profile : kProfiles) {
    if (!names.ends_with(profile.name))
      names.append(names.empty() ? "" : ", ").append(profile.name);
    if (profile.name != architecture) continue;
    tables.append(tables.empty() ? "" : ", ").append(profile.user);
    if (user_table.empty() || profile.user == user_table) found.push_back(profile);
  }
  if (tables.empty())
    throw InputError(
        {"--arch", 0, 0, fmt::format("saw '{}', expected one of {}", architecture, names)});
  if (found.empty())
    throw InputError(
        {"--user-table", 0, 0,
         fmt::format("saw '{}', expected for {} one of {}", user_table, architecture, tables)});
  return found;
}

void apply(const ArchitectureProfile& profile, ScenarioRun& run) {
  set_if_declared(run, "kernel", profile.kernel);
  set_if_declared(run, "user", profile.user);
  set_if_declared(run, "local", profile.local);
  set_if_declared(run, "control", "ever");
  if (run.plan.at(Site::c) == Strength::acquire) run.plan.set(Site::c, profile.c);
}

bool in_user_space(Site site) {
  return site == Site::c || site == Site::d || site == Site::aux_c || site == Site::aux_d ||
         site == Site::compat_first || site == Site::compat_second;
}

StrengthInstructions instructions_at(const ArchitectureProfile& profile, Site site,
                                     Strength strength) {
  const auto rows = in_user_space(site) ? litmus::rows_of(profile.user_table)
                                        : litmus::rows_of(profile.kernel_table);
  const auto row = [&](const char* primitive) -> const CompilationRow& {
    return *litmus::find_row(rows, primitive);
  };
  const auto alone = [&](const char* primitive) -> StrengthInstructions {
    return {mnemonics(row(primitive).instructions), row(primitive).count()};
  };
  const auto access = [&](const char* primitive, const char* ordinary) -> StrengthInstructions {
    return {mnemonics(row(primitive).instructions), row(primitive).count() - row(ordinary).count()};
  };
  switch (strength) {
    case Strength::none:
    case Strength::control:
    case Strength::barrier:
    case Strength::once:
      return {};
    case Strength::wmb:
      return alone("smp_wmb");
    case Strength::rmb:
      return alone("smp_rmb");
    case Strength::mb:
      return alone("smp_mb");
    case Strength::acquire:
      return access("smp_load_acquire", "READ_ONCE");
    case Strength::release:
      return access("smp_store_release", "WRITE_ONCE");
  }
  return {};
}

}  // namespace ringcheck
