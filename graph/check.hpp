#pragma once
// RC_CHECK: an invariant of the checker itself, tested in every build type.

#include <stdexcept>
#include <string>

namespace ringcheck {

/// A broken invariant of ringcheck itself: a defect of the checker, never of the program under
/// test.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// Throws InternalError naming the place and the broken condition. Does not return.
[[noreturn]] void fail_check(const char* file, int line, const char* condition,
                             const std::string& message);

}  // namespace ringcheck

/// Throws InternalError with `message` unless `condition` holds. On in every build type: a checker
/// whose own invariants are broken must not print a verdict.
#define RC_CHECK(condition, message)                                      \
  do {                                                                    \
    if (!(condition)) [[unlikely]]                                        \
      ::ringcheck::fail_check(__FILE__, __LINE__, #condition, (message)); \
  } while (false)
