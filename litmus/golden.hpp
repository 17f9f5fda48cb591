#pragma once
// Goldens: the complete outcome of a test under each model, as text beside the test.

#include <filesystem>
#include <string>
#include <vector>

#include "litmus/test.hpp"
#include "models/model.hpp"

namespace ringcheck {

/// The golden of a test: for each model a line with its observation, positive and negative
/// executions and flags, then a line for each final state with the number of its executions. A
/// model that refuses the test has a line that says so. Errors: InputError of parsing and running.
std::string litmus_golden(const LitmusTest& test);

/// True iff the model has no meaning for a primitive of the test.
bool is_refused(const LitmusTest& test, const Model& model);

/// The tests of a folder (*.litmus), sorted by name.
std::vector<std::filesystem::path> litmus_tests_in(const std::filesystem::path& folder);

/// Where the golden of a test is kept.
std::filesystem::path golden_path(const std::filesystem::path& test);

/// The bytes of a file. Errors: InputError when it cannot be read.
std::string read_text(const std::filesystem::path& file);

}  // namespace ringcheck
