// Dividing an exploration.
// A piece is divided at the first state below its root that has several options: each option
// becomes a piece. What was counted in a piece without such a state is forgotten again, so whoever
// explores the piece counts all of it.
// Random descents tell which piece is the largest. Their sizes vary much: a large piece may look
// small after a few descents. So pieces are divided in levels, and each level looks at all of them
// again.
// Tested by tests/explore/division_test.cpp.
#include "explore/division.hpp"

#include <algorithm>
#include <queue>
#include <random>
#include <utility>
#include <variant>

#include "explore/odds.hpp"
#include "explore/search.hpp"
#include "graph/diagnostic.hpp"
#include "models/any_checker.hpp"

namespace ringcheck {

namespace {

constexpr std::uint64_t kSeed = 1;
/// Pieces of the first level. Each has twice as many as the one before.
constexpr std::size_t kFirstPieces = 16;
/// Descents of a level, if there are not as many pieces.
constexpr std::size_t kDescents = 200;
/// With this many pieces, one descent for each piece and level must do.
constexpr std::size_t kManyPieces = 2000;

template <ConsistencyChecker Checker>
class Divider {
 public:
  Divider(const Program& program, Checker& checker, Dependence dependence)
      : program_(program), search_(program, checker, dependence) {}

  Division run(std::vector<Path> from, std::size_t most) {
    least_descents_ = most < kManyPieces ? 4 : 1;
    for (Path& path : from) {
      if (!search_.start(path)) refuse();
      pieces_.push_back({std::move(path)});
    }
    Division division;
    for (std::size_t level = kFirstPieces; pieces_.size() < most; level *= 2) {
      look_again();
      if (!divide_largest(std::min(level, most), division.counts)) break;
    }
    look_again();
    for (Estimated& piece : pieces_)
      division.pieces.push_back({std::move(piece.path), piece.size()});
    // The numbers of the options taken, compared in turn, order paths as one worker visits them.
    std::ranges::sort(division.pieces, {}, &Piece::path);
    return division;
  }

 private:
  /// A piece, and the results of descents below its root.
  struct Estimated {
    Path path;
    double sum = 0;
    int descents = 0;
    bool leaf = false;
    /// At least what looking at it costs.
    [[nodiscard]] double size() const { return leaf ? 1 : std::max(1.0, sum / descents); }
  };

  [[noreturn]] void refuse() const {
    throw InputError({program_.name, 0, 0, "saw a path that leads to no state of the program"});
  }

  /// Makes descents in each piece. Earlier descents may have missed a large one; repeated ones find
  /// it at last. While pieces are few, they cost little.
  void look_again() {
    const std::size_t times = std::max(least_descents_, kDescents / pieces_.size());
    for (Estimated& piece : pieces_)
      if (!piece.leaf) look_at(piece, times);
  }

  void look_at(Estimated& piece, std::size_t times) {
    for (std::size_t i = 0; i < times; ++i) {
      std::size_t depth = 0;
      const double leaf = search_.probe([&](int count, std::uint32_t what) -> int {
        if (depth == piece.path.size()) return odds_.choose(count, what, random_);
        odds_.follow(count, what, piece.path[depth]);
        return piece.path[depth++];
      });
      piece.sum += odds_.end(leaf > 0);
      ++piece.descents;
    }
  }

  /// Divides the largest piece until there are `most`. Returns false when nothing is left to
  /// divide.
  bool divide_largest(std::size_t most, ExploreCounts& counts) {
    const auto smaller = [this](std::size_t a, std::size_t b) {
      const double of_a = pieces_[a].size();
      const double of_b = pieces_[b].size();
      return of_a != of_b ? of_a < of_b : pieces_[b].path < pieces_[a].path;
    };
    std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(smaller)> open(smaller);
    for (std::size_t i = 0; i < pieces_.size(); ++i)
      if (!pieces_[i].leaf) open.push(i);
    while (pieces_.size() < most && !open.empty()) {
      const std::size_t largest = open.top();
      open.pop();
      std::vector<Path> parts = parts_of(pieces_[largest].path, counts);
      pieces_[largest].leaf = parts.empty();
      for (std::size_t i = 0; i < parts.size(); ++i) {
        Estimated part{std::move(parts[i])};
        look_at(part, least_descents_);
        const std::size_t at = i == 0 ? largest : pieces_.size();
        if (i > 0) pieces_.emplace_back();
        pieces_[at] = std::move(part);
        open.push(at);
      }
    }
    return !open.empty();
  }

  /// The parts of the subtree that `path` names, in order; none if it cannot be divided.
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
  std::size_t least_descents_ = 1;  ///< in a piece, each time
  std::mt19937_64 random_{kSeed};
  Odds odds_;
  std::vector<Estimated> pieces_;
};

}  // namespace

Division divide(const Program& program, const Model& model, std::vector<Path> from,
                std::size_t most) {
  require_capacity(program);
  if (from.empty()) from.emplace_back();
  AnyChecker checker = make_checker(model, program.threads.size(), program.seq_cst);
  return std::visit(
      [&](auto& its) {
        return Divider(program, its, model.dependence()).run(std::move(from), most);
      },
      checker);
}

}  // namespace ringcheck
