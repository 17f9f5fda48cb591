// Programs that open events: of four PMUs, with any attr that these look at, by who may do what,
// while others use what Intel's share; and tasks that fork.
// Tested by `make kernel`.
#include "kernel/calls/open_calls.hpp"

#include "kernel/calls/open_sides.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kEnough = 10;

NumberRange of_bits(std::initializer_list<unsigned> bits) {
  Numbers values = {0, 0, 0, 0};
  for (const unsigned bit : bits) values.push_back(std::uint64_t{1} << bit);
  return {[values = std::move(values)] {
            const auto one = one_of(values);
            return one.make() | one.make() | one.make();
          },
          [](std::uint64_t number) {
            Numbers found;
            for (std::uint64_t rest = number; rest != 0; rest &= rest - 1)
              found.push_back(number & ~(rest & (0 - rest)));
            return found;
          }};
}

CallShapes shapes_of() {
  const NumberRange rarely = one_of({1, 1, 1, 1, 1, 0});
  const NumberRange memory = one_of({kEnough, kEnough, kEnough, kEnough, kEnough, 0, 1, 2});
  CallShapes shapes;
  shapes.most_calls = 16;
  shapes.depth = 0;
  shapes.setup = {{"PT: codes of PSB and cycles", below(4)},
                  {"PT: codes of MTC", below(4)},
                  {"PT: other trace", below(32)},
                  {"PT: ranges", one_of({2, 4, 0})},
                  {"PT beside LBR", below(2)},
                  {"SPE: features", below(16)},
                  {"SPE: version", one_of({1, 2, 3, 4})},
                  {"SPE: CPUs", below(4)},
                  {"paranoid", one_of({2, 2, 1, 0, 3})}};
  shapes.calls = {
      {"open",
       {{"PMU", below(RC_OPEN_PMUS)},
        {"other type", one_of({0, 0, 0, 0, 0, 0, 0, 1})},
        // Of PT: bits of RTIT_CTL, also those that nobody may ask for.
        {"config", of_bits({0,  0,  13, 13, 1,  4,  5,  9, 10, 11, 12, 14,
                            15, 19, 20, 24, 26, 31, 55, 2, 7,  8,  33})},
        {"config", of_bits({0, 1, 2, 16, 32, 33, 34})},
        {"config1", of_bits({1, 3, 6, 11, 17, 18, 40})},
        {"config2", of_bits({0, 11, 12})},
        {"config3", of_bits({1, 6, 11, 18})},
        {"excludes", one_of({0, 1, 1, 1, 2, 3, 4, 8})},
        {"of a task", one_of({1, 1, 1, 0})},
        {"cpu", below(RC_OPEN_CPUS)},
        {"capable", rarely},
        {"memory", memory}},
       6},
      {"fork", {{"event", below(RC_OPEN_EVENTS)}, {"capable", below(2)}, {"memory", memory}}, 4},
      {"close", {{"event", below(RC_OPEN_EVENTS)}}, 3},
      {"LBR", {{"comes", below(2)}}, 1},
  };
  return shapes;
}

OpenSetup setup_of(const NativeObject& object, const CallProgram& program) {
  enum Number : std::size_t {
    kCycles,
    kMtc,
    kOther,
    kRanges,
    kBeside,
    kFeatures,
    kVersion,
    kCpus,
    kParanoid
  };
  const auto number = [&](Number which) { return program.setup.at(which); };
  const auto flag = [&](Number which, unsigned bit) { return (number(which) >> bit & 1U) != 0; };
  constexpr std::uint64_t kCodes = 0x3f, kInverse = 64, kThree = 7;
  OpenSetup setup;
  PtCapabilities& pt = setup.pt;
  pt.psb_cyc = flag(kCycles, 0);
  pt.psb_periods = flag(kCycles, 1) ? kCodes : 0;
  pt.cycle_thresholds = flag(kCycles, 1) ? 0x2 : kCodes;
  pt.mtc = flag(kMtc, 0);
  pt.mtc_periods = flag(kMtc, 1) ? 0x9 : 0;
  pt.power_events = flag(kOther, 0);
  pt.event_trace = flag(kOther, 1);
  pt.tnt_disable = flag(kOther, 2);
  pt.ptwrite = flag(kOther, 3);
  pt.branch_always = flag(kOther, 4);
  setup.ranges = number(kRanges);
  rc_open_setup& machine = setup.machine;
  machine.branch_always = pt.branch_always ? 1 : 0;
  machine.lbr_pt_coexist = flag(kBeside, 0) ? 1 : 0;
  machine.spe_features = (number(kFeatures) & kThree) | (flag(kFeatures, 3) ? kInverse : 0);
  machine.spe_version = static_cast<unsigned>(number(kVersion));
  machine.spe_cpus = static_cast<unsigned>(number(kCpus));
  machine.paranoid = static_cast<int>(number(kParanoid));
  setup.inverse = object.says("arm_spe_event_to_pmsnevfr");
  setup.asks_paranoid = object.says("return perf_allow_kernel();");
  return setup;
}

}  // namespace

CallReport hold_open_calls(const NativeObject& object, std::uint64_t seed, std::uint64_t programs) {
  const CallShapes shapes = shapes_of();
  return hold_calls(shapes, seed, programs, [&](const CallProgram& program, CallReport& report) {
    const OpenSetup setup = setup_of(object, program);
    OpenKernel kernel(object, setup);
    OpenSpecification specification(setup);
    return difference_of(program, kernel, specification, 0, no_name, report);
  });
}

}  // namespace ringcheck
