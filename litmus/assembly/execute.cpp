// Runs machine code.
// A register is a tracked word, so address and data dependencies go through registers and through
// the flags. A branch is a control dependency of all that comes after it in its thread. Locations
// of 4 bytes hold their value with its sign extended; in tests with accesses of several sizes they
// hold a part of it with zeros above. Registers hold what the instruction makes of the value. A
// store-conditional fails when it has no reservation of its address, and may fail when it has one:
// two executions. Between the load and a store-conditional that has its reservation the thread may
// not store to the location: architectures leave it to the machine whether that ends the
// reservation. Tested by tests/litmus/assembly_test.cpp and assembly_rows_test.cpp.
#include <array>

#include "litmus/arithmetic.hpp"
#include "litmus/assembly/memory.hpp"
#include "litmus/assembly/numbers.hpp"

namespace ringcheck::litmus::assembly {

namespace {

class Execution {
 public:
  Execution(const Code& code, ThreadRun& run) : code_(code), run_(run), memory_(code, run) {
    for (std::size_t i = 0; i < code.initial.size(); ++i) registers_[i] = Word(code.initial[i]);
  }

  void go() {
    while (next_ < code_.steps.size()) {
      const Step& s = code_.steps[next_++];
      step(s);
    }
    if (!run_.transcribing()) return;
    for (const ObservedRegister& o : code_.observed) {
      const std::uint64_t v = o.slot < 0 ? 0 : registers_[index(o.slot)].value;
      run_.observe(o.column, is_address(v) ? v : extended(v, o.size, o.sign_extends));
    }
  }

 private:
  static std::size_t index(int slot) { return static_cast<std::size_t>(slot); }

  [[noreturn]] void fail(const Step& s, Fault fault) {
    run_.fail(s.faults[static_cast<std::size_t>(fault)].c_str());
  }

  /// The low `size` bytes of a word.
  Word cut(const Step& s, Word w, std::uint8_t size, bool sign) {
    if (!w.known || size == 8) return w;
    if (is_address(w.value)) fail(s, Fault::narrow);
    w.value = extended(w.value, size, sign);
    return w;
  }

  Word read(const Step& s, const Source& source) {
    if (source.slot < 0) return Word(source.number);
    return cut(s, registers_[index(source.slot)], source.size, source.sign_extends);
  }

  /// A write to 1 or 2 bytes of a register leaves the others as they are.
  void write(const Step& s, const Word& value) {
    if (s.target < 0) return;
    Word& target = registers_[index(s.target)];
    const Word fresh = cut(s, value, s.target_size, s.row->sign_extends);
    if (s.target_size >= 4) {
      target = fresh;
      return;
    }
    target = combine(target, fresh, [&](std::uint64_t old, std::uint64_t low) {
      return old - extended(old, s.target_size, false) + extended(low, s.target_size, false);
    });
  }

  Word apply(const Step& s, BinaryOperator op, const Word& a, const Word& b) {
    Word result{0, a.sources | b.sources, a.known && b.known};
    if (!result.known) return result;
    const bool moves = op == BinaryOperator::add || op == BinaryOperator::subtract;
    if (has_several_sizes() && moves && is_address(a.value) != is_address(b.value) &&
        (op == BinaryOperator::add || is_address(a.value))) {
      result.value = op == BinaryOperator::add ? a.value + b.value : a.value - b.value;
      return result;
    }
    const Result r = litmus::apply(op, a.value, b.value);
    if (r.fault != nullptr) fail(s, r.fault == kNumberFault ? Fault::number : Fault::address);
    result.value = r.value;
    return result;
  }

  Word inverted(const Step& s, Word w) {
    if (w.known && is_address(w.value)) fail(s, Fault::address);
    w.value = ~w.value;
    return w;
  }

  /// `a` shifted by `b`; only the bits of `b` that the machines look at count.
  Word shifted(const Step& s, const Word& a, const Word& b) {
    if ((a.known && is_address(a.value)) || (b.known && is_address(b.value)))
      fail(s, Fault::address);
    const std::uint8_t size = s.size;
    const Arithmetic how = s.row->arithmetic;
    return combine(a, b, [size, how](std::uint64_t x, std::uint64_t y) {
      const std::uint64_t by = y & (size == 8 ? 63U : 31U);
      if (how == Arithmetic::shift_left) return x << by;
      if (how == Arithmetic::shift_right) return extended(x, size, false) >> by;
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(extended(x, size, true)) >> by);
    });
  }

  Word compute(const Step& s, const Word& a, const Word& b) {
    switch (s.row->arithmetic) {
      case Arithmetic::add:
        return apply(s, BinaryOperator::add, a, b);
      case Arithmetic::subtract:
        return apply(s, BinaryOperator::subtract, a, b);
      case Arithmetic::multiply:
        return apply(s, BinaryOperator::multiply, a, b);
      case Arithmetic::bit_and:
        return apply(s, BinaryOperator::bit_and, a, b);
      case Arithmetic::bit_or:
        return apply(s, BinaryOperator::bit_or, a, b);
      case Arithmetic::bit_xor:
        return apply(s, BinaryOperator::bit_xor, a, b);
      case Arithmetic::and_not:
        return apply(s, BinaryOperator::bit_and, a, inverted(s, b));
      case Arithmetic::or_not:
        return apply(s, BinaryOperator::bit_or, a, inverted(s, b));
      case Arithmetic::shift_left:
      case Arithmetic::shift_right:
      case Arithmetic::shift_right_signed:
        return shifted(s, a, b);
      case Arithmetic::less:
      case Arithmetic::below: {
        const Truth t = answer(s, s.row->arithmetic == Arithmetic::less ? Test::less : Test::below,
                               a, b, s.size);
        return {t.value ? std::uint64_t{1} : 0, t.sources, t.known};
      }
    }
    return {};
  }

  /// The answer to what a branch asks about the low `size` bytes of `a` and `b`.
  Truth answer(const Step& s, Test test, const Word& a, const Word& b, std::uint8_t size) {
    Truth truth{false, a.sources | b.sources, a.known && b.known};
    if (!truth.known) return truth;
    if (is_address(a.value) || is_address(b.value)) {
      if (test != Test::equal && test != Test::not_equal) fail(s, Fault::address);
      truth.value = (a.value == b.value) == (test == Test::equal);
      return truth;
    }
    truth.value = holds(test, a.value, b.value, size);
    return truth;
  }

  void set_flags(const Step& s, const Word& a, const Word& b, const Word& result) {
    if (s.row->flags == Flags::none) return;
    const bool of_operands = s.row->flags == Flags::of_operands;
    flag_a_ = of_operands ? a : result;
    flag_b_ = of_operands ? b : Word(0);
    flag_size_ = s.size;
    partial_ = s.row->flags == Flags::of_sum;
  }

  Word address(const Step& s) {
    const Word where = apply(s, BinaryOperator::add, read(s, s.base), read(s, s.offset));
    if (!where.known) return where;
    const std::uint64_t location = where.value - kAddressBase;
    if (has_several_sizes()) {
      if (location >= code_.bytes.places.size()) fail(s, Fault::no_access);
      const ByteOfLocation& byte = code_.bytes.places[location];
      if (byte.offset % s.size != 0 || byte.offset + s.size > byte.bytes) fail(s, Fault::unaligned);
      return where;
    }
    if (location >= code_.sizes.size()) fail(s, Fault::no_access);
    if (code_.sizes[location] != s.size) fail(s, Fault::size);
    return where;
  }

  void note_store(const Step& s, const Word& where) {
    if (reserved_ && where.known && reservation_.known &&
        where.value < reservation_.value + reserved_bytes_ &&
        reservation_.value < where.value + bytes_of(s))
      stored_between_ = &s;
  }

  [[nodiscard]] bool has_several_sizes() const { return code_.bytes.piece != 0; }
  /// How many locations of the engine an access covers.
  [[nodiscard]] std::uint8_t bytes_of(const Step& s) const {
    return has_several_sizes() ? s.size : std::uint8_t{1};
  }

  void access(const Step& s) {
    const Word where = address(s);
    switch (s.row->act) {
      case Act::load_reserved:
        reserved_ = true;
        stored_between_ = nullptr;
        reservation_ = where;
        reserved_bytes_ = bytes_of(s);
        reservation_slot_ = run_.next_slot();
        [[fallthrough]];
      case Act::load:
        write(s, loaded(s, memory_.load(s, where, s.tags)));
        return;
      case Act::store:
        note_store(s, where);
        memory_.store(s, where, stored(s, s.a), s.write_tags);
        return;
      case Act::store_conditional:
        store_conditional(s, where);
        return;
      case Act::modify:
        note_store(s, where);
        modify(s, where);
        return;
      default:
        note_store(s, where);
        compare_exchange(s, where);
        return;
    }
  }

  /// The value that an instruction stores, or compares memory with, in memory's form.
  Word stored(const Step& s, const Source& source) {
    const Word value = cut(s, read(s, source), s.size, true);
    if (!has_several_sizes() || !value.known || is_address(value.value)) return value;
    return {extended(value.value, s.size, false), value.sources, true};
  }

  /// A value from memory in the form of a register.
  Word loaded(const Step& s, Word value) {
    if (value.known && !is_address(value.value))
      value.value = extended(value.value, s.size, s.row->sign_extends);
    return value;
  }

  void store_conditional(const Step& s, const Word& where) {
    const Word value = stored(s, s.a);
    bool succeeds = reserved_ && reserved_bytes_ == bytes_of(s) &&
                    run_.branch_speculatively(where == reservation_);
    if (succeeds && stored_between_ != nullptr) fail(*stored_between_, Fault::between);
    if (succeeds) succeeds = run_.choose(2) == 0;
    reserved_ = false;
    Word status(succeeds ? 0 : 1);
    if (succeeds) {
      const Word of_store =
          memory_.store_conditional(s, reservation_slot_, where, value, s.write_tags);
      if (code_.status_sources == StatusSources::store) status.sources = of_store.sources;
    }
    if (code_.status_sources == StatusSources::operands) {
      status.sources = value.sources | where.sources;
      flag_a_ = status;
      flag_b_ = Word(0);
      partial_ = true;
    }
    if (s.status >= 0) registers_[index(s.status)] = status;
  }

  void modify(const Step& s, const Word& where) {
    const Word operand = stored(s, s.a);
    const Word old =
        memory_.modify(s, s.row->operation, where, operand,
                       {.read_tags = s.tags, .write_tags = s.write_tags, .atomic = s.row->atomic});
    const bool sums =
        s.row->operation == RmwOperation::add || s.row->operation == RmwOperation::subtract;
    Word result = operand;
    if (s.row->operation != RmwOperation::exchange) result = updated(s, old, operand);
    if (sums && !has_several_sizes() && result.known && !is_address(result.value) &&
        extended(result.value, s.size, true) != result.value)
      fail(s, Fault::overflow);
    set_flags(s, old, operand, result);
    write(s, loaded(s, old));
  }

  /// What a read-modify-write stores, where flags or an overflow may depend on it.
  Word updated(const Step& s, const Word& old, const Word& operand) {
    switch (s.row->operation) {
      case RmwOperation::add:
        return apply(s, BinaryOperator::add, old, operand);
      case RmwOperation::subtract:
        return apply(s, BinaryOperator::subtract, old, operand);
      case RmwOperation::bit_and:
        return apply(s, BinaryOperator::bit_and, old, operand);
      case RmwOperation::bit_or:
        return apply(s, BinaryOperator::bit_or, old, operand);
      case RmwOperation::bit_xor:
        return apply(s, BinaryOperator::bit_xor, old, operand);
      default:
        return old;
    }
  }

  void compare_exchange(const Step& s, const Word& where) {
    const Word expected = stored(s, s.b);
    const Word value = stored(s, s.a);
    if (code_.machine->failing_may_write && run_.choose(2) == 1)
      return write_back(s, where, expected);
    if (s.row->fenced) run_.fence({Tag::mb});
    const Word old = memory_.modify(s, RmwOperation::compare_exchange, where, value,
                                    {.read_tags = s.tags,
                                     .write_tags = s.write_tags,
                                     .atomic = s.row->atomic,
                                     .fail_tags = s.tags},
                                    expected);
    if (s.row->fenced) run_.fence({Tag::mb});
    set_flags(s, old, expected, old);
    write(s, loaded(s, old));
  }

  /// A compare-exchange that fails and stores what it has read. If it would not fail, there is no
  /// such execution.
  void write_back(const Step& s, const Word& where, const Word& expected) {
    const Word old =
        memory_.modify(s, RmwOperation::add, where, Word(0),
                       {.read_tags = s.tags, .write_tags = s.write_tags, .atomic = s.row->atomic});
    if (!run_.branch_speculatively(old != expected)) run_.assume({false, {}, true});
    set_flags(s, old, expected, old);
    write(s, loaded(s, old));
  }

  void step(const Step& s) {
    switch (s.row->act) {
      case Act::nothing:
        return;
      case Act::fence:
        run_.fence(s.tags);
        return;
      case Act::move:
        write(s, read(s, s.b));
        return;
      case Act::arithmetic: {
        const Word a = read(s, s.a);
        const Word b = read(s, s.b);
        const Word result = compute(s, a, b);
        set_flags(s, a, b, result);
        write(s, cut(s, result, s.size, s.row->sign_extends));
        return;
      }
      case Act::compare: {
        const Word a = read(s, s.a);
        const Word b = read(s, s.b);
        set_flags(s, a, b, s.row->flags == Flags::of_result ? compute(s, a, b) : a);
        return;
      }
      case Act::jump:
        jump(s);
        return;
      case Act::branch:
        branch(s);
        return;
      default:
        access(s);
        return;
    }
  }

  void branch(const Step& s) {
    const bool asks_flags = s.a.slot < 0 && s.row->shape == "l";
    if (asks_flags && partial_ && s.row->test != Test::equal && s.row->test != Test::not_equal &&
        s.row->test != Test::negative && s.row->test != Test::not_negative)
      fail(s, Fault::flags);
    const Truth condition = asks_flags
                                ? answer(s, s.row->test, flag_a_, flag_b_, flag_size_)
                                : answer(s, s.row->test, read(s, s.a), read(s, s.b), s.a.size);
    if (run_.branch(condition)) jump(s);
  }

  void jump(const Step& s) {
    if (s.jump < next_ && ++rounds_[s.jump % rounds_.size()] > code_.rounds)
      run_.reach_bound("a loop goes round too often");
    next_ = s.jump;
  }

  const Code& code_;
  ThreadRun& run_;
  Memory memory_;
  std::size_t next_ = 0;
  Word flag_a_, flag_b_;
  std::uint8_t flag_size_ = 8;
  bool partial_ = false;
  bool reserved_ = false;
  int reservation_slot_ = 0;
  std::uint8_t reserved_bytes_ = 1;
  Word reservation_;
  const Step* stored_between_ = nullptr;  // the last store to the reserved location
  std::array<int, 64> rounds_{};
  std::array<Word, kMaxRegisters> registers_{};
};

}  // namespace

void execute(const Code& code, ThreadRun& run) {
  Execution(code, run).go();
}

}  // namespace ringcheck::litmus::assembly
