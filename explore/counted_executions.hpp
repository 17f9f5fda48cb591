#pragma once
// Executions of a straight program, by classes: those that differ only where any choice is
// consistent with any other are not told apart.

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "explore/explore.hpp"
#include "explore/straight_program.hpp"
#include "models/cat_checker.hpp"

namespace ringcheck {

/// A set of executions of a straight program. Each location has the choice of this number, or, if it
/// is kAnyChoice, all of its choices, in each combination.
using ExecutionClass = std::span<const int>;
inline constexpr int kAnyChoice = -1;

/// How many executions a class has.
std::uint64_t size_of(const StraightProgram& program, ExecutionClass executions);

/// What is called with each class of executions. Returns false to end the search.
using ClassVisitor = std::function<bool(ExecutionClass)>;

/// The classes of a straight program, which together have each of its consistent executions once.
///
/// The search decides one location after the other. As long as the edges of what is decided put the
/// parts into an order, no question is asked. Let F be the graph of parts with an edge wherever a
/// choice that is open may put one part before another. Whatever is chosen, the parts stay in order
/// if F is a forest, no choice by itself has a cycle, and the edges that are decided have no cycle
/// once each tree of F is taken for one part: a cycle of edges would be one there, or go forth and
/// back along one edge of F, which belongs to one choice. Then all that is open is one class. A ring
/// of n threads, where each reads what the one before it writes, has 2^n executions, and two
/// reads that point in different directions decide that all others are free: 2n classes.
/// Tested by tests/explore/counted_executions_test.cpp against explore().
class ClassSearch {
 public:
  /// `program` and `checker`, one of the model that the program was made for, outlive this.
  ClassSearch(StraightProgram& program, CatChecker& checker);

  /// What a search comes to, if every question were answered by yes.
  struct Forecast {
    double executions = 0;
    double questions = 0;
  };
  /// Foresees the search. Nothing if it has too many states.
  std::optional<Forecast> foresee();

  /// Visits the classes. `go_on` is called now and then, and ends the search when it returns false.
  /// Of the counts, the executions are exact if the search was not ended, `nodes` is the number of
  /// its states, and `checks` that of questions to the model.
  ExploreCounts run(const ClassVisitor& visit, const std::function<bool()>& go_on);

 private:
  using PartMask = std::uint64_t;
  /// Which parts come after which.
  struct Arcs {
    std::array<PartMask, kMostParts> after{};
    void add(const LocationChoice& choice);
  };
  /// What the locations that are open from some number on may connect.
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
  std::vector<Rest> rests_;         // by the number of locations that are decided
  std::vector<int> chosen_;         // by location
  std::vector<EventNumber> done_;
  double states_ = 0;  // of foresee()
  Forecast forecast_;
  ExploreCounts counts_;
};

}  // namespace ringcheck
