// All vocabularies, and the one of C, which unites two of them.
// Tested by tests/models/vocabulary_test.cpp.
#include "models/vocabulary/vocabulary.hpp"

#include <vector>

namespace ringcheck {

std::span<const Vocabulary* const> all_vocabularies() {
  static constexpr const Vocabulary* kAll[] = {
      &kScVocabulary,    &kX86Vocabulary, &kArmv8Vocabulary, &kRiscvVocabulary,
      &kPowerVocabulary, &kC11Vocabulary, &kLinuxVocabulary};
  return kAll;
}

const Vocabulary& c_vocabulary() {
  static const std::vector<NamedSet> kSets = [] {
    std::vector<NamedSet> sets(kLinuxVocabulary.sets.begin(), kLinuxVocabulary.sets.end());
    sets.insert(sets.end(), kC11Vocabulary.sets.begin(), kC11Vocabulary.sets.end());
    return sets;
  }();
  static const Vocabulary kC{"c", kSets, kC11Vocabulary.herd};
  return kC;
}

}  // namespace ringcheck
