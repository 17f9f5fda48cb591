#pragma once
// One type for every kind of exploration that can be divided.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <variant>
#include <vector>

#include "check/run_check.hpp"
#include "litmus/resumable_litmus.hpp"
#include "source/divided_check.hpp"

namespace ringcheck::shards {

/// Where written explorations find the scenarios and programs that they explore.
struct Origin {
  const Catalogue& catalogue;  ///< of scenarios
  source::CodeOf code_of;      ///< programs
};

/// An exploration that can be stopped, written down, divided and put together again: of a check of
/// a scenario or of a program, or of a litmus test.
class Exploration {
 public:
  explicit Exploration(ResumableCheck check) : it_(std::move(check)) {}
  explicit Exploration(ResumableLitmus litmus) : it_(std::move(litmus)) {}
  explicit Exploration(source::DividedProgramCheck program) : it_(std::move(program)) {}
  /// The exploration that `json`, made by to_json(), describes. Errors: InputError for anything
  /// else.
  Exploration(const nlohmann::ordered_json& json, const Origin& origin);

  /// What is being explored, what is known and what is left.
  [[nodiscard]] nlohmann::ordered_json to_json() const;
  /// What is being explored, for people: "spsc-ring under sc".
  [[nodiscard]] std::string name() const;

  /// The same exploration of these subtrees alone, before anything is known.
  [[nodiscard]] Exploration part(std::vector<Path> paths) const;
  /// Divides what is left into about `pieces` pieces, which are left to others.
  std::vector<Piece> divide(std::size_t pieces);
  /// Takes in what `part` knows and has left. In the order of the parts' paths.
  void append(Exploration&& part);
  /// To be called when all parts were taken in. If something was learnt about a program, what is
  /// known does not count: returns a text that tells people so. Empty: nothing to tell.
  std::string settle();

  /// Explores what is left, up to the limits; only checks of scenarios use `workers`, the others
  /// this thread alone. Errors: as for ResumableCheck::run, ResumableLitmus::run and
  /// ResumableProgramCheck::run. Returns what ended it.
  EndedBy run(const ExploreLimits& limits, Workers* workers);
  /// True iff nothing is left.
  [[nodiscard]] bool done() const;
  [[nodiscard]] std::vector<Path> left() const;
  /// True iff a check is known to have a violation or an error.
  [[nodiscard]] bool has_violation() const;
  /// Executions so far, including blocked and cut ones.
  [[nodiscard]] std::uint64_t executions() const;

  /// The litmus test, if it is one.
  [[nodiscard]] const ResumableLitmus* litmus() const { return std::get_if<ResumableLitmus>(&it_); }
  /// The check of a program, if it is one.
  [[nodiscard]] const source::DividedProgramCheck* program() const {
    return std::get_if<source::DividedProgramCheck>(&it_);
  }
  /// The check of a scenario, if it is one.
  [[nodiscard]] const ResumableCheck* check() const { return std::get_if<ResumableCheck>(&it_); }
  /// The check of a scenario. Pre: it is one.
  [[nodiscard]] ResumableCheck take_check() && { return std::get<ResumableCheck>(std::move(it_)); }

 private:
  std::variant<ResumableCheck, ResumableLitmus, source::DividedProgramCheck> it_;
};

}  // namespace ringcheck::shards
