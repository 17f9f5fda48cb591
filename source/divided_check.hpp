#pragma once
// The check of a program whose subtrees are explored apart, in several processes.

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "explore/division.hpp"
#include "source/replay.hpp"

namespace ringcheck::source {

/// The code of the program with this digest (Unit::digest). Errors: InputError where it is not
/// there, or was changed.
using CodeOf = std::function<std::shared_ptr<const Code>(const std::string& digest)>;

/// A check of a program whose subtrees others explore, each by one worker. Put together, in any
/// order, the parts know what one process knows: what it would have counted before the first error,
/// and that error.
///
/// The check knows a list of parts of the exploration, in the order of one worker. A part may end
/// with an error, or with something that has to be known about the program first; what comes after
/// that does not count. So the check may have to forget what was found early, and it keeps parts
/// apart for as long as something is left between them.
class DividedProgramCheck {
 public:
  /// Of all of the program `code`, whose file and options `check` has, before anything is known.
  DividedProgramCheck(ProgramCheck check, std::shared_ptr<const Code> code);
  /// The check that `json`, made by to_json(), describes; `code_of` is called when the program is
  /// run. Errors: nlohmann::json::exception or InputError for anything else.
  DividedProgramCheck(const nlohmann::ordered_json& json, CodeOf code_of);

  /// What is being explored, what is known and what is left.
  [[nodiscard]] nlohmann::ordered_json to_json() const;
  [[nodiscard]] const ProgramCheck& check() const { return check_; }

  /// The same check of these subtrees alone, before anything is known.
  [[nodiscard]] DividedProgramCheck part(std::vector<Path> paths) const;
  /// Explores what is left, up to the limits, an error, or a point at which something has to be
  /// known about the program. Errors: InputError, as for ResumableProgramCheck::run.
  EndedBy run(const ExploreLimits& limits);
  /// Takes the short look that one process begins with, which may be all. To be called before
  /// anything else. Errors: as for run().
  void look();
  /// Divides what is left into about `pieces` subtrees, which are then left to others. If nothing
  /// has been explored yet, first explores about `first_executions` executions: what has to be
  /// known about a program mostly shows early. Errors: as for run().
  std::vector<ringcheck::Piece> divide(std::size_t pieces, std::uint64_t first_executions = 1000);
  /// Takes in what `part` knows and has left.
  void append(DividedProgramCheck&& part);
  /// To be called when all parts were taken in: forgets what does not count. Returns true iff
  /// something was learnt about the program; then all of it is left again.
  bool settle();

  /// True iff nothing is left to explore.
  [[nodiscard]] bool done() const { return left_.empty(); }
  [[nodiscard]] const std::vector<Path>& left() const { return left_; }
  /// Executions of all parts, blocked ones included.
  [[nodiscard]] std::uint64_t executions() const;
  /// True iff some part ends with an error.
  [[nodiscard]] bool has_error() const;
  /// What one process finds. Pre: done, and settled. Errors: InputError when the known error is not
  /// one of the program.
  [[nodiscard]] CheckResult result() const;

 private:
  /// A part that was explored.
  struct Part {
    Path at;                       ///< where it begins
    nlohmann::ordered_json known;  ///< counts, bound and error, as in ResumableProgramCheck
    nlohmann::ordered_json asks;   ///< what has to be known after it, or null
    [[nodiscard]] bool is_last() const;
  };

  [[nodiscard]] std::unique_ptr<class ResumableProgramCheck> begin() const;
  void take_all(const ResumableProgramCheck& check);
  void forget_what_does_not_count();
  void join_neighbours();

  ProgramCheck check_;
  std::string digest_;
  CodeOf code_of_;
  nlohmann::ordered_json learnt_ = nlohmann::ordered_json::array();
  std::vector<Part> parts_;
  std::vector<Path> left_{{}};
};

}  // namespace ringcheck::source
