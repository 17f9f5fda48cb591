#pragma once
// KernelScenario: a scenario of the specification in which the kernel's own text can run.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "check/check.hpp"
#include "kernel/explored/shared_words.hpp"
#include "kernel/tree/kernel_tree.hpp"

namespace ringcheck {

/// A parameter of the scenario that the program around the text has too.
struct KernelParameter {
  std::string_view name;   ///< as the scenario has it
  std::string_view macro;  ///< that the program knows it by; empty: it is a repair of the text, or
                           ///< says whose reader it is
};

/// Whose text reads what the kernel's has written.
enum class ReaderText : std::uint8_t {
  ours,
  libperf,    ///< of tools/lib/perf
  perf_tool,  ///< of tools/perf: AUX areas
};

/// An ordering point that is left out: of the text, or of our own C.
struct DroppedPoint {
  std::string_view site;      ///< as the specification names it; empty: nothing is left out
  std::string_view what;      ///< for people
  std::string_view file;      ///< of the tree; empty: of our own C
  std::string_view function;  ///< where the call stands, once
  std::string_view call;
  std::string_view macro;  ///< that leaves it out of our own C
};

/// Those of a data ring: nothing, and B, C and D.
inline constexpr std::array kRingPoints = {
    DroppedPoint{},
    DroppedPoint{"B",
                 "smp_wmb in perf_output_put_handle",
                 "kernel/events/ring_buffer.c",
                 "perf_output_put_handle",
                 "smp_wmb",
                 {}},
    DroppedPoint{"C", "acquire of the reader's load of data_head", {}, {}, {}, "RC_WITHOUT_C"},
    DroppedPoint{"D", "release of the reader's store of data_tail", {}, {}, {}, "RC_WITHOUT_D"}};

/// The program of tasks that sleep until interrupt work of the writer's CPU wakes them.
inline constexpr std::string_view kWakeupProgram = "wakeup_program.c";

/// A scenario of properties/ whose writer may be the kernel's text.
struct KernelScenario {
  std::string_view name;  ///< of the scenario
  /// Other parameters keep the scenario's values.
  std::span<const KernelParameter> parameters;
  /// Interrupts may come before each access of the text. Executions are then compared regardless of
  /// how often each comes: a point that does not matter makes one more of the same.
  bool interrupts = false;
  std::string_view program = "ring_program.c";  ///< of kernel/glue: what runs the text
  ReaderText reader = ReaderText::ours;         ///< of `program`
  std::string_view macro{};  ///< that tells `program` apart from those of other scenarios
  /// What may be left out, nothing first.
  std::span<const DroppedPoint> points = kRingPoints;
  /// A 32-bit kernel and its reader: the text has more accesses to what they access in halves, and
  /// nobody looks at the upper halves.
  bool long_32 = false;
};

/// The program around the text.
struct KernelProgram {
  std::string_view glue;  ///< of kernel/glue
  ReaderText reader = ReaderText::ours;
  std::vector<std::string> arguments;  ///< for clang: they give it the settings of a check
  bool long_32 = false;                ///< of a 32-bit kernel
};

/// All scenarios that can run the text.
std::span<const KernelScenario> all_kernel_scenarios();

/// Errors: InputError that lists the names.
const KernelScenario& find_kernel_scenario(std::string_view name);

/// The scenario's settings that the text of a tree decides, including the repairs that it has; each
/// as Check::with takes it.
std::vector<std::string> settings_of(const KernelScenario& scenario, const KernelTree& tree);

/// `settings`, completed by those that the text of `tree` decides.
std::string with_settings_of(const KernelScenario& scenario, const KernelTree& tree,
                             std::string settings);

/// The check of the specification for `scenario` with `settings` (as Check::with takes them), with
/// `point` left out, under `model`. Errors: InputError for settings that the program around the
/// text does not have.
Check specification_check(const KernelScenario& scenario, const std::string& settings,
                          const DroppedPoint& point, const Model& model);

/// The program around the text, with the same settings as `check`.
KernelProgram program_of(const KernelScenario& scenario, const Check& check);

/// How executions of both sides are held against each other where `program` runs the text.
Comparison comparison_of(const KernelScenario& scenario, const KernelProgram& program);

/// `tree` with the repairs that the settings of `check` ask for (KernelRepair::setting). Errors:
/// InputError for a setting that is not a repair, or for which the text has no place.
KernelTree repaired_tree(const KernelTree& tree, const KernelScenario& scenario,
                         const Check& check);

}  // namespace ringcheck
