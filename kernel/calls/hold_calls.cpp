// Compares what two runs gave.
// Tested by tests/kernel/hold_calls_test.cpp.
#include "kernel/calls/hold_calls.hpp"

#include <algorithm>

namespace ringcheck {
namespace {

/// The first index from `from` on at which two lists differ, if there is one.
template <class List>
bool find_difference(const List& left, const List& right, std::size_t& from) {
  for (; from < std::max(left.size(), right.size()); ++from)
    if (from >= left.size() || from >= right.size() || left[from] != right[from]) return true;
  return false;
}

}  // namespace

std::optional<std::string> difference_of(const Answers& kernel, const Answers& specification,
                                         std::size_t& from) {
  if (!find_difference(kernel, specification, from)) return {};
  const auto text = [&](const Answers& side) {
    return from < side.size() ? fmt::format("{} = {:#x}", side[from].what, side[from].value)
                              : std::string("nothing");
  };
  return fmt::format("kernel: {}; specification: {}", text(kernel), text(specification));
}

std::optional<std::string> difference_of(
    const Trace& kernel, const Trace& specification, std::size_t& from,
    const std::function<std::string(std::uint64_t word)>& name) {
  if (!find_difference(kernel, specification, from)) return {};
  const auto text = [&](const Trace& side) {
    return from < side.size() ? to_text(side[from], name(side[from].word)) : std::string("nothing");
  };
  return fmt::format("step {} of the trace: kernel: {}; specification: {}", from, text(kernel),
                     text(specification));
}

}  // namespace ringcheck
