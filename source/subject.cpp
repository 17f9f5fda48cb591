#include "source/subject.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "explore/explore.hpp"
#include "graph/diagnostic.hpp"
#include "models/for_pieces.hpp"
#include "source/first_arguments.hpp"
#include "source/library_call.hpp"
#include "source/names.hpp"
#include "source/rest_machine.hpp"
#include "source/thread_end.hpp"

namespace ringcheck::source {

namespace {

RunOptions run_options(const Code& code, const Model& model, const SubjectOptions& options) {
  RunOptions result;
  result.unroll = options.unroll;
  for (const std::string& name : options.not_unrolled) {
    const std::uint32_t number = code.find_routine(name);
    if (number == UINT32_MAX)
      throw InputError(
          {"", 0, 0, "saw --no-unroll " + name + ", expected a function of the program"});
    result.not_unrolled.insert(number);
  }
  result.calls = c11_calls(model);
  const bool is_language = model.name() == "rc11" || result.calls == nullptr;
  // A machine has no non-atomic accesses.
  result.plain = is_language ? TagSet{} : TagSet{Tag::once};
  const bool once = result.calls == nullptr || options.volatile_is_atomic;
  result.plain_volatile = once ? TagSet{Tag::once} : result.plain;
  result.control_ends = result.calls == nullptr;
  result.loads_are_alike = model.name() == "sc" || model.name() == "x86-tso";
  return result;
}

bool is_symmetric(const Program& program, std::size_t thread) {
  return std::ranges::any_of(program.symmetric, [&](const std::vector<ThreadId>& threads) {
    return std::ranges::find(threads, static_cast<ThreadId>(thread)) != threads.end();
  });
}

/// Most iterations of a loop that a search for rounds lets a thread make.
constexpr std::uint32_t kRoundsAlone = 1000;

/// What a std::thread holds goes when its function has returned, before all that was put off.
void destroy_work(const Code& code, std::uint32_t routine, const Value& argument,
                  ThreadState& state) {
  if (state.frames.empty() && code.destroyers[routine] != UINT32_MAX)
    state.at_end.emplace_back(code.destroyers[routine], argument);
}

}  // namespace

Subject::Subject(std::shared_ptr<const Code> code, const Model& model,
                 const SubjectOptions& options)
    : code_(std::move(code)),
      model_(model),
      options_(options),
      dependence_(model.dependence()),
      run_options_(run_options(*code_, model, options)),
      endless_options_(run_options_),
      image_(*code_),
      layout_(knows_pieces(model)) {
  endless_options_.least_bound = kRoundsAlone;
  setting_.live = &live_;
  setting_.code = code_.get();
  setting_.image = &image_;
  setting_.layout = &layout_;
  setting_.faults = &faults_;
  setting_.keeps_bytes = options.keeps_bytes;
  setting_.porf = dependence_ == Dependence::program_order;
  setting_.plain = run_options_.plain;
  if (!setting_.porf) {
    setting_.sync_store = {Tag::once};
    setting_.sync_load = {Tag::once};
    setting_.sync_fence = {Tag::mb};
  }
  run_alone();
}

ThreadState& Subject::last_state() {
  thread_local ThreadState state;
  return state;
}

void Subject::run_alone() {
  const std::uint32_t entry = code_->find_routine(options_.entry);
  if (entry == UINT32_MAX)
    throw InputError({code_->unit.files.size() > 1 ? code_->unit.files[1] : "", 0, 0,
                      "saw no function " + options_.entry + ", where the program starts"});
  Overlay memory(image_);
  add_first_objects(*code_, memory);
  SequentialMachine machine(*code_, memory, first_);
  if (options_.finds_rounds) machine.find_rounds();
  Interpreter interpreter(*code_, run_options_, machine, first_);
  for (const std::uint32_t destructor : code_->unit.destructors)
    first_.at_end.emplace_back(destructor, Value(0));
  try {
    for (const std::uint32_t constructor : code_->unit.constructors) {
      interpreter.enter(constructor, {}, kNoOperand);
      interpreter.run();
      first_.frames.clear();
      first_.registers.clear();
      if (first_.exits) break;
    }
    if (!first_.exits) {
      const std::vector<Value> arguments = arguments_of_entry(*code_, entry, machine, first_);
      interpreter.enter(entry, arguments, kNoOperand);
    }
    interpreter.run();
    // A thread that stands at a call that it cannot make alone goes on there.
    ended_ = first_.frames.empty();
    if (ended_) run_at_end(interpreter, first_);
  } catch (const SequentialError& error) {
    early_error_ = error;
  } catch (const SequentialWait& wait) {
    stops_early_ = wait;
  }
  memory.settle(image_);
  first_.effects = 0;
  first_.steps = 0;
  for (LoopRecord& loop : first_.loops) loop.effects = 0;
}

/// Where this worker keeps the states of the thread of `run`.
KeptStates& Subject::states_of(const ThreadRun& run) {
  thread_local StatesOfPrograms states;
  return states.of(run.program(), run.thread());
}

/// What thread `thread` does when its code has ended.
void Subject::end_thread(std::size_t thread, Interpreter& interpreter, ExploredMachine& machine,
                         ThreadState& state) const {
  const Value result = state.result;
  const bool exits = state.exits;
  if (exits && thread != 0)
    state.at_end.insert(state.at_end.begin(), first_.at_end.begin(), first_.at_end.end());
  run_at_end(interpreter, state);
  if (thread == 0) return;
  if (exits) machine.end_program();
  destroy_specific(interpreter, machine, state);
  machine.leave_thread_locals();
  machine.announce_end(result);
}

void Subject::run_thread(std::size_t thread, ThreadRun& run, Rounds rounds) const {
  // A run that is not resumable goes from its start to its end, or is dropped.
  thread_local KeptStates passing;
  const bool is_taken_up = run.is_resumable();
  KeptStates& states = is_taken_up ? states_of(run) : passing;
  ThreadState& state = states.current();
  ExploredMachine machine(setting_, run, states, is_taken_up, rounds);
  const RunOptions& options = rounds == Rounds::endless ? endless_options_ : run_options_;
  Interpreter interpreter(*code_, options, machine, state);
  Value started_with;
  if (thread == 0) {
    state = first_;
  } else {
    static const ThreadState kStart;
    state = kStart;
    state.is_one_of_several = is_symmetric(run.program(), thread);
    const auto argument = machine.await_start();
    if (!argument) return;
    started_with = *argument;
    interpreter.enter(layout_.threads()[thread - 1].routine, {&started_with, 1}, kNoOperand);
  }
  state.waits_for_values = !run.has_all_values();
  interpreter.run();
  if (thread != 0 && !state.exits)
    destroy_work(*code_, layout_.threads()[thread - 1].routine, started_with, state);
  const bool waits_for_others = thread == 0 && !state.frames.empty();
  const bool exits = state.exits;
  if (!waits_for_others) end_thread(thread, interpreter, machine, state);
  machine.say_end(state.result, waits_for_others ? EndOfRun::goes_on
                                : exits          ? EndOfRun::exits
                                                 : EndOfRun::returns);
  if (thread == 0 && run.transcribing() && !is_taken_up) std::swap(last_state(), state);
}

std::optional<std::uint32_t> Subject::leaks_early() const {
  return Overlay(image_).leak();
}

void Subject::learn(const Demand& demand) {
  const std::vector<Demand> all = faults_.all_of(demand);
  learnt_.insert(learnt_.end(), all.begin(), all.end());
  const auto mixed = layout_.learn(all);
  if (mixed)
    throw InputError({code_->where(mixed->place), 0, 0,
                      "saw an access to a part of what an atomic access takes whole at " +
                          code_->where(mixed->other) + ", which model " + model_.name() +
                          " does not cover"});
  if (layout_.has_mixed_sizes() && !mixed_) mixed_ = for_pieces(model_);
}

/// Adds the blocks that threads have allocated and freed.
void Subject::add_blocks(Overlay& memory, const Transcript& said) const {
  for (const Observation& o : said.observations) {
    if (o.kind != static_cast<std::uint32_t>(Said::allocates)) continue;
    MemoryObject object;
    object.base = o.numbers[0];
    object.bytes = o.numbers[1];
    object.place = static_cast<std::uint32_t>(o.numbers[2]);
    memory.add(object);
  }
  for (const Observation& o : said.observations)
    if (o.kind == static_cast<std::uint32_t>(Said::frees)) memory.set_freed(o.numbers[0]);
}

/// Fills in memory as the execution leaves it.
void Subject::fill_memory(Overlay& memory, const ExecutionGraph& graph, const Transcript& said,
                          const ThreadState& state) const {
  add_blocks(memory, said);
  for (const StackObject& local : state.locals) {
    const std::uint64_t base = code_->addresses.stack(0, local.slot);
    if (const MemoryObject* object = memory.find(base); object != nullptr && !object->freed)
      continue;
    MemoryObject object;
    object.base = base;
    object.bytes = local.bytes;
    memory.add(object);
  }
  for (std::size_t p = 0; p < layout_.pieces().size(); ++p) {
    const Piece& piece = layout_.pieces()[p];
    memory.store(piece.address, piece.bytes, graph[graph.co_last(static_cast<LocId>(p))].value);
  }
  for (const Fragment& f : state.memory.fragments())
    if (!layout_.shared(code_->addresses.slot_base(f.address)) ||
        layout_.keeper_of({f.address, f.bytes}, 0) == Keeper::itself)
      memory.store(f.address, f.bytes, f.value.word.value);
}

/// True iff `address` is in an object of another thread than the first that only its owner has
/// accessed.
bool Subject::is_owned_by_another(std::uint64_t address) const {
  const Region region = code_->addresses.region(address);
  return (region == Region::heap || region == Region::stack) &&
         code_->addresses.owner(address) != 0 &&
         !layout_.shared(code_->addresses.slot_base(address));
}

/// True iff an access of the first thread may matter to another thread: a store to what is not its
/// own, or an access to anything that another thread writes or owns.
bool Subject::concerns_others(std::uint64_t address, std::uint32_t bytes, bool writes) const {
  const Region region = code_->addresses.region(address);
  const bool own = region != Region::global && region != Region::none &&
                   code_->addresses.owner(address) == 0 &&
                   !layout_.shared(code_->addresses.slot_base(address));
  const Keeper keeper = layout_.keeper_of({address, bytes}, 0);
  if (own || keeper == Keeper::itself) return false;
  if (keeper == Keeper::another) return true;
  if (writes || image_.find(address) == nullptr) return true;
  return layout_.meets({address, bytes});
}

/// By thread: it waits for ever, and so do all threads that do the same (one order of these is
/// explored).
std::vector<bool> Subject::unfinished(const Program& program, const Transcript& said) {
  std::vector<bool> waits(program.threads.size(), true);
  waits[0] = false;
  for (const Observation& o : said.observations)
    if (o.kind == static_cast<std::uint32_t>(Said::ends) ||
        o.kind == static_cast<std::uint32_t>(Said::not_started))
      waits[o.thread] = false;
  for (const std::vector<ThreadId>& threads : program.symmetric) {
    const bool all = std::ranges::all_of(threads, [&](ThreadId t) { return waits[t]; });
    for (const ThreadId t : threads) waits[t] = all;
  }
  return waits;
}

bool Subject::first_waits(const Transcript& said) {
  return std::ranges::any_of(said.observations, [](const Observation& o) {
    return o.kind == static_cast<std::uint32_t>(Said::ends) && o.thread == 0 &&
           o.numbers[3] == static_cast<std::uint64_t>(EndOfRun::goes_on);
  });
}

bool Subject::first_gets_nothing(const ExecutionGraph& graph) {
  for (int slot = 0; slot < graph.slots(0); ++slot) {
    const EventNumber e = graph.at(0, slot);
    if (e != kNoEvent && (graph[e].kind == EventKind::read || graph[e].kind == EventKind::choice))
      return false;
  }
  return true;
}

Subject::Rest Subject::run_rest(const Program& program, const ExecutionGraph& graph,
                                const Transcript& said) const {
  Rest rest;
  Overlay memory(image_);
  if (!first_waits(said)) {
    add_blocks(memory, said);
    rest.leak = memory.leak();
    return rest;
  }
  ThreadState state = last_state();
  fill_memory(memory, graph, said, state);
  SequentialMachine::Others others{{}, unfinished(program, said), {}, {}};
  others.results.resize(layout_.threads().size() + 1);
  for (const Observation& o : said.observations) {
    if (o.kind == static_cast<std::uint32_t>(Said::ends) && o.thread != 0)
      others.results[o.thread] = o.numbers[0];
    if (o.kind == static_cast<std::uint32_t>(Said::not_started)) others.results[o.thread].reset();
  }
  std::optional<ThreadId> unlike;
  for (const std::vector<ThreadId>& threads : program.symmetric)
    for (const ThreadId t : threads)
      if (!unlike && others.results[t] != others.results[threads.front()]) unlike = t;
  others.concern = [this](std::uint64_t address, std::uint32_t bytes, bool writes) {
    return concerns_others(address, bytes, writes);
  };
  others.hides = [this](std::uint64_t address, std::uint32_t bytes) {
    return is_owned_by_another(address) ||
           layout_.keeper_of({address, bytes}, 0) == Keeper::another;
  };
  RestMachine machine(*code_, memory, state, others,
                      [this](std::uint64_t address, std::uint32_t bytes) {
                        return concerns_others(address, bytes, false);
                      });
  if (options_.finds_rounds) machine.find_rounds();
  Interpreter interpreter(*code_, run_options_, machine, state);
  try {
    interpreter.run();
    if (state.frames.empty()) run_at_end(interpreter, state);
    rest.leak = memory.leak();
  } catch (const SequentialError& error) {
    rest.error = error;
  } catch (const SequentialWait& wait) {
    rest.waits = wait;
  } catch (const NotAlone&) {
    rest.demand = Demand{.kind = Demand::Kind::join};
  } catch (const NotShared& hidden) {
    rest.demand = is_owned_by_another(hidden.address)
                      ? Demand{.kind = Demand::Kind::share,
                               .address = code_->addresses.slot_base(hidden.address),
                               .place = hidden.site.place}
                      : Demand{.kind = Demand::Kind::piece,
                               .address = hidden.address,
                               .bytes = hidden.site.bytes,
                               .atomic = hidden.site.atomic,
                               .place = hidden.site.place};
  }
  if (machine.depends_on_others() && unlike) {
    rest = {};
    rest.demand = Demand{.kind = Demand::Kind::tell_apart, .thread = *unlike};
  }
  rest.joins_whatever_happens = machine.joins_whatever_happens() && graph.slots(0) == 0;
  const bool is_right = !rest.error && !rest.waits && !rest.demand && !rest.leak;
  rest.ends_whatever_happens =
      is_right && !machine.depends_on_others() && first_gets_nothing(graph);
  return rest;
}

}  // namespace ringcheck::source
