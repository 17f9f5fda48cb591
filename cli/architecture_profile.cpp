// The machines: what they compile the kernel's and user space's primitives to.
// Tested by tests/cli/architecture_study_test.cpp.
#include "cli/architecture_profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string>

#include "graph/diagnostic.hpp"
#include "litmus/compilation/compilation.hpp"
#include "models/names.hpp"

namespace ringcheck {

namespace {

using litmus::CompilationRow;
using litmus::KernelTable;
using litmus::UserTable;

/// Words are values of the scenarios' parameters.
struct MachineRow {
  const char* name;
  const char* model;
  KernelTable kernel_table;
  UserTable user_table;
  const char* kernel;
  const char* user;
  const char* local;  ///< what local_t operations order there
  /// What stands at C: tools/include/linux/ring_buffer.h takes smp_rmb where smp_load_acquire would
  /// be a full fence.
  const char* c;
  const char* user_source;
};

// Linux 6.1 has no tools/arch/riscv: until commit 6d74d178fe6e, user space has the generic file
// there. asm-generic is not a machine: its rows run on RISC-V, the only machine whose user space
// can choose between a file of its own and asm-generic's.
constexpr MachineRow kRows[] = {
    {"arm64", "armv8", KernelTable::arm64, UserTable::arm64, "arm64", "arm64", "full", "acquire",
     "tools/arch/arm64"},
    {"x86-64", "x86-tso", KernelTable::x86_64, UserTable::x86_64, "x86-64", "x86-64", "tso",
     "acquire", "tools/arch/x86"},
    {"riscv", "riscv", KernelTable::riscv, UserTable::generic, "riscv", "generic", "full", "rmb",
     "tools/include/asm-generic, which Linux 6.1 has there"},
    {"riscv", "riscv", KernelTable::riscv, UserTable::riscv, "riscv", "riscv", "full", "acquire",
     "tools/arch/riscv, since commit 6d74d178fe6e"},
    {"powerpc", "power", KernelTable::powerpc, UserTable::powerpc, "powerpc", "powerpc", "none",
     "acquire", "tools/arch/powerpc"},
    {"generic", "riscv", KernelTable::generic, UserTable::generic, "generic", "generic", "full",
     "rmb", "tools/include/asm-generic"},
    {"generic", "riscv", KernelTable::generic, UserTable::riscv, "generic", "riscv", "full",
     "acquire", "tools/arch/riscv, for a file of its own"},
};

/// Makes `check` compiled by the row's tables, with the machine's local_t, branches that control
/// all that comes after them, and C as libperf has it.
void apply(const MachineRow& row, Check& check) {
  const auto set = [&](std::string_view name, std::string_view value) {
    const std::span<const Parameter> declared = check.parameters.declared();
    if (std::ranges::find(declared, name, &Parameter::name) != declared.end())
      check.parameters.set(name, value);
  };
  set("kernel", row.kernel);
  set("user", row.user);
  set("local", row.local);
  set("control", "ever");
  if (check.plan.has("C") && check.plan["C"] == "acquire") check.plan.set("C", row.c);
}

/// The instructions of a row for locations of 8 bytes, without operands that the row leaves open.
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

/// A strength as a machine's tables have it.
struct StrengthRows {
  const CompilationRow* primitive = nullptr;  ///< null: no instruction stands there
  const CompilationRow* ordinary = nullptr;   ///< if it is an access, that access without order
};

StrengthRows rows_at(const MachineRow& machine, const Site& site, std::string_view strength) {
  struct Name {
    std::string_view strength, primitive, ordinary;
  };
  constexpr Name kNames[] = {{"wmb", "smp_wmb", ""},
                             {"rmb", "smp_rmb", ""},
                             {"mb", "smp_mb", ""},
                             {"acquire", "smp_load_acquire", "READ_ONCE"},
                             {"release", "smp_store_release", "WRITE_ONCE"}};
  const auto* const name = std::ranges::find(kNames, strength, &Name::strength);
  if (name == std::end(kNames)) return {};
  const auto rows = site.in_user_space ? litmus::rows_of(machine.user_table)
                                       : litmus::rows_of(machine.kernel_table);
  return {litmus::find_row(rows, name->primitive),
          name->ordinary.empty() ? nullptr : litmus::find_row(rows, name->ordinary)};
}

StrengthInstructions instructions_at(const MachineRow& machine, const Site& site,
                                     std::string_view strength) {
  const auto [primitive, ordinary] = rows_at(machine, site, strength);
  if (primitive == nullptr) return {};
  return {mnemonics(primitive->instructions),
          primitive->count() - (ordinary != nullptr ? ordinary->count() : 0)};
}

/// The fences that `strength` has at `site`, apart from an ordinary access; nothing where the access
/// itself orders, or a branch does.
std::optional<std::string> fences_at(const MachineRow& machine, const Site& site,
                                     std::string_view strength) {
  if (strength == "none") return "";
  const auto [primitive, ordinary] = rows_at(machine, site, strength);
  if (primitive == nullptr) return {};
  std::string code(primitive->instructions);
  if (ordinary == nullptr) return code;
  const std::string access(ordinary->instructions);
  const std::string first = access + "; ";
  const std::string last = "; " + access;
  if (code == access) return "";
  if (code.starts_with(first)) return code.substr(first.size());
  if (code.ends_with(last)) return code.substr(0, code.size() - last.size());
  return {};
}

/// Where a site has fences of loads or of stores, they stand beside the access that would be an
/// acquire or a release. So they are the same where the instructions are, and a full fence does
/// what the fence of an acquire or a release does.
bool no_more_order_on(const MachineRow& machine, const Site& site, std::string_view a,
                      std::string_view b) {
  if (no_more_order(site, a, b)) return true;
  const std::optional<std::string> weaker = fences_at(machine, site, a);
  const std::optional<std::string> stronger = fences_at(machine, site, b);
  if (weaker == "") return true;
  const bool beside_access = std::ranges::any_of(site.strengths, [](std::string_view strength) {
    return strength == "wmb" || strength == "rmb";
  });
  if (!beside_access || !weaker || !stronger) return false;
  return weaker == stronger || (b == "mb" && stronger != "");
}

Machine machine_of(const MachineRow& row) {
  return {row.name,
          row.model,
          row.kernel,
          row.user,
          row.user_source,
          row.kernel_table == KernelTable::generic,
          std::string_view(row.local) == "full",
          [&row](Check& check) { apply(row, check); },
          [&row](const Site& site, std::string_view strength) {
            return instructions_at(row, site, strength);
          },
          [&row](const Site& site, std::string_view a, std::string_view b) {
            return no_more_order_on(row, site, a, b);
          }};
}

}  // namespace

const std::vector<Machine>& all_machines() {
  static const std::vector<Machine> kMachines = [] {
    std::vector<Machine> all;
    for (const MachineRow& row : kRows) all.push_back(machine_of(row));
    return all;
  }();
  return kMachines;
}

std::vector<Machine> find_machines(std::string_view spoken, std::string_view user_table) {
  const std::string_view architecture = canonical_kernel_architecture(spoken);
  user_table = canonical_kernel_architecture(user_table);
  std::vector<Machine> found;
  std::vector<std::string_view> names;
  std::string tables;
  for (const Machine& machine : all_machines()) {
    if (names.empty() || names.back() != machine.name) names.push_back(machine.name);
    if (machine.name != architecture) continue;
    tables.append(tables.empty() ? "" : ", ").append(machine.user);
    if (user_table.empty() || machine.user == user_table) found.push_back(machine);
  }
  if (tables.empty())
    throw InputError({"--arch", 0, 0,
                      fmt::format("saw '{}', expected a machine{}", architecture,
                                  instead_of(architecture, names, "ringcheck --help"))});
  if (found.empty())
    throw InputError(
        {"--user-table", 0, 0,
         fmt::format("saw '{}', expected for {} one of {}", user_table, architecture, tables)});
  return found;
}

std::vector<Machine> chosen_machines(const std::vector<std::string>& architectures,
                                     const std::vector<std::string>& user_tables) {
  std::string for_each;
  std::map<std::string_view, std::string> for_one;
  for (const std::string& choice : user_tables) {
    const std::size_t equals = choice.find('=');
    std::string& table =
        equals == std::string::npos
            ? for_each
            : for_one[canonical_kernel_architecture(std::string_view(choice).substr(0, equals))];
    if (!table.empty())
      throw InputError(
          {"--user-table", 0, 0,
           fmt::format("saw '{}' after '{}', expected one table for a machine", choice, table)});
    table = equals == std::string::npos ? choice : choice.substr(equals + 1);
  }
  for (const auto& [machine, table] : for_one)
    if (std::ranges::find(architectures, machine, canonical_kernel_architecture) ==
        architectures.end())
      throw InputError(
          {"--user-table", 0, 0,
           fmt::format("saw a table for '{}', expected a machine of --arch", machine)});
  std::vector<Machine> chosen;
  for (const std::string& architecture : architectures) {
    const auto own = for_one.find(canonical_kernel_architecture(architecture));
    std::ranges::move(find_machines(architecture, own == for_one.end() ? for_each : own->second),
                      std::back_inserter(chosen));
  }
  return chosen;
}

}  // namespace ringcheck
