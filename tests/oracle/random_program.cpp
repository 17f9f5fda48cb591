// Each thread is written from its start to its end; registers hold what was loaded so far.
// Shares are chosen so that most programs have weak behaviours and few have thousands of
// candidates.
#include "tests/oracle/random_program.hpp"

#include <algorithm>
#include <utility>

#include "tests/oracle/random.hpp"

namespace ringcheck::oracle {

namespace {

class Author {
 public:
  Author(Random& random, int locations, int rmw_percent, bool loads_first,
         bool several_sizes = false)
      : random_(random),
        locations_(locations),
        rmw_percent_(rmw_percent),
        loads_first_(loads_first),
        several_sizes_(several_sizes) {}

  Code thread(int accesses) {
    code_.clear();
    registers_ = 0;
    total_ = left_ = accesses;
    while (left_ > 0) statement(0);
    return std::move(code_);
  }

 private:
  /// An access, or something that affects the accesses to come.
  void statement(int depth) {
    if (random_.percent(12)) fence();
    if (random_.percent(2)) choose();
    if (registers_ > 0 && random_.percent(3)) assume();
    if (registers_ > 0 && depth < 2 && random_.percent(18)) {
      branch(depth);
    } else {
      access();
    }
  }

  void fence() {
    Instruction i;
    i.op = Op::fence;
    i.fence = random_.one_of({Tag::mb, Tag::mb, Tag::mb, Tag::rmb, Tag::rmb, Tag::wmb, Tag::wmb,
                              Tag::before_atomic, Tag::after_atomic, Tag::compiler_barrier});
    code_.push_back(i);
  }

  void choose() {
    if (registers_ >= kMaxRegisters) return;
    Instruction i;
    i.op = Op::choose;
    i.choices = 2;
    i.target = new_register();
    code_.push_back(i);
  }

  void assume() {
    Instruction i;
    i.op = Op::assume;
    i.condition = condition();
    code_.push_back(i);
  }

  void branch(int depth) {
    Instruction i;
    i.op = Op::branch;
    i.condition = condition();
    i.speculative = random_.percent(8);
    code_.push_back(i);
    block(depth + 1);
    if (random_.percent(35)) {
      code_.push_back(bracket(Op::otherwise));
      block(depth + 1);
    }
    code_.push_back(bracket(Op::end));
  }

  void block(int depth) {
    for (int n = 1 + random_.below(2); n > 0 && left_ > 0; --n) statement(depth);
  }

  static Instruction bracket(Op op) {
    Instruction i;
    i.op = op;
    return i;
  }

  void access() {
    if (left_ > 0) --left_;
    Instruction i;
    i.address = address();
    if (random_.percent(rmw_percent_)) {
      read_modify_write(i);
    } else if (random_.percent(load_percent())) {
      load(i);
    } else {
      i.op = Op::store;
      i.ordering =
          random_.one_of({Ordering::plain, Ordering::once, Ordering::once, Ordering::release});
      i.value = operand();
    }
    if (several_sizes_) set_size(i);
    code_.push_back(i);
  }

  /// Every byte of a constant gets a number of its own.
  void set_size(Instruction& i) {
    if (i.op == Op::await) i.op = Op::load;
    i.expected = i.op == Op::compare_exchange ? i.expected : Operand{};
    i.pieces = static_cast<std::uint8_t>(locations_ < 4 ? random_.one_of({1, 1, 2})
                                                        : random_.one_of({1, 1, 2, 2, 4}));
    i.address.constant =
        static_cast<std::uint64_t>(random_.below(locations_ / i.pieces)) * i.pieces;
    if (i.address.use == Use::value) i.address.use = Use::masked;
    const std::uint64_t every = i.expected.constant;
    for (unsigned p = 1; p < i.pieces; ++p) {
      i.value.constant |= static_cast<std::uint64_t>(1 + random_.below(2)) << (8 * p);
      i.expected.constant |= every << (8 * p);
    }
  }

  [[nodiscard]] int load_percent() const {
    if (!loads_first_) return 50;
    return 2 * left_ >= total_ ? 85 : 20;
  }

  void load(Instruction& i) {
    i.op = Op::load;
    i.ordering =
        random_.one_of({Ordering::plain, Ordering::once, Ordering::once, Ordering::acquire});
    i.target = new_register();
    if (!random_.percent(4)) return;
    i.op = Op::await;
    i.expected.constant = 1;
  }

  void read_modify_write(Instruction& i) {
    i.op = random_.one_of({Op::exchange, Op::add, Op::compare_exchange});
    i.value = operand();
    i.ordering = random_.one_of({Ordering::once, Ordering::once, Ordering::acquire,
                                 Ordering::release, Ordering::full, Ordering::noreturn});
    if (i.ordering == Ordering::noreturn && i.op != Op::add) i.ordering = Ordering::once;
    i.atomic = !random_.percent(6);
    if (i.op == Op::compare_exchange) {
      i.expected.constant = static_cast<std::uint64_t>(random_.below(2));
      if (registers_ > 0 && random_.percent(15)) i.expected = {0, any_register(), Use::value};
    }
    if (i.ordering != Ordering::noreturn) i.target = new_register();
  }

  Operand address() {
    Operand a;
    a.constant = static_cast<std::uint64_t>(random_.below(locations_));
    if (registers_ == 0 || !random_.percent(16)) return a;
    a.reg = any_register();
    const bool room = a.constant + 1 < static_cast<std::uint64_t>(locations_);
    a.use = room && random_.percent(50) ? Use::value : Use::masked;
    return a;
  }

  Operand operand() {
    Operand v;
    v.constant = 1U + static_cast<std::uint32_t>(random_.below(2));
    if (registers_ == 0 || !random_.percent(28)) return v;
    v.reg = any_register();
    v.use = random_.percent(60) ? Use::value : Use::masked;
    if (v.use == Use::value) v.constant = static_cast<std::uint64_t>(random_.below(2));
    return v;
  }

  Condition condition() {
    return {any_register(), random_.percent(60), static_cast<std::uint64_t>(random_.below(3))};
  }

  std::uint8_t any_register() { return static_cast<std::uint8_t>(random_.below(registers_)); }
  std::uint8_t new_register() { return static_cast<std::uint8_t>(registers_++); }

  Random& random_;
  int locations_;
  int rmw_percent_;
  bool loads_first_;
  bool several_sizes_;
  Code code_;
  int registers_ = 0;
  int total_ = 0, left_ = 0;  ///< accesses of the thread, and those to come
};

std::vector<int> random_shares(Random& random, int threads, int accesses) {
  std::vector<int> shares(static_cast<std::size_t>(threads), 1);
  for (int rest = accesses - threads; rest > 0; --rest)
    ++shares[static_cast<std::size_t>(random.below(threads))];
  return shares;
}

}  // namespace

TestProgram random_program_of_sizes(std::uint64_t seed, int rmw_percent) {
  Random random(seed * 1000 + static_cast<std::uint64_t>(rmw_percent) + 500);
  TestProgram program;
  const int threads = random.one_of({2, 2, 2, 3, 3});
  const int locations = random.one_of({2, 2, 2, 4});
  const int accesses = std::max(threads, random.one_of({3, 4, 4, 5, 5}));
  program.initial.assign(static_cast<std::size_t>(locations), 0);
  Author author(random, locations, rmw_percent, random.percent(40), true);
  for (const int share : random_shares(random, threads, accesses))
    program.threads.push_back(author.thread(share));
  return program;
}

TestProgram random_program(std::uint64_t seed, int rmw_percent) {
  Random random(seed * 1000 + static_cast<std::uint64_t>(rmw_percent));
  TestProgram program;
  const int threads = random.one_of({2, 2, 2, 2, 3, 3, 3, 3, 3, 4});
  const int locations = random.one_of({1, 2, 2, 2, 3, 3});
  int accesses = std::max(threads, random.one_of({3, 4, 4, 5, 5, 5, 6, 6, 6, 7}));
  if (random.percent(6)) accesses = 8 + random.below(3);
  program.initial.assign(static_cast<std::size_t>(locations), 0);
  const std::vector<int> shares = random_shares(random, threads, accesses);
  Author author(random, locations, rmw_percent, random.percent(40));
  for (const int share : shares) program.threads.push_back(author.thread(share));
  return program;
}

}  // namespace ringcheck::oracle
