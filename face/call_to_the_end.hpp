#pragma once
// Calls of users' code that exceptions can always leave.

#include <functional>

namespace ringcheck {

/// Calls `code`. An exception leaves it even where a noexcept function, as most destructors are,
/// stands in the way: locals of the functions from there on are then not destroyed. A call of
/// std::terminate leaves it as a std::runtime_error. Pre: a TerminateHandler lives.
void call_to_the_end(const std::function<void()>& code);

/// While one lives, std::terminate ends a call_to_the_end(), if the thread that calls it is in one.
class TerminateHandler {
 public:
  TerminateHandler();
  TerminateHandler(const TerminateHandler&) = delete;
  TerminateHandler& operator=(const TerminateHandler&) = delete;
  ~TerminateHandler();
};

}  // namespace ringcheck
