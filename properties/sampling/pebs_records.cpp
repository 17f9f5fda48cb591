// pebs-sizes: counters overflow into a buffer of adaptive PEBS, while events come that want more in
// its records. The driver is repaired; in Linux 6.1 (pebs-sizes-as-it-is, V-50) a drain may meet
// records of two sizes. Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <array>
#include <deque>

#include "properties/sampling/sequences.hpp"
#include "protocol/sampling/pebs_sizes.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kProperties = {"I-65"};
constexpr std::array kSetup = {Dial{"counters", 1, 3}};
enum Step : std::size_t { overflow, event, drain };
constexpr std::array kSteps = {Dial{"overflow of counter", 0, 2},
                               Dial{"event with groups of words", 0, 12}, Dial{"drain"}};
constexpr std::array kShares = {Share{"has records when they grow", 30}, Share{"samples", 60}};

template <PebsResized Resized>
class Records {
 public:
  Records(const AuxCase& example, DefectSet /*defects*/, AuxJudge& judge)
      : judge_(judge), counters_(example.setup[0]) {
    pebs_.resized = Resized;
  }
  void step(const AuxStep& step) {
    const auto sample = [this](std::uint64_t counter, std::uint64_t number) {
      auto& due = due_.at(counter);
      judge_.comes_to("samples");
      if (!judge_.require(!due.empty() && due.front() == number, "I-65",
                          "a sample is of no overflow, or of another"))
        return;
      due.pop_front();
    };
    if (step.kind == Step::overflow) {
      const std::uint64_t counter = step.amount % counters_;
      pebs_.write(counter, ++number_);
      due_.at(counter).push_back(number_);
    } else if (step.kind == Step::event) {
      const bool grows = kPebsBasicWords + step.amount > pebs_.record_words;
      judge_.comes_to("has records when they grow", grows && !pebs_.words.empty());
      add_pebs_event(pebs_, counters_, step.amount, sample);
    } else {
      drain_pebs_sizes(pebs_, counters_, sample);
      for (const auto& due : due_)
        judge_.require(due.empty(), "I-65", "an overflow of a precise event has no sample");
    }
    judge_sizes();
  }

 private:
  /// Each record tells its size, which is the one that the driver goes by.
  void judge_sizes() {
    for (std::size_t at = 0; at < pebs_.words.size(); at += pebs_.record_words)
      if (!judge_.require(pebs_.words[at] == pebs_.record_words, "I-65",
                          "records of two sizes are in the buffer"))
        return;
  }

  AuxJudge& judge_;
  std::uint64_t counters_;
  PebsBuffer pebs_;
  std::array<std::deque<std::uint64_t>, 3> due_;
  std::uint64_t number_ = 0;
};

constexpr std::string_view kTitle = "records of adaptive PEBS, while events come that want more";

}  // namespace

const AuxSequence kPebsSizes = {"pebs-sizes",
                                kTitle,
                                kProperties,
                                kSetup,
                                kSteps,
                                false,
                                run_steps<Records<PebsResized::drained>>,
                                1000,
                                kShares};
const AuxSequence kPebsSizesAsItIs = {"pebs-sizes-as-it-is",
                                      kTitle,
                                      kProperties,
                                      kSetup,
                                      kSteps,
                                      false,
                                      run_steps<Records<PebsResized::as_it_is>>,
                                      1000};

}  // namespace ringcheck
