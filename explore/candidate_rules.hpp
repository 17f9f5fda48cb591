#pragma once
// What choices of a candidate have to do with each other.

#include <functional>
#include <vector>

#include "explore/candidate.hpp"

namespace ringcheck {

/// A choice that may be made.
struct Atom {
  enum class Kind : std::uint8_t {
    there,   ///< write `a` is there
    reads,   ///< read `a` reads from write `b`
    before,  ///< both writes are there, `a` before `b` in coherence order
  };
  Kind kind = Kind::there;
  Structure a = kNoStructure;
  Structure b = kNoStructure;

  static Atom there(Structure w) { return {Kind::there, w, kNoStructure}; }
  static Atom reads(Structure r, Structure w) { return {Kind::reads, r, w}; }
  static Atom before(Structure v, Structure w) { return {Kind::before, v, w}; }
  friend auto operator<=>(const Atom&, const Atom&) = default;
};

/// Where all of `wrong` is chosen, some of `right` is.
struct Rule {
  std::vector<Atom> wrong;
  std::vector<Atom> right;
};

/// Says whether an atom is chosen.
using Chosen = std::function<bool(const Atom&)>;

/// Puts the writes of `candidate` into the order that is chosen. Returns what every coherent model asks
/// for that does not hold: a total order of the writes of each location, reads and writes of a thread
/// that agree with it, atomic read-modify-writes. Nothing: all of it holds.
std::vector<Rule> broken_rules(const Program& program, Candidate& candidate,
                               const Chosen& is_chosen);

/// The rule that the choices of this part of `candidate` do not go together.
Rule rule_of(const Candidate& candidate, const DecidedPart& part);

}  // namespace ringcheck
