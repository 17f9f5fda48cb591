// Tested by tests/source/thread_end_test.cpp.
#include "source/thread_end.hpp"

#include "graph/diagnostic.hpp"

namespace ringcheck::source {

namespace {

/// PTHREAD_DESTRUCTOR_ITERATIONS.
constexpr int kMostRounds = 4;

void run(Interpreter& interpreter, ThreadState& state, std::uint32_t routine,
         const Value& argument) {
  const Value arguments[] = {argument};
  state.frames.clear();
  state.registers.clear();
  interpreter.enter(routine, arguments, kNoOperand);
  interpreter.run();
}

/// Calls the destructor whose address is in `slot`. Of the library's functions, only free is one.
void destroy(Interpreter& interpreter, Machine& machine, ThreadState& state, std::uint64_t slot,
             const Value& value) {
  const Code& code = interpreter.code();
  if (slot < code.routines.size())
    return run(interpreter, state, static_cast<std::uint32_t>(slot), value);
  const std::string& name = code.unit.externals[slot - code.routines.size()];
  if (name != "free")
    throw InputError({code.where(0), 0, 0,
                      "saw " + name + " as the destructor of a key, which is defined nowhere"});
  machine.free(value, 0);
}

}  // namespace

void run_at_end(Interpreter& interpreter, ThreadState& state) {
  while (!state.at_end.empty()) {
    const auto [routine, argument] = state.at_end.back();
    state.at_end.pop_back();
    run(interpreter, state, routine, argument);
  }
}

void destroy_specific(Interpreter& interpreter, Machine& machine, ThreadState& state) {
  bool any = true;
  for (int round = 0; any && round < kMostRounds; ++round) {
    any = false;
    for (std::size_t n = 0; n < state.specific.size(); ++n) {
      const auto [key, value] = state.specific[n];
      const std::uint64_t destructor = ThreadKey::destructor_of(key);
      if (destructor == 0 || machine.number_of(value) == 0) continue;
      any = true;
      state.specific[n].second = Value(0);
      destroy(interpreter, machine, state, destructor - 1, value);
    }
  }
}

}  // namespace ringcheck::source
