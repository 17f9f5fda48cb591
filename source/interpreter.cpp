// Runs routines. A value is unknown while a load that it depends on is not resolved; it flows on
// until a branch, or an access to it as an address, needs it.
// Tested by tests/source.
#include "source/interpreter.hpp"

#include <algorithm>

#include "explore/thread_run_errors.hpp"
#include "graph/diagnostic.hpp"
#include "source/arithmetic.hpp"
#include "source/library_call.hpp"
#include "source/place_of_user.hpp"

namespace ringcheck::source {

namespace {

/// Instructions that a thread may run in a row. More are taken for a loop without end.
constexpr std::uint64_t kMaxSteps = 50'000'000;

constexpr const char* kRunsOn =
    "the code runs on and on in this loop (check and barriers bound loops with --unroll)";
constexpr const char* kUndefinedBranch = "a branch depends on a variable that has no value";
constexpr const char* kUndefinedAddress = "an address depends on a variable that has no value";

/// The first slot after those of the thread's local variables that has room for `bytes` bytes.
std::uint64_t free_slot(const ThreadState& state, const AddressLayout& addresses,
                        std::uint64_t bytes) {
  const auto end = [&](const StackObject& o) { return o.slot + addresses.slots_of(o.bytes); };
  std::uint64_t slot = state.locals.empty() ? 0 : end(state.locals.back());
  for (const StackObject& o : state.gone)
    if (o.slot < slot + addresses.slots_of(bytes) && slot < end(o)) slot = end(o);
  return slot;
}

/// Makes what follows depend by control on the branches that chose its operands. The caller calls
/// end(); a destructor would not do, since a run may end in between.
struct ImpliedControl {
  ImpliedControl(Machine& m, const Value& a, const Value& b, const Value& c) : machine(m) {
    const SourceSet implied = a.implied | b.implied | c.implied;
    if (!implied.any()) return;
    changed = true;
    before = machine.control();
    machine.set_control(before | implied);
  }
  void end() const {
    if (changed) machine.set_control(before);
  }

  Machine& machine;
  SourceSet before{};
  bool changed = false;
};

}  // namespace

Value Interpreter::get(Operand x) const {
  if (x < 0) return x == kNoOperand ? Value() : Value(routine_->constants[constant_number(x)]);
  return state_.registers[state_.frames.back().registers + static_cast<std::size_t>(x)];
}

Value& Interpreter::at(Operand x) {
  return state_.registers[state_.frames.back().registers + static_cast<std::size_t>(x)];
}

std::vector<Value> Interpreter::arguments_of(const Instruction& i) const {
  std::vector<Value> all;
  for (Operand n = 0; n < i.c; ++n)
    all.push_back(get(routine_->arguments[static_cast<std::uint32_t>(i.b + n)]));
  return all;
}

void Interpreter::enter(std::uint32_t number, std::span<const Value> arguments, Operand result) {
  const Routine& routine = code_.routines[number];
  Frame frame;
  frame.routine = number;
  frame.registers = static_cast<std::uint32_t>(state_.registers.size());
  frame.result = result;
  frame.locals = static_cast<std::uint32_t>(state_.locals.size());
  frame.loops = static_cast<std::uint32_t>(state_.loops.size());
  frame.branches = static_cast<std::uint32_t>(state_.branches.size());
  state_.frames.push_back(frame);
  state_.registers.resize(state_.registers.size() + routine.registers);
  for (std::size_t p = 0; p < routine.parameters && p < arguments.size(); ++p)
    state_.registers[frame.registers + p] = arguments[p];
  routine_ = &routine;
}

void Interpreter::run() {
  if (state_.frames.empty()) return;
  routine_ = &code_.routines[frame().routine];
  try {
    while (step()) {
    }
  } catch (const ProgramTooLarge&) {
    if (state_.loops.empty()) throw;
    const Frame& in = frame();
    const bool here = state_.loops.size() > in.loops;
    throw InputError({code_.where(here ? routine_->loops[state_.loops.back().loop].place
                                       : routine_->code[in.next].place),
                      0, 0, kRunsOn});
  }
}

void Interpreter::refuse(const Instruction& i) const {
  throw InputError(
      {code_.where(i.place), 0, 0,
       "saw " + code_.unit.texts[static_cast<std::size_t>(i.a)] + ", which is not modelled"});
}

bool Interpreter::step() {
  const Instruction& i = routine_->code[frame().next];
  if (++state_.steps > kMaxSteps) throw InputError({code_.where(i.place), 0, 0, kRunsOn});
  switch (i.opcode) {
    case Opcode::allocate:
      allocate(i);
      break;
    case Opcode::thread_local_address:
      at(i.target) =
          code_.addresses.thread_local_of(static_cast<int>(machine_.this_thread()),
                                          code_.unit.globals[static_cast<std::size_t>(i.a)].slot);
      break;
    case Opcode::load:
    case Opcode::store:
    case Opcode::fence:
    case Opcode::rmw:
    case Opcode::cmpxchg:
      access(i);
      break;
    case Opcode::jump:
      frame().next = static_cast<std::uint32_t>(i.target);
      return true;
    case Opcode::branch:
      branch(i);
      return true;
    case Opcode::choose_case:
      choose_case(i);
      return true;
    case Opcode::call:
    case Opcode::call_external:
    case Opcode::call_indirect:
      return call(i);
    case Opcode::give_back:
      return give_back(i);
    case Opcode::unreachable:
      machine_.fail(ErrorKind::assertion, i.place, "control reaches what cannot be reached");
    case Opcode::refuse:
      refuse(i);
    case Opcode::enter_loop:
      enter_loop(i);
      break;
    case Opcode::repeat_loop:
      repeat_loop(i);
      break;
    case Opcode::wait_in_loop:
      wait_in_loop(i);
      break;
    case Opcode::take_back:
      take_back(i);
      break;
    case Opcode::meet:
      meet(i.a);
      break;
    default:
      compute_value(i);
  }
  ++frame().next;
  return true;
}

void Interpreter::compute_value(const Instruction& i) {
  const Value a = get(i.a);
  if (i.opcode == Opcode::copy) {
    Value& target = at(i.target);
    target = a;
    if (i.detail == 1 && options_.control_ends)
      target.implied = target.implied | machine_.control();
    return;
  }
  const Value b = get(i.b);
  const Value c = i.opcode == Opcode::floating ? Value() : get(i.c);
  Value result;
  result.word.sources = a.word.sources | b.word.sources | c.word.sources;
  result.implied = a.implied | b.implied | c.implied;
  result.word.known = a.word.known && b.word.known && c.word.known;
  if (result.word.known && (is_undefined(a) || is_undefined(b) || is_undefined(c))) {
    result.word.value = compute_missing(i, a.word.value, b.word.value, c.word.value);
  } else if (result.word.known) {
    if (has_no_quotient(i, a.word.value, b.word.value))
      machine_.fail(ErrorKind::arithmetic, i.place, "a division that has no result");
    result.word.value = compute(i, a.word.value, b.word.value, c.word.value);
    if (state_.is_one_of_several) note_computed(i, {a, b, c}, result);
  }
  if (!result.word.known) name_result(i, a, b, result);
  at(i.target) = result;
}

/// A thread that does the same as others has its objects at other addresses. It may still compute
/// with these what another thread would compute with its own.
void Interpreter::note_computed(const Instruction& i, const std::array<Value, 3>& operands,
                                const Value& result) {
  const AddressLayout& addresses = code_.addresses;
  const int self = static_cast<int>(machine_.this_thread());
  if (std::ranges::none_of(operands, [&](const Value& operand) {
        return addresses.is_of(operand.word.value, self);
      }))
    return;
  const auto renamed = [&](const Value& value) {
    return addresses.renamed(value.word.value, self, (self + 1) % addresses.max_threads());
  };
  const std::uint64_t other =
      compute(i, renamed(operands[0]), renamed(operands[1]), renamed(operands[2]));
  if (other != renamed(result)) machine_.tell_apart();
}

void Interpreter::allocate(const Instruction& i) {
  const std::uint64_t count = machine_.number_of(get(i.a));
  StackObject object;
  object.bytes = count * get(i.b).word.value;
  object.slot = free_slot(state_, code_.addresses, object.bytes);
  if (object.slot + code_.addresses.slots_of(object.bytes) > std::uint64_t(code_.addresses.slots()))
    throw InputError({code_.where(i.place), 0, 0, "the thread needs too much stack"});
  state_.locals.push_back(object);
  machine_.enter_local(
      object, i.c == kNoOperand ? kNoVariable : static_cast<VariableId>(get(i.c).word.value));
  at(i.target) = code_.addresses.stack(static_cast<int>(machine_.this_thread()), object.slot);
}

void Interpreter::check_defined(const Value& v, const Instruction& i, const char* what) {
  if (is_undefined(v)) machine_.fail(ErrorKind::uninitialized, i.place, what);
}

void Interpreter::branch(const Instruction& i) {
  const Value condition = get(i.a);
  check_defined(condition, i, kUndefinedBranch);
  open_branch(i.meet);
  if (condition.implied.any()) machine_.set_control(machine_.control() | condition.implied);
  const bool taken = machine_.branch(condition);
  frame().next = static_cast<std::uint32_t>(taken ? i.b : i.c);
}

void Interpreter::choose_case(const Instruction& i) {
  const Value value = get(i.a);
  check_defined(value, i, kUndefinedBranch);
  open_branch(i.meet);
  if (value.implied.any()) machine_.set_control(machine_.control() | value.implied);
  auto next = static_cast<std::uint32_t>(i.target);
  for (Operand n = 0; n < i.c; ++n) {
    const Case& c = routine_->cases[static_cast<std::uint32_t>(i.b + n)];
    if (!machine_.branch(are_equal(value, Value(c.value)))) continue;
    next = c.target;
    break;
  }
  frame().next = next;
}

void Interpreter::open_branch(Operand meet) {
  if (!options_.control_ends) return;
  std::vector<BranchRecord>& open = state_.branches;
  // In a loop, a branch meets again where it met before.
  if (open.size() > frame().branches && open.back().meet == meet) return;
  open.push_back({meet, machine_.control()});
}

void Interpreter::meet(Operand place) {
  if (!options_.control_ends) return;
  std::vector<BranchRecord>& open = state_.branches;
  while (open.size() > frame().branches && open.back().meet == place) {
    machine_.set_control(open.back().control);
    open.pop_back();
  }
}

void Interpreter::access(const Instruction& i) {
  machine_.come_to_access();
  const Value address = i.opcode == Opcode::fence ? Value() : get(i.a);
  if (i.opcode != Opcode::fence) check_defined(address, i, kUndefinedAddress);
  const ImpliedControl control(machine_, address, i.opcode == Opcode::load ? Value() : get(i.b),
                               i.opcode == Opcode::cmpxchg ? get(i.c) : Value());
  const Site site{(i.width + 7U) / 8, i.place, i.order != Order::plain};
  const TagSet plain = i.is_volatile ? options_.plain_volatile : options_.plain;
  switch (i.opcode) {
    case Opcode::load: {
      const bool copies = i.detail == kCopies;
      Value value = copies                    ? machine_.peek(site, address)
                    : i.order == Order::plain ? machine_.load(site, address, plain)
                                              : atomic_load(site, address, i.order);
      if (i.width % 8 != 0 && !is_undefined(value))
        value = combine_values(value, Value(0), [&](auto x, auto) { return low_bits(x, i.width); });
      at(i.target) = value;
      break;
    }
    case Opcode::store: {
      const std::uint64_t effects = state_.effects;
      const std::size_t doubtful = state_.doubtful.size();
      if (i.order == Order::plain)
        machine_.store(site, address, get(i.b), plain);
      else
        atomic_store(site, address, get(i.b), i.order);
      const bool repeated = i.detail == 1 && state_.loops.size() > frame().loops &&
                            state_.loops.back().loop == static_cast<std::uint32_t>(i.c);
      if (repeated && machine_.is_unpublished(address)) {
        state_.loops.back().excused += static_cast<std::uint32_t>(state_.effects - effects);
        state_.doubtful.resize(doubtful);
      }
      break;
    }
    case Opcode::fence:
      if (!i.single_thread) atomic_fence(i.order, i.place);
      break;
    case Opcode::rmw:
      at(i.target) = atomic_update(site, static_cast<RmwOp>(i.detail), address, get(i.b), i.order);
      break;
    default: {
      const Exchanged exchanged =
          atomic_compare_exchange(site, address, get(i.b), get(i.c), i.order, i.fail_order);
      at(i.target) = exchanged.old;
      at(i.target + 1) = exchanged.stored;
    }
  }
  control.end();
}

}  // namespace ringcheck::source
