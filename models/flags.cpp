// Tested by tests/litmus/flags_test.cpp.
#include "models/flags.hpp"

#include <memory>
#include <optional>
#include <tuple>

#include "models/model_data.hpp"
#include "models/schedules.hpp"

namespace ringcheck {

namespace {

/// Which flags of a model depend on rf and co, as far as its text tells from events alone.
template <int W>
class Flags {
 public:
  explicit Flags(const PreparedPlan& program)
      : program_(program), values_(program.plan, Growth::final, kRoomOf<W>), schedules_(program) {}

  bool may_vary(const ExecutionGraph& graph) {
    values_.load(graph);
    values_.show_own();
    values_.compute_sets(program_.key_nodes);
    return !schedules_.with(keys_of(program_, values_)).stages.empty();
  }

 private:
  const PreparedPlan& program_;
  Values<W> values_;
  Schedules schedules_;
};

/// Belongs to the model that this thread asked about last, and keeps that model alive.
struct Workspace {
  std::optional<Model> model;
  std::tuple<std::unique_ptr<Flags<1>>, std::unique_ptr<Flags<2>>, std::unique_ptr<Flags<4>>> flags;

  template <int W>
  bool may_vary(const ExecutionGraph& graph) {
    auto& its = std::get<std::unique_ptr<Flags<W>>>(flags);
    if (its == nullptr) its = std::make_unique<Flags<W>>(model->data().flags);
    return its->may_vary(graph);
  }
};

}  // namespace

bool flags_may_vary(const Model& model, const ExecutionGraph& graph) {
  if (model.data().flags.plan.flags.empty()) return false;
  thread_local Workspace workspace;
  if (!workspace.model || &workspace.model->data() != &model.data()) {
    workspace.flags = {};
    workspace.model = model;
  }
  if (graph.size() <= 64) return workspace.may_vary<1>(graph);
  if (graph.size() <= 128) return workspace.may_vary<2>(graph);
  return graph.size() > 256 || workspace.may_vary<4>(graph);
}

}  // namespace ringcheck
