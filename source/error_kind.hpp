#pragma once
// What can be wrong with a program.

#include <cstdint>
#include <string_view>

namespace ringcheck::source {

/// Kinds of errors. Of several errors, the one whose kind comes first here is told first.
enum class ErrorKind : std::uint8_t {
  uninitialized,  ///< a read of memory that nothing was stored to
  unallocated,    ///< an access outside of every object
  freed,          ///< an access to an object that may be gone
  allocation,     ///< free of what is not a block, or a second free
  unlock,         ///< of a lock that the thread does not hold
  barrier,        ///< a use that the barrier does not allow
  thread,         ///< a join of a thread that cannot be joined
  arithmetic,     ///< a division that has no result
  race,           ///< two accesses that nothing orders, one of them not atomic
  assertion,      ///< the program itself says that it is wrong
  deadlock,       ///< threads wait for each other
  termination,    ///< a thread waits for what never comes
  leak,           ///< a block that nothing frees
};

/// The name of a kind in the command's output.
constexpr std::string_view name_of(ErrorKind kind) {
  constexpr std::string_view kNames[] = {
      "uninitialized", "unallocated", "freed",     "allocation", "unlock",      "barrier", "thread",
      "arithmetic",    "race",        "assertion", "deadlock",   "termination", "leak"};
  return kNames[static_cast<std::size_t>(kind)];
}

inline constexpr const char* kFalseClaim = "the assertion failed";
inline constexpr const char* kNothingFrees =
    "the block that is allocated here is not freed when the program ends";
inline constexpr const char* kLocalIsGone =
    "an access to a local variable of a function that has ended";
inline constexpr const char* kThreadLocalIsGone =
    "an access to a thread-local variable of a thread that has ended";
inline constexpr const char* kWaitsForEver = "a thread waits here for ever";
inline constexpr const char* kGoesRound =
    "threads go round here for ever: all that they do comes again";

}  // namespace ringcheck::source
