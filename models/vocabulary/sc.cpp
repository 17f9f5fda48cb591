// Sequential consistency needs no words: no annotation adds to program order.
//
// Tested by tests/models/vocabulary_test.cpp.
#include "models/vocabulary/vocabulary.hpp"

namespace ringcheck {

const Vocabulary kScVocabulary{"sc", {}};

}  // namespace ringcheck
