#pragma once
// Work in processes of its own, since it may crash, or not end.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace ringcheck {

/// How a process ended.
enum class ChildEnd : std::uint8_t {
  done,      ///< it came to its end
  too_long,  ///< it used up its time
  crashed,   ///< a signal ended it
  threw,     ///< an exception ended it
};

/// The result of a process.
struct ChildResult {
  ChildEnd end = ChildEnd::done;
  std::string
      text;  ///< what it returned, or what() of the exception; if it ended early, what it left
};

/// Keeps `text` as the result of this process, and ends it. Pre: this is a process of run_children.
[[noreturn]] void end_child(const std::string& text);

/// Runs `body` for 0 to before `count`, each in a process of its own with `most_seconds` of CPU
/// time, `workers` at a time. `take` gets the results one after the other, in order.
/// Errors: InputError if a process cannot be had.
void run_children(std::size_t count, unsigned workers, unsigned most_seconds,
                  const std::function<std::string(std::size_t)>& body,
                  const std::function<void(std::size_t, ChildResult)>& take);

}  // namespace ringcheck
