// Tested by tests/models/incremental_test.cpp.
#include "models/steps.hpp"

#include <algorithm>
#include <utility>

namespace ringcheck {

using cat::NodeId;
using cat::Op;
using cat::Stability;

namespace {

// Whether the view holds the values.
bool is_read(Op op) {
  return op == Op::po || op == Op::internal || op == Op::addr || op == Op::data || op == Op::ctrl ||
         op == Op::rf || op == Op::co || op == Op::fr || op == Op::empty_relation;
}

bool removes(Op op) {
  return op == Op::subtract || op == Op::set_difference;
}

bool is_monotone(const cat::Plan& plan, const cat::Node& node) {
  const auto unknown = [&](NodeId n) {
    const cat::Node& operand = plan.nodes[static_cast<std::size_t>(n)];
    return operand.groups != 0;
  };
  if (removes(node.op)) return !unknown(node.b);
  if (node.op == Op::complement || node.op == Op::set_complement) return !unknown(node.a);
  return node.op != Op::nested_pairs || !(unknown(node.a) || unknown(node.b));
}

class StepMaker {
 public:
  StepMaker(const PreparedPlan& prepared, const Schedule& schedule)
      : plan_(prepared.plan), schedule_(schedule) {
    result_.schedule = &schedule;
    result_.groups.resize(plan_.groups.size());
    result_.computes.resize(plan_.nodes.size());
  }

  Steps run() {
    for (const NodeId n : schedule_.once) add(n);
    result_.once = result_.steps.size();
    std::size_t next = 0;
    for (const Schedule::Stage& stage : schedule_.stages) {
      for (; next < stage.end; ++next) add(schedule_.each[next]);
      result_.stages.push_back({stage.axiom, shown(stage.axiom->node), result_.steps.size()});
    }
    drop_ext();
    return std::move(result_);
  }

 private:
  [[nodiscard]] const cat::Node& node(NodeId n) const {
    return plan_.nodes[static_cast<std::size_t>(n)];
  }
  [[nodiscard]] NodeId shown(NodeId n) const {
    return schedule_.source[static_cast<std::size_t>(n)];
  }

  void add(NodeId n) {
    if (is_read(node(n).op)) return;
    if (node(n).op == Op::fixpoint && node(n).b != 0) return;  // the first result runs the group
    result_.steps.push_back(make_step(n));
  }

  Step make_step(NodeId n) {
    const cat::Node& m = node(n);
    Step step;
    step.node = step.computed = step.a = step.b = n;
    step.op = m.op;
    step.by_events = m.op <= Op::final_writes || m.op == Op::fixpoint || m.op == Op::optional ||
                     m.op == Op::star || m.op == Op::complement || m.op == Op::nested_pairs ||
                     m.op == Op::different_values || m.op == Op::set_complement;
    if (m.op == Op::fixpoint) {
      make_group(m.a);
      step.computed = step.a = step.b =
          result_.groups[static_cast<std::size_t>(m.a)].variables.front();
      return step;
    }
    result_.computes[static_cast<std::size_t>(n)] = true;
    if (removes(m.op)) step.removed = node(m.b).stability;
    if (step.removed != Stability::rigid) step.by_events = true;
    if (m.op <= Op::final_writes) return step;
    if (m.a != cat::kNoNode) step.a = step.b = shown(m.a);
    if (m.b != cat::kNoNode) step.b = shown(m.b);
    step.external = m.op == Op::intersect && (is_ext(step.a) || is_ext(step.b));
    if (step.external) step.a = step.b = is_ext(step.a) ? step.b : step.a;
    return step;
  }

  [[nodiscard]] bool is_ext(NodeId n) const { return node(n).op == Op::ext; }

  // New events change every row of ext, and mostly no step needs that.
  void drop_ext() {
    const auto uses = [&](const Step& step) { return is_ext(step.a) || is_ext(step.b); };
    bool used = false;
    for (const Step& step : result_.steps) used = used || (uses(step) && !is_ext(step.node));
    for (const GroupSteps& group : result_.groups)
      used = used || std::ranges::any_of(group.order, uses) ||
             std::ranges::any_of(group.bodies, [&](NodeId n) { return is_ext(n); });
    for (const Steps::Stage& stage : result_.stages) used = used || is_ext(stage.shown);
    for (const Axiom* axiom : schedule_.once_axioms) used = used || is_ext(shown(axiom->node));
    if (used) return;
    for (std::size_t i = 0; i < result_.steps.size(); ++i) {
      if (!is_ext(result_.steps[i].node)) continue;
      result_.computes[static_cast<std::size_t>(result_.steps[i].node)] = false;
      result_.steps.erase(result_.steps.begin() + static_cast<std::ptrdiff_t>(i));
      --result_.once;
      for (Steps::Stage& stage : result_.stages) --stage.end;
      return;
    }
  }

  void make_group(int number) {
    const cat::Group& group = plan_.groups[static_cast<std::size_t>(number)];
    GroupSteps steps;
    for (const NodeId v : group.variables) {
      steps.variables.push_back(v);
      result_.computes[static_cast<std::size_t>(v)] = true;
    }
    for (const NodeId body : group.bodies) steps.bodies.push_back(shown(body));
    steps.needs = steps.bodies;
    std::vector<bool> used(plan_.nodes.size());
    for (const auto& step : steps_of(plan_, number))
      for (const NodeId n : step) used[static_cast<std::size_t>(n)] = true;
    for (const NodeId n : group.order) {
      if (!used[static_cast<std::size_t>(n)]) continue;
      steps.monotone = steps.monotone && is_monotone(plan_, node(n));
      if (node(n).op == Op::fixpoint && node(n).b != 0) continue;
      steps.order.push_back(make_step(n));
      const auto need = [&](NodeId operand) { steps.needs.push_back(shown(operand)); };
      for_each_operand(node(n), need);
      if (node(n).op == Op::fixpoint)
        for (const NodeId other : result_.groups[static_cast<std::size_t>(node(n).a)].needs)
          steps.needs.push_back(other);
    }
    // What the rounds compute does not come from outside.
    std::erase_if(steps.needs, [&](NodeId n) {
      return std::ranges::find(steps.variables, n) != steps.variables.end() ||
             std::ranges::find(steps.order, n, &Step::node) != steps.order.end();
    });
    std::ranges::sort(steps.needs);
    steps.needs.erase(std::ranges::unique(steps.needs).begin(), steps.needs.end());
    result_.groups[static_cast<std::size_t>(number)] = std::move(steps);
  }

  const cat::Plan& plan_;
  const Schedule& schedule_;
  Steps result_;
};

}  // namespace

Steps make_steps(const PreparedPlan& prepared, const Schedule& schedule) {
  return StepMaker(prepared, schedule).run();
}

}  // namespace ringcheck
