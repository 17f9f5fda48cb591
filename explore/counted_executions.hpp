#pragma once
// Executions of a straight program, by classes. Executions of one class differ only where any
// choice is consistent with any other.

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "explore/explore.hpp"
#include "explore/straight_program.hpp"
#include "models/cat_checker.hpp"

namespace ringcheck {

/// A set of executions of a straight program: for each location the number of its choice, or
/// kAnyChoice for all of its choices, in each combination.
using ExecutionClass = std::span<const int>;
inline constexpr int kAnyChoice = -1;

/// How many executions a class has, at most kMostCounted.
std::uint64_t size_of(const StraightProgram& program, ExecutionClass executions);

/// Called with each class of executions. Returns false to end the search.
using ClassVisitor = std::function<bool(ExecutionClass)>;

/// The classes of a straight program, which together have each of its consistent executions once.
///
/// The search decides one location after the other. It asks no question as long as the decided
/// edges put the parts into an order. Let F be the graph of parts with an edge wherever an open
/// choice may put one part before another. Whatever is chosen, the parts stay in order if F is a
/// forest, no choice by itself has a cycle, and the decided edges have no cycle once each tree of F
/// counts as one part. For a cycle of edges would be a cycle there, or go forth and back along one
/// edge of F, which belongs to one choice. Then all open choices together are one class. A ring of
/// n threads, each of which reads what the one before it writes, has 2^n executions. Two reads that
/// point in different directions make all others free: 2n classes.
/// Tested by tests/explore/counted_executions_test.cpp against explore().
class ClassSearch {
 public:
  /// `program` and `checker`, one of the model that the program was made for, outlive this.
  ClassSearch(StraightProgram& program, CatChecker& checker);

  /// The result of a search if the answer to every question were yes.
  struct Forecast {
    double executions = 0;
    double questions = 0;
  };
  /// Foresees the search. Nothing if it has too many states.
  std::optional<Forecast> foresee();

  /// Visits the classes. `go_on` is called now and then, and ends the search by returning false. In
  /// the counts, the executions are exact if the search was not ended, `nodes` is the number of its
  /// states, and `checks` the number of questions to the model.
  ExploreCounts run(const ClassVisitor& visit, const std::function<bool()>& go_on);

 private:
  using PartMask = std::uint64_t;
  /// Which parts come after which.
  struct Arcs {
    std::array<PartMask, kMostParts> after{};
    void add(const LocationChoice& choice);
  };
  /// What the locations still open may connect.
  struct Rest {
    bool is_forest = true;
    std::array<Part, kMostParts> tree{};  ///< by part: the least part of its tree
  };

  static PartMask parts_of(const LocationAccesses& location);
  [[nodiscard]] bool is_acyclic(const Arcs& arcs) const;
  void connect(Rest& rest, const LocationAccesses& location) const;
  [[nodiscard]] bool stays_in_order(const Arcs& arcs, const Rest& rest) const;
  void choose_order();
  [[nodiscard]] bool is_class(std::size_t depth, const Arcs& arcs, bool in_order) const;
  bool foresee(std::size_t depth, const Arcs& arcs, bool in_order);
  bool search(std::size_t depth, const Arcs& arcs, bool in_order);
  bool is_consistent();

  StraightProgram& program_;
  CatChecker& checker_;
  const ClassVisitor* visit_ = nullptr;
  const std::function<bool()>* go_on_ = nullptr;
  std::vector<std::size_t> order_;  // of the locations
  std::vector<Rest> rests_;         // by the number of decided locations
  std::vector<int> chosen_;         // by location
  std::vector<EventNumber> done_;
  double states_ = 0;  // of foresee()
  Forecast forecast_;
  ExploreCounts counts_;
};

}  // namespace ringcheck
