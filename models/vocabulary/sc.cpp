// Sequential consistency needs no words: no annotation adds to program order.
#include "models/vocabulary/vocabulary.hpp"

namespace ringcheck {

const Vocabulary kScVocabulary{"sc", {}};

}  // namespace ringcheck
