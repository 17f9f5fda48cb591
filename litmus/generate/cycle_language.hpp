#pragma once
// The words that cycles use for an architecture: its fences and its marks.

#include <string>
#include <string_view>
#include <vector>

#include "litmus/generate/straight_test.hpp"
#include "litmus/test.hpp"

namespace ringcheck::litmus {

/// A fence: diy's name for it, and what is written in the test.
struct FenceWord {
  std::string name;  ///< DMB.SY, FenceMb
  std::string text;  ///< DMB SY, smp_mb
};

/// A mark of an access, as written at the end of a relaxation: PodWWOnceRelease, RfeLA.
struct MarkWord {
  std::string_view name;
  Mark mark;
  bool of_reads;
  bool of_writes;
};

/// What cycles may say of one architecture.
struct CycleLanguage {
  std::string_view name;  ///< as in --arch
  Architecture architecture;
  std::vector<FenceWord> fences;   ///< the strongest first
  std::vector<MarkWord> marks;     ///< empty: there are none to say
  std::string_view control_fence;  ///< DpCtrl…: branch and this fence; empty: no such relaxation
  /// The name of an exchange as an edge from its read to its write; empty: there is none.
  std::string_view exchange{};
};

/// Every language; the first one is for tests for which no architecture is named.
const std::vector<CycleLanguage>& cycle_languages();

/// The language of the architecture called `name`. Errors: InputError that lists the names.
const CycleLanguage& find_cycle_language(std::string_view name);

/// The fence of this name; nullptr when there is none.
const FenceWord* find_fence(const CycleLanguage& language, std::string_view name);

/// The name of a mark; empty when the language has none for it.
std::string_view name_of(const CycleLanguage& language, Mark mark);

}  // namespace ringcheck::litmus
