#pragma once
// Candidate relaxations in diy's vocabulary: the edges of the cycles from which tests are made.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/generate/cycle_language.hpp"

namespace ringcheck::litmus {

enum class Direction : std::uint8_t { read, write };

enum class RelaxationKind : std::uint8_t {
  program_order,  ///< Po
  fence,          ///< a fence between the two accesses
  dependency,     ///< Dp
  detour,         ///< Detour: to the same location, which another thread writes in between
  exchange,       ///< Rmw, Amo.Swp: from the read of an exchange to its write
  reads_from,     ///< Rf
  from_read,      ///< Fr
  coherence,      ///< Co, in older texts Ws
};

/// An edge between two accesses.
struct Relaxation {
  RelaxationKind kind = RelaxationKind::program_order;
  bool external = false;       ///< between two threads
  bool same_location = false;  ///< of both accesses; communication always is
  Direction from = Direction::read;
  Direction to = Direction::read;
  std::optional<Mark> from_mark;  ///< empty: none was written, the neighbour in the cycle decides
  std::optional<Mark> to_mark;
  DependencyKind dependency = DependencyKind::address;
  std::string fence;  ///< name of the fence; of a control dependency: of the one after the branch
  Place place;        ///< where it was read
  friend bool operator==(const Relaxation&, const Relaxation&) = default;
};

/// True iff `r` is communication: rf, fr or co.
inline bool communicates(const Relaxation& r) {
  return r.kind >= RelaxationKind::reads_from;
}

/// The relaxation as diy writes it: PodWWOnceRelease, DpCtrldW, Rfe, FenceMbdWR.
std::string text_of(const Relaxation& relaxation, const CycleLanguage& language);
/// Several of them, with a space between two.
std::string text_of(const std::vector<Relaxation>& cycle, const CycleLanguage& language);

/// The relaxation in names of tests: po, ctrl, fencemb, popl, rfi.
std::string tag_of(const Relaxation& relaxation, const CycleLanguage& language);

/// Relaxations in a row that a cycle has together or not at all.
using Composite = std::vector<Relaxation>;

/// Reads relaxations, and composites of them in brackets, between blanks or commas. `option` names
/// the text in messages. Wildcards are understood: PodR* means PodRR and PodRW, and [Rfe,PodR*]
/// means [Rfe,PodRR] and [Rfe,PodRW].
/// Errors: InputError, with the place, for any other word and for brackets that do not match.
std::vector<Composite> parse_composites(std::string_view text, const CycleLanguage& language,
                                        std::string_view option);

/// The same in one row.
std::vector<Relaxation> parse_relaxations(std::string_view text, const CycleLanguage& language,
                                          std::string_view option);

}  // namespace ringcheck::litmus
