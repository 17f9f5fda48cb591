// Registers are set once, so those needed at one time are all needed where the last of them is set.
// Giving out the least free place in the order of dominance therefore never takes more places than
// necessary.
// Source: S. Hack, G. Goos, "Optimal register allocation for SSA-form programs in polynomial time",
// Information Processing Letters 98 (2006).
#include "source/registers.hpp"

#include <algorithm>
#include <ranges>

namespace ringcheck::source {

namespace {

using Set = std::vector<bool>;

/// Which registers are needed at the start and at the end of each block.
class Liveness {
 public:
  Liveness(const Function& function, const GraphOfBlocks& graph,
           const std::vector<std::vector<std::size_t>>& kept)
      : function_(function), graph_(graph), kept_(kept) {
    at_start_.assign(function.blocks.size(), Set(function.registers));
    at_end_ = at_start_;
    for (bool changed = true; changed;) {
      changed = false;
      for (const std::uint32_t b : graph.order() | std::views::reverse)
        changed = update(b) || changed;
    }
  }

  [[nodiscard]] const Set& at_start(std::uint32_t b) const { return at_start_[b]; }
  [[nodiscard]] const Set& at_end(std::uint32_t b) const { return at_end_[b]; }

 private:
  bool update(std::uint32_t b) {
    Set needed(function_.registers);
    for (const std::uint32_t s : graph_.successors(b)) add_edge(b, s, needed);
    at_end_[b] = needed;
    const Block& block = function_.blocks[b];
    for (const Instruction& i : block.instructions | std::views::reverse) {
      for (std::uint32_t n = 0; n < results_of(i); ++n)
        needed[static_cast<std::size_t>(i.target) + n] = false;
      for_each_read(function_, i, [&](Operand x) { needed[static_cast<std::size_t>(x)] = true; });
    }
    for (const Phi& phi : block.phis) needed[static_cast<std::size_t>(phi.target)] = false;
    if (needed == at_start_[b]) return false;
    at_start_[b] = std::move(needed);
    return true;
  }

  void add_edge(std::uint32_t from, std::uint32_t to, Set& needed) const {
    for (std::size_t r = 0; r < needed.size(); ++r)
      if (at_start_[to][r]) needed[r] = true;
    const std::vector<Phi>& phis = function_.blocks[to].phis;
    for (const Phi& phi : phis)
      for (const Phi::Way& way : phi.ways)
        if (way.block == from && way.value >= 0) needed[static_cast<std::size_t>(way.value)] = true;
    if (!graph_.goes_back(from, to)) return;
    for (const std::size_t p : kept_[to]) needed[static_cast<std::size_t>(phis[p].target)] = true;
  }

  const Function& function_;
  const GraphOfBlocks& graph_;
  const std::vector<std::vector<std::size_t>>& kept_;
  std::vector<Set> at_start_;
  std::vector<Set> at_end_;
};

/// Gives out places within one block after the other.
class Placer {
 public:
  Placer(const Function& function, const GraphOfBlocks& graph, const Liveness& live)
      : function_(function), graph_(graph), live_(live) {
    places_.place.assign(function.registers, kNoOperand);
    for (std::uint32_t p = 0; p < function.parameters; ++p)
      places_.place[p] = static_cast<Operand>(p);
    places_.count = function.parameters;
  }

  RegisterPlaces run() {
    for (const std::uint32_t b : graph_.order()) place_block(b);
    // A register that no reached instruction sets has no place and needs none.
    for (Operand& place : places_.place)
      if (place == kNoOperand) place = 0;
    places_.count = std::max<std::uint32_t>(places_.count, 1);
    return std::move(places_);
  }

 private:
  void place_block(std::uint32_t b) {
    taken_.assign(places_.count, false);
    const Set& start = live_.at_start(b);
    for (std::size_t r = 0; r < start.size(); ++r)
      if (start[r] && has_place(r)) take(places_.place[r], 1);
    const Block& block = function_.blocks[b];
    if (b == graph_.order().front()) {
      for (std::uint32_t p = 0; p < function_.parameters; ++p) take(static_cast<Operand>(p), 1);
      // If a loop is entered in its middle, a register kept at its head may be compared before it
      // is set. It has its place from the start: whatever is needed at the head is set in blocks
      // that are also on the way to the middle.
      for (std::size_t r = 0; r < start.size(); ++r)
        if (start[r] && !has_place(r)) place(static_cast<Operand>(r), 1);
    }
    for (const Phi& phi : block.phis)
      if (has_place(static_cast<std::size_t>(phi.target)))
        take(places_.place[static_cast<std::size_t>(phi.target)], 1);
    for (const Phi& phi : block.phis)
      if (!has_place(static_cast<std::size_t>(phi.target))) place(phi.target, 1);
    release_dead(block);
    for (std::size_t i = 0; i < block.instructions.size(); ++i) {
      const Instruction& instruction = block.instructions[i];
      // A register read here for the last time gives its place to the one set here, unless several
      // are set: those are set one after the other.
      const std::uint32_t results = results_of(instruction);
      if (results > 1) place(instruction.target, results);
      for_each_read(function_, instruction, [&](Operand x) {
        if (last_read_[static_cast<std::size_t>(x)] == i) free(x);
      });
      if (results == 1) place(instruction.target, 1);
      for (std::uint32_t n = 0; n < results; ++n) {
        const auto r = static_cast<std::size_t>(instruction.target) + n;
        if (last_read_[r] == kNever) free(static_cast<Operand>(r));
      }
    }
  }

  /// Works out where each register is read last in `block`, and frees registers that are set and
  /// never read.
  void release_dead(const Block& block) {
    last_read_.assign(function_.registers, kNever);
    const auto number = static_cast<std::uint32_t>(&block - function_.blocks.data());
    for (std::size_t i = 0; i < block.instructions.size(); ++i)
      for_each_read(function_, block.instructions[i],
                    [&](Operand x) { last_read_[static_cast<std::size_t>(x)] = i; });
    const Set& end = live_.at_end(number);
    for (std::size_t r = 0; r < end.size(); ++r)
      if (end[r]) last_read_[r] = kAtEnd;
    for (const Phi& phi : block.phis)
      if (last_read_[static_cast<std::size_t>(phi.target)] == kNever) free(phi.target);
    if (number != graph_.order().front()) return;
    for (std::uint32_t p = 0; p < function_.parameters; ++p)
      if (last_read_[p] == kNever) free(static_cast<Operand>(p));
  }

  void take(Operand place, std::uint32_t count) {
    if (taken_.size() < static_cast<std::size_t>(place) + count)
      taken_.resize(static_cast<std::size_t>(place) + count, false);
    for (std::uint32_t n = 0; n < count; ++n) taken_[static_cast<std::size_t>(place) + n] = true;
    places_.count = std::max(places_.count, static_cast<std::uint32_t>(place) + count);
  }
  [[nodiscard]] bool has_place(std::size_t r) const { return places_.place[r] != kNoOperand; }
  void free(Operand r) {
    taken_[static_cast<std::size_t>(places_.place[static_cast<std::size_t>(r)])] = false;
  }
  void place(Operand first, std::uint32_t count) {
    std::uint32_t at = 0;
    for (std::uint32_t n = 0; n < count; ++n)
      if (at + n < taken_.size() && taken_[at + n]) {
        at += n + 1;
        n = UINT32_MAX;  // Look for room from there.
      }
    take(static_cast<Operand>(at), count);
    for (std::uint32_t n = 0; n < count; ++n)
      places_.place[static_cast<std::size_t>(first) + n] = static_cast<Operand>(at + n);
  }

  static constexpr std::size_t kNever = SIZE_MAX;
  static constexpr std::size_t kAtEnd = SIZE_MAX - 1;

  const Function& function_;
  const GraphOfBlocks& graph_;
  const Liveness& live_;
  RegisterPlaces places_;
  Set taken_;
  std::vector<std::size_t> last_read_;
};

}  // namespace

RegisterPlaces place_registers(const Function& function, const GraphOfBlocks& graph,
                               const std::vector<std::vector<std::size_t>>& kept) {
  const Liveness live(function, graph, kept);
  return Placer(function, graph, live).run();
}

}  // namespace ringcheck::source
