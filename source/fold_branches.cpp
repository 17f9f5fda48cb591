// Constants are followed along the ways that control can take, as far as they decide about these.
// Source: M. N. Wegman, F. K. Zadeck, "Constant propagation with conditional branches", ACM
// Transactions on Programming Languages and Systems 13 (1991). *Deviation*: a value that several
// ways can set counts as unknown even if all of them set the same, since it depends on the way.
// Tested by tests/source/fold_branches_test.cpp.
#include "source/fold_branches.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "source/arithmetic.hpp"
#include "source/graph_of_blocks.hpp"

namespace ringcheck::source {

namespace {

/// What is known of a register.
struct Known {
  enum class Kind : std::uint8_t { nothing_yet, constant, varies };
  Kind kind = Kind::nothing_yet;
  std::uint64_t value = 0;
  friend bool operator==(const Known&, const Known&) = default;
};

class Propagation {
 public:
  explicit Propagation(Function& function)
      : function_(function), known_(function.registers), reached_(function.blocks.size()) {
    for (std::uint32_t p = 0; p < function.parameters; ++p) known_[p].kind = Known::Kind::varies;
    reached_[0] = true;
  }

  void run() {
    do {
      changed_ = false;
      for (std::uint32_t b = 0; b < function_.blocks.size(); ++b)
        if (reached_[b]) look_at(b);
    } while (changed_);
    for (std::uint32_t b = 0; b < function_.blocks.size(); ++b)
      if (reached_[b]) settle(function_.blocks[b].instructions.back());
  }

 private:
  [[nodiscard]] Known value(Operand x) const {
    if (x >= 0) return known_[static_cast<std::size_t>(x)];
    const std::uint64_t number = x == kNoOperand ? 0 : function_.constants[constant_number(x)];
    return {number == kUndefined ? Known::Kind::varies : Known::Kind::constant, number};
  }

  void set(Operand target, const Known& what) {
    Known& old = known_[static_cast<std::size_t>(target)];
    if (old == what || old.kind == Known::Kind::varies) return;
    old = what;
    changed_ = true;
  }

  void look_at(std::uint32_t b) {
    const Block& block = function_.blocks[b];
    for (const Phi& phi : block.phis) set(phi.target, joined(b, phi));
    for (const Instruction& i : block.instructions) {
      if (is_terminator(i)) continue;
      const Known what = result_of(i);
      for (std::uint32_t n = 0; n < results_of(i); ++n)
        set(i.target + static_cast<Operand>(n), what);
    }
    const Instruction& last = block.instructions.back();
    if (last.opcode == Opcode::branch || last.opcode == Opcode::choose_case) {
      const Known asked = value(last.a);
      if (asked.kind == Known::Kind::nothing_yet) return;
      if (asked.kind == Known::Kind::constant) return go(b, way_of(last, asked.value));
    }
    for (const std::uint32_t to : successors_of(function_, block)) go(b, to);
  }

  void go(std::uint32_t from, std::uint32_t to) {
    if (!ways_.emplace(from, to).second) return;
    reached_[to] = true;
    changed_ = true;
  }

  /// A value that one way alone can set.
  [[nodiscard]] Known joined(std::uint32_t b, const Phi& phi) const {
    Known what;
    bool is_set = false;
    for (const Phi::Way& way : phi.ways) {
      if (!ways_.contains({way.block, b})) continue;
      if (is_set) return {Known::Kind::varies, 0};
      is_set = true;
      what = value(way.value);
    }
    return what;
  }

  static bool is_terminator(const Instruction& i) {
    return i.opcode == Opcode::jump || i.opcode == Opcode::branch ||
           i.opcode == Opcode::choose_case;
  }

  [[nodiscard]] Known result_of(const Instruction& i) const {
    if (i.opcode > Opcode::count_bits) return {Known::Kind::varies, 0};
    const Known a = value(i.a);
    const Known b = value(i.b);
    const bool is_float = i.opcode == Opcode::floating;
    const Known c = is_float ? Known{Known::Kind::constant, 0} : value(i.c);
    for (const Known& x : {a, b, c})
      if (x.kind == Known::Kind::varies) return x;
    for (const Known& x : {a, b, c})
      if (x.kind == Known::Kind::nothing_yet) return x;
    if (is_float || has_no_quotient(i, a.value, b.value)) return {Known::Kind::varies, 0};
    return {Known::Kind::constant, compute(i, a.value, b.value, c.value)};
  }

  /// Where `last` goes with `asked`.
  [[nodiscard]] std::uint32_t way_of(const Instruction& last, std::uint64_t asked) const {
    if (last.opcode == Opcode::branch)
      return static_cast<std::uint32_t>((asked & 1) != 0 ? last.b : last.c);
    const auto first = function_.cases.begin() + last.b;
    const auto its = std::find_if(first, first + last.c, [&](const Case& c) {
      return low_bits(c.value, last.width) == low_bits(asked, last.width);
    });
    return its == first + last.c ? static_cast<std::uint32_t>(last.target) : its->target;
  }

  void settle(Instruction& last) {
    if (last.opcode != Opcode::branch && last.opcode != Opcode::choose_case) return;
    const Known asked = value(last.a);
    if (asked.kind != Known::Kind::constant) return;
    const std::uint32_t to = way_of(last, asked.value);
    const std::uint32_t place = last.place;
    last = {};
    last.opcode = Opcode::jump;
    last.target = static_cast<Operand>(to);
    last.place = place;
  }

  Function& function_;
  std::vector<Known> known_;
  std::vector<bool> reached_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> ways_;  ///< that control can take
  bool changed_ = false;
};

}  // namespace

void fold_known_branches(Function& function) {
  const bool asks = std::ranges::any_of(function.blocks, [](const Block& block) {
    const Opcode last = block.instructions.back().opcode;
    return last == Opcode::branch || last == Opcode::choose_case;
  });
  if (asks) Propagation(function).run();
}

}  // namespace ringcheck::source
