// Tested by tests/source/thread_titles_test.cpp.
#include "source/place_of_user.hpp"

#include <algorithm>
#include <ranges>

namespace ringcheck::source {

std::uint32_t place_of_user(const Code& code, const ThreadState& state, std::uint32_t place) {
  if (!code.is_of_the_system(place) || state.frames.empty()) return place;
  const auto callers = state.frames.size() - 1;
  for (const Frame& frame : state.frames | std::views::take(callers) | std::views::reverse) {
    if (frame.next == 0) continue;
    const std::uint32_t call = code.routines[frame.routine].code[frame.next - 1].place;
    if (code.place(call).line != 0 && !code.is_of_the_system(call)) return call;
  }
  return place;
}

std::uint32_t place_of_block(const Code& code, const ThreadState& state, std::uint32_t place) {
  if (!code.is_of_the_system(place)) return place;
  const bool is_kept =
      std::ranges::find(code.unit.blocks, place, &KeptBlock::place) != code.unit.blocks.end();
  return is_kept ? place : place_of_user(code, state, place);
}

}  // namespace ringcheck::source
