// What a model says of one graph.
// Tested by tests/models/models_test.cpp, tests/models/explain_test.cpp.
#include "models/model.hpp"

#include <algorithm>
#include <tuple>

#include "models/evaluator.hpp"
#include "models/explain.hpp"
#include "models/model_data.hpp"

namespace ringcheck {
namespace {

/// What answers a model's questions about graphs of up to `room` events.
template <int W>
struct Evaluators {
  Evaluators(const ModelData& data, int its_room)
      : room(its_room),
        values(data.program.plan, its_room),
        flags(data.flags, Growth::final, its_room) {}
  int room;
  Evaluation<W> values;
  std::optional<Evaluation<W>> text;  ///< of the model's text; made when asked for
  Evaluator<W> flags;
};

/// The evaluators of the model that this thread asked last, one a width. Every execution is asked
/// for its flags, and making an evaluator costs far more than using it. Keeps its model alive.
class Workspace {
 public:
  template <class Use>
  static decltype(auto) with(const std::shared_ptr<const ModelData>& data, int size, Use&& use) {
    thread_local Workspace workspace;
    if (workspace.data_ != data) {
      workspace.evaluators_ = {};
      workspace.data_ = data;
    }
    if (size <= 64) return use(workspace.get<1>(size));
    if (size <= 128) return use(workspace.get<2>(size));
    if (size <= 256) return use(workspace.get<4>(size));
    return use(workspace.get<kGrowing>(size));
  }

 private:
  template <int W>
  Evaluators<W>& get(int size) {
    auto& evaluators = std::get<std::unique_ptr<Evaluators<W>>>(evaluators_);
    if (evaluators == nullptr || evaluators->room < size)
      evaluators = std::make_unique<Evaluators<W>>(*data_, room_for<W>(size));
    return *evaluators;
  }

  std::shared_ptr<const ModelData> data_;
  std::tuple<std::unique_ptr<Evaluators<1>>, std::unique_ptr<Evaluators<2>>,
             std::unique_ptr<Evaluators<4>>, std::unique_ptr<Evaluators<kGrowing>>>
      evaluators_;
};

std::vector<std::string> names_of(const std::vector<cat::Test>& tests) {
  std::vector<std::string> names;
  for (const cat::Test& test : tests) names.push_back(test.name);
  return names;
}

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
  return names_of(data_->text.axioms);
}
std::vector<std::string> Model::flag_names() const {
  return names_of(data_->text.flags);
}

const std::vector<std::string>& Model::foreign_words() const {
  return data_->text.foreign_words;
}

std::vector<std::string> Model::axioms_of_complete_graphs() const {
  std::vector<std::string> names;
  for (const cat::Test& test : data_->text.axioms)
    if (test.when_complete) names.push_back(test.name);
  return names;
}

const std::string& Model::definitions() const {
  return data_->definitions;
}

bool Model::allows(std::string_view instruction, std::string_view annotation) const {
  const cat::Plan& text = data_->text;
  const auto has = [&](const std::vector<std::string>& tags) {
    return std::ranges::find(tags, annotation) != tags.end();
  };
  return !text.has_bell || std::ranges::any_of(text.instructions, [&](const cat::Instruction& its) {
    return its.kind == instruction && std::ranges::any_of(its.annotations, has);
  });
}

std::optional<std::string> Model::refuses(TagSet tags) const {
  if (tags.has(Tag::seq_cst) && !data_->has_seq_cst)
    return "model " + data_->name + " has no sequentially consistent accesses";
  if (!tags.has_any(data_->refused)) return std::nullopt;
  return "model " + data_->name + " does not cover " + data_->refused_why;
}

std::optional<Refusal> Model::refusal(const ExecutionGraph& graph) const {
  return explain_refusal(data_->text, graph);
}

std::vector<std::string> Model::flags(const ExecutionGraph& graph, const LocationSet* asked) const {
  std::vector<std::string> raised;
  const auto& flags = data_->flags.plan.flags;
  if (flags.empty()) return raised;
  Workspace::with(data_, graph.size(), [&](auto& its) {
    std::vector<bool> holding;
    its.flags.ask_final(asked);
    its.flags.prepare(graph);
    its.flags.results(holding);
    for (std::size_t i = 0; i < flags.size(); ++i)
      if (holding[i] != flags[i].negated) raised.push_back(flags[i].name);
  });
  return raised;
}

std::vector<EventPair> Model::flagged(const ExecutionGraph& graph, std::string_view flag) const {
  std::vector<EventPair> pairs;
  const auto& flags = data_->text.flags;
  const auto test = std::ranges::find(flags, flag, &cat::Test::name);
  if (test == flags.end() || test->kind != cat::TestKind::empty) return pairs;
  return Workspace::with(data_, graph.size(), [&](auto& its) {
    if (!its.text) its.text.emplace(data_->text, its.room);
    auto& evaluation = *its.text;
    evaluation.load(graph);
    const cat::NodeId node = test->node;
    if (evaluation.plan().nodes[static_cast<std::size_t>(node)].type == cat::Type::set) {
      for_each(evaluation.set(node), [&](int e) {
        pairs.push_back({static_cast<EventNumber>(e), static_cast<EventNumber>(e)});
      });
      return pairs;
    }
    for (int from = 0; from < evaluation.size(); ++from)
      for_each(evaluation.row(node, from), [&](int to) {
        pairs.push_back({static_cast<EventNumber>(from), static_cast<EventNumber>(to)});
      });
    return pairs;
  });
}

std::vector<EventPair> Model::order_steps(const ExecutionGraph& graph) const {
  std::vector<EventPair> pairs;
  const cat::NodeId order = data_->program.plan.find(data_->order);
  if (order == cat::kNoNode) return pairs;
  return Workspace::with(data_, graph.size(), [&](auto& its) {
    auto& evaluation = its.values;
    evaluation.load(graph);
    for (int from = 0; from < graph.size(); ++from)
      for_each(evaluation.row(order, from), [&](int to) {
        pairs.push_back({static_cast<EventNumber>(from), static_cast<EventNumber>(to)});
      });
    return pairs;
  });
}

bool Model::ordered(const ExecutionGraph& graph, EventNumber a, EventNumber b) const {
  const cat::NodeId order = data_->program.plan.find(data_->order);
  if (order == cat::kNoNode) return false;
  return Workspace::with(data_, graph.size(), [&](auto& its) {
    auto& evaluation = its.values;
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
