#pragma once
// Vocabularies: which names a model's text uses for the kernel's annotations.

#include <cstdint>
#include <span>
#include <string_view>

#include "graph/event.hpp"

namespace ringcheck {

/// A set of event kinds.
enum class Kinds : std::uint8_t {
  reads = 1,
  writes = 2,
  fences = 4,
  accesses = 3,
  all = 7,
};

/// A condition on one event. An initial write is an ordinary write without tags.
struct EventTest {
  Kinds kinds = Kinds::all;
  TagSet any = {};        ///< at least one of these tags; empty: no condition
  TagSet all = {};        ///< each of these tags
  TagSet none = {};       ///< none of these tags
  bool untagged = false;  ///< no tag but `local`, and not initial: a plain access

  [[nodiscard]] bool holds(const Event& e, bool initial) const;
};

/// A set of events that a .cat file may name: those for which one of the tests holds.
struct NamedSet {
  std::string_view name;
  std::span<const EventTest> tests;

  [[nodiscard]] bool contains(const Event& e, bool initial) const {
    for (const EventTest& test : tests)
      if (test.holds(e, initial)) return true;
    return false;
  }
};

/// The kernel's annotations in the words of one architecture or language. Besides these names,
/// every .cat file knows _, M, R, W, F, RMW, IW, FW.
struct Vocabulary {
  std::string_view name;
  std::span<const NamedSet> sets;
  std::span<const NamedSet> herd = {};  ///< further words of herd7, for users' texts
};

/// The vocabularies of machines and languages, each of which a .cat file may be written in.
std::span<const Vocabulary* const> all_vocabularies();

/// The words of C: the kernel's and those of C11, for .cat files that come without a bell file.
const Vocabulary& c_vocabulary();

extern const Vocabulary kLinuxVocabulary;
extern const Vocabulary kArmv8Vocabulary;
extern const Vocabulary kX86Vocabulary;
extern const Vocabulary kRiscvVocabulary;
extern const Vocabulary kPowerVocabulary;
extern const Vocabulary kC11Vocabulary;
extern const Vocabulary kScVocabulary;

inline bool EventTest::holds(const Event& e, bool initial) const {
  if (e.kind == EventKind::choice) return false;
  const auto kind = static_cast<std::uint8_t>(1U << static_cast<unsigned>(e.kind));
  if ((static_cast<std::uint8_t>(kinds) & kind) == 0) return false;
  if (untagged && (initial || !(e.tags.empty() || e.tags == TagSet{Tag::local}))) return false;
  return (any.empty() || e.tags.has_any(any)) && e.tags.has_all(all) && !e.tags.has_any(none);
}

}  // namespace ringcheck
