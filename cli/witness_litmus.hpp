#pragma once
// A witness as a litmus test, and the same test with the missing barrier.

#include <functional>
#include <optional>
#include <string>

#include "check/witness.hpp"
#include "litmus/generate/execution_test.hpp"

namespace ringcheck {

/// The smallest test that shows the same violation as `witness`. It is in Linux-kernel C, or in
/// assembly if the witness's scenario was compiled for a machine. Errors: InputError for a witness
/// of no property, and for an event for which the test's language has no word.
litmus::TestPair litmus_of(const Witness& witness);

/// The tests as text, with a comment that says what they show and what every model answers.
std::string allowed_text(const litmus::TestPair& made, const Witness& witness);
/// Pre: there is a stronger test.
std::string forbidden_text(const litmus::TestPair& made, const Witness& witness);

/// The litmus tests of a witness.
struct WitnessTests {
  std::string name, allowed;               ///< the test that shows what the witness does
  std::string stronger_name{}, forbidden;  ///< the same with the missing barrier; empty: none
};

/// How a test of a witness is told of.
using TestText = std::function<std::string(const litmus::TestPair& made)>;

/// `made` as texts. `name`: of the first test; empty: the one that it has.
WitnessTests witness_tests(litmus::TestPair made, const std::string& name, const TestText& allowed,
                           const TestText& forbidden);

/// Writes the tests of the witness in file `path`, of a scenario or of a program
/// (program_litmus.hpp): the allowed one to standard output, or both to `folder`. `name`: of the
/// test; empty: the scenario's or file's, the property's or error's and the model's names.
/// Errors: InputError, also for a witness that no longer shows its violation, and for one that an
/// interleaving shows.
void write_witness_litmus(const std::string& path, const std::string& folder,
                          const std::string& name);

}  // namespace ringcheck
