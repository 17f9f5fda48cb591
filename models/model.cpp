// What a model says of one graph.
// Tested by tests/models/models_test.cpp, tests/models/explain_test.cpp.
#include "models/model.hpp"

#include <tuple>

#include "models/explain.hpp"
#include "models/model_data.hpp"

namespace ringcheck {
namespace {

/// Evaluations of the model that this thread asked last, one a width: flags are asked of every
/// execution, and making an evaluation costs far more than using it. Holds on to its model, so that
/// it cannot dangle.
class Workspace {
 public:
  template <class Use>
  static decltype(auto) with(const std::shared_ptr<const ModelData>& data, int size, Use&& use) {
    thread_local Workspace workspace;
    if (workspace.data_ != data) {
      workspace.evaluations_ = {};
      workspace.data_ = data;
    }
    if (size <= 64) return use(workspace.get<1>());
    if (size <= 128) return use(workspace.get<2>());
    return use(workspace.get<4>());
  }

 private:
  template <int W>
  Evaluation<W>& get() {
    auto& evaluation = std::get<std::unique_ptr<Evaluation<W>>>(evaluations_);
    if (evaluation == nullptr) evaluation = std::make_unique<Evaluation<W>>(data_->program.plan);
    return *evaluation;
  }

  std::shared_ptr<const ModelData> data_;
  std::tuple<std::unique_ptr<Evaluation<1>>, std::unique_ptr<Evaluation<2>>,
             std::unique_ptr<Evaluation<4>>>
      evaluations_;
};

}  // namespace

const std::string& Model::name() const {
  return data_->name;
}
const std::string& Model::title() const {
  return data_->title;
}
Dependence Model::dependence() const {
  return data_->dependence;
}
const std::string& Model::order() const {
  return data_->order;
}

std::vector<std::string> Model::axioms() const {
  std::vector<std::string> names;
  for (const cat::Test& test : data_->text.axioms) names.push_back(test.name);
  return names;
}

std::optional<std::string> Model::refuses(TagSet tags) const {
  if (!tags.has_any(data_->refused)) return std::nullopt;
  return "model " + data_->name + " does not cover " + data_->refused_why;
}

std::optional<Refusal> Model::refusal(const ExecutionGraph& graph) const {
  return explain_refusal(data_->text, graph);
}

std::vector<std::string> Model::flags(const ExecutionGraph& graph) const {
  std::vector<std::string> raised;
  const auto& flags = data_->program.plan.flags;
  if (flags.empty()) return raised;
  Workspace::with(data_, graph.size(), [&](auto& evaluation) {
    evaluation.load(graph);
    for (const cat::Test& flag : flags)
      if (evaluation.holds(flag)) raised.push_back(flag.name);
  });
  return raised;
}

bool Model::ordered(const ExecutionGraph& graph, EventNumber a, EventNumber b) const {
  const cat::NodeId order = data_->program.plan.find(data_->order);
  if (order == cat::kNoNode) return false;
  return Workspace::with(data_, graph.size(), [&](auto& evaluation) {
    evaluation.load(graph);
    auto reached = evaluation.row(order, a);
    auto fresh = reached;
    while (fresh.any() && !reached.test(b)) {
      auto next = std::remove_reference_t<decltype(reached)>{};
      for_each(fresh, [&](int e) { next |= evaluation.row(order, e); });
      fresh = next - reached;
      reached |= next;
    }
    return reached.test(b);
  });
}

}  // namespace ringcheck
