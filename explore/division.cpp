// Dividing an exploration.
// A piece is divided at the first state below its root that has several options: each becomes a
// piece. What is known of a piece that has no such state is forgotten again, so that whoever
// explores it counts it whole.
// Tested by tests/explore/division_test.cpp.
#include "explore/division.hpp"

#include <algorithm>
#include <queue>
#include <random>
#include <utility>
#include <variant>

#include "explore/search.hpp"
#include "graph/diagnostic.hpp"
#include "models/any_checker.hpp"

namespace ringcheck {

namespace {

constexpr std::uint64_t kSeed = 1;

template <ConsistencyChecker Checker>
class Divider {
 public:
  Divider(const Program& program, Checker& checker, Dependence dependence, int probes)
      : program_(program), search_(program, checker, dependence), probes_(probes) {}

  Division run(std::vector<Path> from, std::size_t most) {
    Division division;
    for (Path& path : from) {
      if (!search_.start(path)) refuse();
      add(std::move(path));
    }
    while (!open_.empty() && open_.size() + division.pieces.size() < most) {
      Piece largest = open_.top();
      open_.pop();
      const std::vector<Path> parts = parts_of(largest.path, division.counts);
      if (parts.empty()) division.pieces.push_back(std::move(largest));
      for (const Path& part : parts) add(part);
    }
    for (; !open_.empty(); open_.pop()) division.pieces.push_back(open_.top());
    // Numbers of options, compared one after the other, order paths as one worker visits them.
    std::ranges::sort(division.pieces, {}, &Piece::path);
    return division;
  }

 private:
  struct Smaller {
    bool operator()(const Piece& a, const Piece& b) const {
      return a.size != b.size ? a.size < b.size : b.path < a.path;
    }
  };

  [[noreturn]] void refuse() const {
    throw InputError({program_.name, 0, 0, "saw a path that leads to no state of the program"});
  }

  void add(Path path) {
    const double size = size_of(path);
    open_.push({std::move(path), size});
  }

  /// The mean over random descents from the state that `path` leads to: of the product of the
  /// numbers of options on the way, or 0 at a dead end. At least what looking at it costs.
  double size_of(const Path& path) {
    double sum = 0;
    for (int i = 0; i < probes_; ++i) {
      std::size_t depth = 0;
      double product = 1;
      const double whole = search_.probe([&](int count) -> int {
        if (depth < path.size()) return path[depth++];
        product *= count;
        return static_cast<int>(random_() % static_cast<std::uint64_t>(count));
      });
      if (whole > 0) sum += product;
    }
    return std::max(1.0, sum / probes_);
  }

  /// The subtrees of the one that `path` names, in their order; none when it cannot be divided.
  std::vector<Path> parts_of(const Path& path, ExploreCounts& counts) {
    if (!search_.start(path)) refuse();
    bool leaf = false;
    int named = 0;
    search_.run(
        [&](const Execution&) {
          leaf = true;
          return false;
        },
        [&] { return named++ == 0; });
    if (leaf || search_.done()) return {};
    counts.add(search_.counts());
    return search_.rest();
  }

  const Program& program_;
  Search<Checker> search_;
  int probes_;
  std::mt19937_64 random_{kSeed};
  std::priority_queue<Piece, std::vector<Piece>, Smaller> open_;
};

}  // namespace

Division divide(const Program& program, const Model& model, std::vector<Path> from,
                std::size_t most, int probes) {
  require_capacity(program);
  if (from.empty()) from.emplace_back();
  AnyChecker checker = make_checker(model, program.threads.size(), program.seq_cst);
  return std::visit(
      [&](auto& its) {
        return Divider(program, its, model.dependence(), probes).run(std::move(from), most);
      },
      checker);
}

}  // namespace ringcheck
