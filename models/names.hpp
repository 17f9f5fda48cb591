#pragma once
// What machines, languages and their models are called: one table with every name that people use.

#include <span>
#include <string>
#include <string_view>

namespace ringcheck {

/// One machine, or a language, under each of the names that ringcheck itself uses.
struct MachineNames {
  std::string_view model;                     ///< as models are named: armv8
  std::string_view kernel;                    ///< as the kernel names it: arm64; empty: no machine
  std::string_view litmus;                    ///< first word of its litmus tests: AArch64
  std::span<const std::string_view> aliases;  ///< what else people call it
};

/// All rows, in the order of model_names().
std::span<const MachineNames> all_machine_names();

/// The row that has `name` as one of its names, or nullptr. Neither case nor `-`, `_`, `+` and
/// blanks count: ARM64, x86-64, X86_64 and Risc-V are found.
const MachineNames* find_machine_names(std::string_view name);

/// The model that `name` means, under its own name; `name` itself if it means none.
std::string_view canonical_model(std::string_view name);

/// The machine that `name` means, under its name in the kernel; `name` itself if it means none.
std::string_view canonical_kernel_architecture(std::string_view name);

/// The machine that `name` means, as litmus tests begin; `name` itself if it means none.
std::string_view canonical_litmus_architecture(std::string_view name);

/// The one of `known` that `name` most likely is a slip of, or an empty text if none is near. Case
/// and signs between words do not count, as in find_machine_names.
std::string_view nearest_name(std::string_view name, std::span<const std::string_view> known);

/// True iff `a` and `b` are the same but for case and signs between words.
bool same_name(std::string_view a, std::string_view b);

/// What to say after "no THING `name`": "; there are " and all of `known` if they are few; if many,
/// the one that is near. If none is near, it names `listed_by`, the command that shows all.
std::string instead_of(std::string_view name, std::span<const std::string_view> known,
                       std::string_view listed_by);

}  // namespace ringcheck
