// What machines, languages and their models are called.
// Tested by tests/models/names_test.cpp.
#include "models/names.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <numeric>
#include <vector>

namespace ringcheck {
namespace {

constexpr std::string_view kSc[] = {"seq", "sequential-consistency"};
constexpr std::string_view kX86[] = {"x86", "tso", "amd64", "i386", "x86-64-tso"};
constexpr std::string_view kArm[] = {"armv8-a", "armv9", "arm-v8"};
constexpr std::string_view kRiscv[] = {"rvwmo", "riscv64", "rv64"};
constexpr std::string_view kPower[] = {"ppc64", "powerpc64", "ppc64le", "powerpc64le"};
constexpr std::string_view kC11[] = {"c11", "cpp11", "c++", "c++11", "c++20", "cpp"};
constexpr std::string_view kLinux[] = {"linux", "linux-kernel", "kernel"};

constexpr MachineNames kMachines[] = {
    {"sc", "", "", kSc},
    {"x86-tso", "x86-64", "X86_64", kX86},
    {"armv8", "arm64", "AArch64", kArm},
    {"riscv", "riscv", "RISCV", kRiscv},
    {"power", "powerpc", "PPC", kPower},
    {"rc11", "", "", kC11},
    {"lkmm", "", "LKMM", kLinux},
};

/// A list of this many names is read at a glance.
constexpr std::size_t kFew = 12;

/// `name` without what does not count.
std::string folded(std::string_view name) {
  std::string text;
  for (const char c : name)
    if (c != '-' && c != '_' && c != ' ' && c != '+')
      text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

bool has_name(const MachineNames& machine, std::string_view text) {
  const auto same = [&](std::string_view name) { return !name.empty() && folded(name) == text; };
  return same(machine.model) || same(machine.kernel) || same(machine.litmus) ||
         std::ranges::any_of(machine.aliases, same);
}

/// How many letters to add, drop, change or swap with their neighbour to get from `a` to `b`.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  std::iota(d[0].begin(), d[0].end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j) {
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1,
                          d[i - 1][j - 1] + static_cast<std::size_t>(a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}

}  // namespace

std::span<const MachineNames> all_machine_names() {
  return kMachines;
}

const MachineNames* find_machine_names(std::string_view name) {
  const std::string text = folded(name);
  if (text.empty()) return nullptr;
  const auto* found = std::ranges::find_if(
      kMachines, [&](const MachineNames& machine) { return has_name(machine, text); });
  return found == std::end(kMachines) ? nullptr : found;
}

std::string_view canonical_model(std::string_view name) {
  const MachineNames* machine = find_machine_names(name);
  return machine == nullptr ? name : machine->model;
}

std::string_view canonical_kernel_architecture(std::string_view name) {
  const MachineNames* machine = find_machine_names(name);
  return machine == nullptr || machine->kernel.empty() ? name : machine->kernel;
}

std::string_view canonical_litmus_architecture(std::string_view name) {
  const MachineNames* machine = find_machine_names(name);
  return machine == nullptr || machine->litmus.empty() ? name : machine->litmus;
}

std::string_view nearest_name(std::string_view name, std::span<const std::string_view> known) {
  const std::string text = folded(name);
  std::string_view best;
  std::size_t nearest = std::max<std::size_t>(1, text.size() / 3) + 1;
  for (const std::string_view one : known) {
    const std::string other = folded(one);
    // What was cut short counts as near.
    const std::size_t far = text.size() >= 3 && other.starts_with(text) ? 1 : distance(text, other);
    if (far < nearest) {
      nearest = far;
      best = one;
    }
  }
  return best;
}

bool same_name(std::string_view a, std::string_view b) {
  return folded(a) == folded(b);
}

std::string instead_of(std::string_view name, std::span<const std::string_view> known,
                       std::string_view listed_by) {
  // To a name of one or two letters everything is near.
  const std::string_view near = name.size() < 3 ? "" : nearest_name(name, known);
  const std::string question = "; did you mean " + std::string(near) + "?";
  if (known.size() > kFew)
    return near.empty() ? "; `" + std::string(listed_by) + "` shows what there is" : question;
  std::string text;
  for (const std::string_view one : known) text.append(text.empty() ? "" : ", ").append(one);
  return "; there are " + text + (near.empty() ? "" : question);
}

}  // namespace ringcheck
