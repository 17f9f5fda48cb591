#pragma once
// `ringcheck litmus compare`.

#include <functional>

#include "cli/exit_status.hpp"

namespace CLI {
class App;
}

namespace ringcheck {

/// Adds `compare` to `ringcheck litmus`; `action` is set when it is asked for. It compares answers
/// to litmus tests with those of the source that is named first. Sources are models, and logs of
/// herd7, litmus7, klitmus7 and ringcheck. Status: violated when models disagree or when runs on
/// hardware showed what a model forbids, bad_input for what cannot be read, else holds.
void add_litmus_compare(CLI::App& litmus, std::function<ExitStatus()>& action);

}  // namespace ringcheck
