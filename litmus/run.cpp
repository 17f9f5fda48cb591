// Runs a litmus test and counts its final states.
// Tested by tests/litmus/golden_test.cpp and oracle_test.cpp.
#include "litmus/litmus.hpp"
#include "litmus/test_run.hpp"
#include "models/model_data.hpp"

namespace ringcheck {

bool LitmusResult::holds() const {
  switch (quantifier) {
    case litmus::Quantifier::exists:
      return positive > 0;
    case litmus::Quantifier::not_exists:
      return positive == 0;
    case litmus::Quantifier::forall:
      return negative == 0;
  }
  return false;
}

bool speaks(const Model& model, litmus::Architecture architecture) {
  const Vocabulary* words = model.data().vocabulary;
  if (model.data().users) return words == &vocabulary_of(architecture);
  return architecture == litmus::Architecture::c || words->sets.empty() ||
         words == find_model(default_model(architecture)).data().vocabulary;
}

const Vocabulary& vocabulary_of(litmus::Architecture architecture) {
  if (architecture == litmus::Architecture::c) return c_vocabulary();
  return *find_model(default_model(architecture)).data().vocabulary;
}

std::string_view default_model(litmus::Architecture architecture) {
  return litmus::row_of(architecture).model;
}

LitmusResult run_litmus(const LitmusTest& test, const Model& model, const LitmusOptions& options) {
  const double start = litmus::processor_seconds();
  LitmusResult result = litmus::Run(test, model, options).run();
  result.seconds = litmus::processor_seconds() - start;
  result.model = model.name();
  return result;
}

}  // namespace ringcheck
