#pragma once
// Compiles a Linux-kernel C test to an architecture's assembly, by the kernel's own tables. The
// interface of litmus/compilation/.

#include <string>
#include <string_view>
#include <vector>

#include "litmus/compilation/table.hpp"
#include "litmus/test.hpp"

namespace ringcheck {

/// What a test is compiled for.
struct CompilationTarget {
  litmus::KernelTable kernel = litmus::KernelTable::arm64;
  /// The table of the threads in `user_threads`. Pre: of the kernel table's architecture, or
  /// generic.
  litmus::UserTable user = litmus::UserTable::arm64;
  std::vector<int> user_threads;  ///< numbers of the threads that run in user space
};

/// The target called by a name such as "arm64", with the user table that Linux 6.1 has there (for
/// riscv the generic one) and no user thread. Errors: InputError that lists the names.
CompilationTarget find_target(std::string_view name);

/// The user table of this name, for tests compiled by `kernel`. Errors: InputError that lists the
/// matching ones.
litmus::UserTable find_user_table(std::string_view name, litmus::KernelTable kernel);

/// The test in the assembly of the target: the same locations, initial values and condition, with
/// registers in place of locals. Each access keeps its dependencies; a branch controls all that
/// comes after it, as on machines. A store-conditional is tried once: the filter of the test drops
/// executions in which one fails. Locations have 4 bytes, or 8 if the test has pointers or longs.
/// Errors: InputError, with the place in the test, for a primitive that the table lacks (locks, RCU
/// and SRCU are not instructions), for arithmetic that the architecture's instructions here lack,
/// and for more values than registers.
LitmusTest compile_to_assembly(const LitmusTest& test, const CompilationTarget& target);

}  // namespace ringcheck
