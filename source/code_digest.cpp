// Tested by tests/source/rounds_test.cpp, tests/source/code_digest_test.cpp.
#include "source/code_digest.hpp"

#include <ranges>

#include "explore/value_history.hpp"

namespace ringcheck::source {

namespace {

/// Mixes numbers, one after the other.
class Digest {
 public:
  Digest() = default;
  /// Takes `renamed` of each value.
  explicit Digest(const std::function<std::uint64_t(std::uint64_t)>& renamed)
      : renamed_(&renamed) {}

  template <class... Numbers>
  void add(const Numbers&... numbers) {
    (mix(static_cast<std::uint64_t>(numbers)), ...);
  }
  void add_value(const Value& value) {
    const std::uint64_t number = value.word.value;
    add(value.word.known ? 1 : 0, renamed_ == nullptr ? number : (*renamed_)(number));
  }
  void add_fragment(const Fragment& fragment) {
    add(fragment.address, fragment.bytes);
    add_value(fragment.value);
  }
  [[nodiscard]] std::array<std::uint64_t, 2> result() const { return state_; }

 private:
  void mix(std::uint64_t number) {
    constexpr std::array<std::uint64_t, 2> kFactors{0x9e37'79b9'7f4a'7c15, 0xc2b2'ae3d'27d4'eb4f};
    for (std::size_t i = 0; i < 2; ++i)
      state_[i] = ValueHistory::mixed((state_[i] ^ number) + kFactors[i]) * kFactors[1 - i];
  }

  const std::function<std::uint64_t(std::uint64_t)>* renamed_ = nullptr;
  std::array<std::uint64_t, 2> state_{1, 2};
};

void add_calls(Digest& digest, const ThreadState& state, const std::vector<LiveRegisters>* live) {
  digest.add(state.frames.size(), state.branches.size());
  for (const BranchRecord& branch : state.branches) digest.add(branch.meet);
  for (const Frame& frame : state.frames)
    digest.add(frame.routine, frame.next, frame.registers, frame.result, frame.locals, frame.loops,
               frame.branches, frame.once, frame.frees);
  for (std::size_t f = 0; f < state.frames.size(); ++f) {
    const Frame& frame = state.frames[f];
    const std::size_t end =
        f + 1 < state.frames.size() ? state.frames[f + 1].registers : state.registers.size();
    for (std::size_t r = frame.registers; r < end; ++r)
      if (live == nullptr || (*live)[frame.routine].needed(
                                 frame.next, static_cast<std::uint32_t>(r - frame.registers)))
        digest.add_value(state.registers[r]);
      else
        digest.add(2);
  }
}

/// Counts effects from the present number on: earlier ones matter to no loop.
void add_loops(Digest& digest, const ThreadState& state, bool counts) {
  digest.add(state.loops.size());
  for (const LoopRecord& loop : state.loops)
    digest.add(loop.loop, loop.depth, counts ? loop.iterations : 0, loop.bound, loop.in_vain,
               loop.excused, state.undoable.size() - loop.undone,
               state.doubtful.size() - loop.doubtful, state.effects - loop.effects);
  if (state.loops.empty()) return;
  for (std::size_t u = state.loops.front().undone; u < state.undoable.size(); ++u) {
    const UndoableEffect& effect = state.undoable[u];
    digest.add(effect.address, effect.by, effect.lock, state.effects - effect.number);
  }
  for (std::size_t d = state.loops.front().doubtful; d < state.doubtful.size(); ++d)
    digest.add_value(state.doubtful[d]);
}

void add_memory(Digest& digest, const ThreadState& state) {
  for (const auto* objects : {&state.locals, &state.gone}) {
    digest.add(objects->size());
    for (const StackObject& object : *objects) digest.add(object.slot, object.bytes);
  }
  digest.add(state.memory.fragments().size());
  for (const Fragment& fragment : state.memory.fragments()) digest.add_fragment(fragment);
  digest.add(state.copied.size());
  for (const Fragment& fragment : state.copied) digest.add_fragment(fragment);
  digest.add(state.blocks.size());
  for (const HeapBlock& block : state.blocks) digest.add(block.base, block.bytes, block.freed);
  digest.add(state.published.size());
  for (const std::uint64_t slot : state.published) digest.add(slot);
}

void add_library(Digest& digest, const ThreadState& state) {
  digest.add(state.hazards.size());
  for (const auto& [pointer, value] : state.hazards) {
    digest.add(pointer);
    digest.add_value(value);
  }
  digest.add(state.held.size());
  for (const std::uint64_t lock : state.held) digest.add(lock);
  digest.add(state.specific.size(), state.keys, state.created);
  for (const auto& [key, value] : state.specific) {
    digest.add(key);
    digest.add_value(value);
  }
  digest.add(state.clock, state.clock_asked_at);
  digest.add(state.thrown, state.uncaught, state.caught.size());
  for (const CaughtException& caught : state.caught)
    digest.add(caught.address, caught.thrown_again);
  digest.add(state.at_end.size());
  for (const auto& [routine, argument] : state.at_end) {
    digest.add(routine);
    digest.add_value(argument);
  }
}

}  // namespace

std::array<std::uint64_t, 2> digest_of(const ThreadState& state, bool counts,
                                       const std::vector<LiveRegisters>* live) {
  Digest digest;
  add_calls(digest, state, live);
  add_loops(digest, state, counts);
  add_memory(digest, state);
  digest.add(state.heap_slots);
  add_library(digest, state);
  return digest.result();
}

std::array<std::uint64_t, 2> digest_of_own(
    const ThreadState& state, const std::function<std::uint64_t(std::uint64_t)>& renamed) {
  Digest digest(renamed);
  add_calls(digest, state, nullptr);
  add_memory(digest, state);
  add_library(digest, state);
  return digest.result();
}

std::uint64_t digest_of_place(const ThreadState& state) {
  constexpr std::size_t kFrames = 3;
  Digest digest;
  for (const Frame& frame : state.frames | std::views::reverse | std::views::take(kFrames))
    digest.add(frame.routine, frame.next);
  return digest.result().front();
}

}  // namespace ringcheck::source
