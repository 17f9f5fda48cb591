#pragma once
// What a scenario is on a machine: the model, and what the kernel's and user space's primitives are
// compiled to there.

#include <string_view>
#include <vector>

#include "litmus/compilation/table.hpp"
#include "properties/witness.hpp"

namespace ringcheck {

/// An architecture with one of its user tables. Words are values of the scenarios' parameters.
struct ArchitectureProfile {
  std::string_view name;
  std::string_view model;
  litmus::KernelTable kernel_table;
  litmus::UserTable user_table;
  std::string_view kernel;
  std::string_view user;
  std::string_view local;  ///< what local_t operations order there
  /// What stands at C: tools/include/linux/ring_buffer.h takes smp_rmb where smp_load_acquire would
  /// be a full fence.
  Strength c;
  std::string_view user_source;  ///< where the user table is from
};

/// Every profile; one architecture's stand together, that of Linux 6.1 first.
std::vector<ArchitectureProfile> all_profiles();

/// The profiles of an architecture. `user_table` chooses one; empty: all that it has. Errors:
/// InputError for a name that is not known.
std::vector<ArchitectureProfile> find_profiles(std::string_view architecture,
                                               std::string_view user_table = {});

/// Makes `run` what it is on the machine, as far as its scenario has the parameters for it:
/// compiled by the tables, with local_t as there, a branch controlling all that comes after it, and
/// C as libperf has it.
void apply(const ArchitectureProfile& profile, ScenarioRun& run);

/// What stands at an ordering point for `strength`.
struct StrengthInstructions {
  std::string text;       ///< instructions; an access that orders is named with them
  std::size_t count = 0;  ///< how many there are beside those of an ordinary access
};

/// What `strength` is at `site`, which belongs to the kernel or to user space.
StrengthInstructions instructions_at(const ArchitectureProfile& profile, Site site,
                                     Strength strength);

/// True for an ordering point of the reader.
bool in_user_space(Site site);

}  // namespace ringcheck
