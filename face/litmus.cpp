// Litmus tests of the public interface.
// Tested by tests/face/answers_test.cpp.
#include "ringcheck/litmus.hpp"

#include "face/handles.hpp"
#include "litmus/litmus.hpp"

namespace ringcheck {

struct detail::litmus_data {
  LitmusTest test;
};

litmus_test::litmus_test(std::string_view text, std::string file)
    : data_(with_public_errors([&] {
        return std::make_shared<const detail::litmus_data>(
            detail::litmus_data{parse_litmus(text, file)});
      })) {}

const std::string& litmus_test::name() const {
  return data_->test.name;
}

std::string litmus_test::text() const {
  return print_litmus(data_->test);
}

litmus_answer litmus_test::run(const model& under) const {
  const LitmusResult result =
      with_public_errors([&] { return run_litmus(data_->test, detail::model_access::of(under)); });
  litmus_answer answer;
  answer.observation = static_cast<litmus_observation>(result.observation);
  answer.holds = result.holds();
  answer.positive = result.positive;
  answer.negative = result.negative;
  for (const LitmusState& state : result.states)
    answer.states.push_back({state.text, state.executions});
  answer.flags = result.flags;
  answer.finished = !result.bound_reached();
  return answer;
}

}  // namespace ringcheck
