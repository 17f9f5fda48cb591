// etr-catu: sessions enable an ETR with a CATU and disable it again, while a debugger claims either
// of them. The driver is repaired; in Linux 6.1 (etr-catu-as-it-is, V-52) the CATU stays enabled
// where the ETR cannot be claimed. Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "protocol/tmc/etr_catu.hpp"

#include <array>
#include <vector>

#include "properties/aux/aux_sequence.hpp"
#include "properties/tmc/sequences.hpp"
#include "protocol/core/sequential_cpu.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 2> kProperties = {"I-51", "I-53"};
constexpr std::array<Dial, 0> kSetup{};
enum Step : std::size_t { enable, disable, debugger };
constexpr std::array kSteps = {Dial{"enable"}, Dial{"disable"},
                               Dial{"debugger claims ETR, or CATU", 0, 3}};
constexpr std::array kShares = {Share{"is enabled", 50}, Share{"cannot claim the ETR", 20}};

template <CatuKept Kept>
class Sink {
 public:
  Sink(const AuxCase&, DefectSet /*defects*/, AuxJudge& judge) : judge_(judge), memory_(6) {
    at_.etr = ClaimTags::at(0);
    at_.catu = ClaimTags::at(2);
    at_.catu_on = 4;
    at_.etr_on = 5;
    at_.kept = Kept;
  }
  void step(const AuxStep& step) {
    SequentialCpu<> cpu(memory_);
    if (step.kind == Step::enable && !runs_) {
      const bool free = memory_[at_.etr.other] == 0 && memory_[at_.catu.other] == 0;
      judge_.comes_to("is enabled", free);
      judge_.comes_to("cannot claim the ETR",
                      memory_[at_.etr.other] != 0 && memory_[at_.catu.other] == 0);
      runs_ = catu_etr_enable(cpu, at_);
      judge_.require(
          runs_ == free, "I-53",
          "a sink is refused that nothing stands in the way of, or taken from a debugger");
    } else if (step.kind == Step::disable && runs_) {
      catu_etr_disable(cpu, at_);
      runs_ = false;
    } else if (step.kind == Step::debugger) {
      // A debugger looks at the other's tag before it claims.
      const ClaimTags& tags = step.amount / 2 == 0 ? at_.etr : at_.catu;
      if (step.amount % 2 != 0 || memory_[tags.mine] != 0)
        memory_[tags.other] = 0;
      else
        memory_[tags.other] = 1;
    }
    const std::uint64_t used = runs_ ? 1 : 0;
    for (const std::uint64_t word : {at_.etr.mine, at_.catu.mine, at_.catu_on, at_.etr_on})
      judge_.require(memory_[word] == used, "I-51",
                     "a component is enabled or claimed for nobody, or is not for who uses it");
  }

 private:
  AuxJudge& judge_;
  std::vector<std::uint64_t> memory_;
  CatuEtr at_;
  bool runs_ = false;
};

constexpr std::string_view kTitle = "an ETR with a CATU is enabled, or claimed by a debugger";

}  // namespace

const AuxSequence kEtrCatu = {
    "etr-catu", kTitle, kProperties, kSetup, kSteps, false, run_steps<Sink<CatuKept::disabled>>,
    1000,       kShares};
const AuxSequence kEtrCatuAsItIs = {"etr-catu-as-it-is",
                                    kTitle,
                                    kProperties,
                                    kSetup,
                                    kSteps,
                                    false,
                                    run_steps<Sink<CatuKept::enabled>>,
                                    1000};

}  // namespace ringcheck
