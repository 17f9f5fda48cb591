// The program of a Subject, as far as it is known: locations, threads, and what each of them
// writes.
#include <fmt/format.h>

#include <algorithm>

#include "source/explored_machine.hpp"
#include "source/names.hpp"
#include "source/subject.hpp"

namespace ringcheck::source {

namespace {

/// True iff an access may be seq_cst, as C++ has it: no function of the library makes one.
bool has_seq_cst_access(const Code& code) {
  return std::ranges::any_of(code.routines, [](const Routine& routine) {
    return std::ranges::any_of(routine.code, [](const Instruction& i) {
      const bool is_simple = i.opcode == Opcode::load || i.opcode == Opcode::store;
      const bool is_update = i.opcode == Opcode::rmw || i.opcode == Opcode::cmpxchg;
      if (!is_simple && !is_update) return false;
      if (i.order == Order::seq_cst || i.fail_order == Order::seq_cst) return true;
      return is_simple && i.order == Order::acquire_release;
    });
  });
}

}  // namespace

Program Subject::program(Rounds rounds) const {
  if (rounds != Rounds::untold) find_live_registers();
  Program program;
  program.name = code_->unit.files.size() > 1 ? code_->unit.files[1] : "program";
  for (const Piece& piece : layout_.pieces())
    program.locations.push_back({name_of_memory(*code_, piece.address, piece.bytes),
                                 image_.load(piece.address, piece.bytes)});
  const std::size_t threads = layout_.threads().size() + 1;
  for (std::size_t t = 1; t < threads; ++t) {
    program.locations.push_back({fmt::format("start of T{}", t), kNotYet});
    program.locations.push_back({fmt::format("end of T{}", t), kNotYet});
  }
  for (std::size_t t = 0; t < threads; ++t) {
    Thread& thread = program.threads.emplace_back();
    thread.name = t == 0 ? "main" : code_->routines[layout_.threads()[t - 1].routine].name;
    thread.body = [this, t, rounds](ThreadRun& run) { run_thread(t, run, rounds); };
    declare_writes(t, thread);
    declare_start(t, program.locations.size(), thread);
  }
  declare_targets(program);
  if (options_.symmetry) unite_symmetric_threads(program);
  program.seq_cst = has_seq_cst_access(*code_);
  program.control_lasts = !run_options_.control_ends;
  return program;
}

void Subject::declare_writes(std::size_t t, Thread& thread) const {
  thread.least_tags.resize(layout_.pieces().size());
  thread.least_fences.resize(layout_.pieces().size());
  for (std::size_t p = 0; p < layout_.pieces().size(); ++p) {
    const std::optional<LeastOrder> least = layout_.least_order(t, p);
    if (!least) continue;
    thread.may_write.set(static_cast<int>(p));
    thread.least_tags[p] = least->tags;
    thread.least_fences[p] = least->fence;
  }
  for (std::size_t c = 1; c <= layout_.threads().size(); ++c)
    if (layout_.threads()[c - 1].creator == t)
      thread.may_write.set(static_cast<int>(layout_.start_of(c)));
  if (t > 0 && layout_.joins_are_events())
    thread.may_write.set(static_cast<int>(layout_.end_of(t)));
}

/// Says where accesses may be whose addresses depend on loads.
void Subject::declare_targets(Program& program) const {
  program.targets.resize(Layout::kNoTargets + layout_.targets().size());
  for (const auto& [access, targets] : layout_.targets()) {
    if (targets.number == 0) continue;
    for (const std::uint64_t address : targets.addresses)
      program.targets[targets.number - 1U].set(static_cast<int>(layout_.first_after(address)));
  }
}

/// Says which flags that tell threads to start concern thread `t`.
void Subject::declare_start(std::size_t t, std::size_t locations, Thread& thread) const {
  const std::vector<CreatedThread>& threads = layout_.threads();
  for (std::size_t c = 1; c <= threads.size(); ++c)
    if (c != t && threads[c - 1].creator != t)
      thread.leaves_alone.set(static_cast<int>(layout_.start_of(c)));
  thread.is_told_by_first_read = t > 0 && threads[t - 1].waits;
  if (!thread.is_told_by_first_read) return;
  for (std::size_t l = 0; l < locations; ++l)
    if (l != layout_.start_of(t)) thread.leaves_alone_untold.set(static_cast<int>(l));
}

Program Subject::stepwise_program(Rounds rounds) const {
  Program result = program(rounds);
  result.symmetric.clear();
  return result;
}

void Subject::find_live_registers() const {
  if (!live_.empty()) return;
  for (const Routine& routine : code_->routines) live_.emplace_back(routine);
}

/// Lets threads that do the same be explored in one order.
void Subject::unite_symmetric_threads(Program& program) const {
  for (const std::vector<std::size_t>& threads : layout_.symmetric_threads(code_->addresses)) {
    LocationSet writes;
    std::vector<LeastOrder> least(layout_.pieces().size());
    for (const std::size_t t : threads) {
      const Thread& thread = program.threads[t];
      for (std::size_t p = 0; p < least.size(); ++p) {
        if (!thread.may_write.test(static_cast<int>(p))) continue;
        const bool first = !writes.test(static_cast<int>(p));
        const LeastOrder its{thread.least_tags[p], thread.least_fences[p]};
        least[p] = first ? its : least[p] & its;
      }
      writes |= thread.may_write;
    }
    std::vector<ThreadId>& united = program.symmetric.emplace_back();
    for (const std::size_t t : threads) {
      program.threads[t].may_write = writes;
      for (std::size_t p = 0; p < least.size(); ++p) {
        program.threads[t].least_tags[p] = least[p].tags;
        program.threads[t].least_fences[p] = least[p].fence;
      }
      united.push_back(static_cast<ThreadId>(t));
    }
  }
}

}  // namespace ringcheck::source
