// Protections of the data ring against a compiler, and the checks from which they are taken away.
// Tested by tests/cli/compiler_study_test.cpp.
#include <array>

#include "properties/core/area.hpp"
#include "properties/core/perf_scenario.hpp"
#include "properties/core/perf_studies.hpp"
#include "protocol/ring/sites.hpp"

namespace ringcheck {

namespace {

constexpr std::array<std::string_view, 3> kOnMachines = {"nested writers", "nested, full",
                                                         "reader"};

CompilerGround ground(std::string name, std::string_view scenario, std::string_view model,
                      std::string_view settings, std::string why,
                      std::vector<std::string_view> sites = {}) {
  // The reader makes single accesses if C and D are fences.
  return {std::move(name),
          Check(find_scenario(scenario), find_model(model)).with("C=rmb D=mb").with(settings),
          std::move(why), std::move(sites)};
}

Protection protection(const PerfSite& site, std::string_view kernel,
                      const std::vector<PerfSite>& others, bool mark = false) {
  Protection result{&site_of(site), kernel, {}, mark};
  for (const PerfSite other : others) result.others.push_back(&site_of(other));
  return result;
}

}  // namespace

Check barrier_check(bool marked) {
  const Check check = Check(find_scenario("perf-ring")).with("records=2 payload=2 words=4 polls=1");
  return marked ? check.with("data=marked") : check;
}

std::vector<Protection> protections() {
  std::vector<Protection> all = {
      protection(site::kNestBeforeHead,
                 "perf_output_put_handle: barrier(), nest count set -> write position load",
                 {site::kNestLook, site::kNestAgain, site::kHeadLoad}),
      protection(site::kPublishBeforeUnnest,
                 "perf_output_put_handle: barrier(), head store -> nest count cleared",
                 {site::kHeadStore, site::kNestClear}),
      protection(site::kUnnestBeforeRecheck,
                 "perf_output_put_handle: barrier(), nest count cleared -> write position load",
                 {site::kNestClear, site::kHeadRecheck}),
      protection(site::kB, "perf_output_put_handle: smp_wmb(), as a barrier()",
                 {site::kNestBeforeHead}),
      protection(site::kC, "ring_buffer_read_head: smp_rmb(), as a barrier()", {site::kReaderHead}),
      protection(site::kD, "ring_buffer_write_tail: smp_mb(), as a barrier()",
                 {site::kReaderTail})};
  for (const PerfSite& site : site::kRingSites) {
    if (site.kernel != Strength::once) continue;
    std::vector<PerfSite> others = {site::kNestBeforeHead, site::kPublishBeforeUnnest,
                                    site::kUnnestBeforeRecheck};
    if (site == site::kReaderHead) others = {site::kC};
    if (site == site::kReaderTail) others = {site::kD};
    all.push_back(protection(site, site.between, others, true));
  }
  return all;
}

std::vector<CompilerGround> compiler_grounds() {
  return {
      ground("nested writers", "perf-ring-levels", "sc",
             "levels=1 interrupts=2 payload=0 interrupt-payload=0 polls=0 compiler=1",
             "two interrupts write"),
      ground("nested, full", "perf-ring-nested", "sc",
             "records=2 payload=0 interrupt-payload=0 words=4 polls=1 compiler=1",
             "records are read, and some find no space"),
      ground("reader", "perf-ring", "sc", "records=2 payload=2 words=4 polls=1 compiler=1",
             "the second record wraps onto the first"),
      ground(
          "past 4 GiB, nested", "perf-ring-levels", "sc",
          "levels=1 interrupts=1 payload=0 interrupt-payload=0 polls=0 start=4294967280 compiler=1",
          "positions pass the half of a word, and tearing shows"),
      ground("past 4 GiB, reader", "perf-ring", "sc",
             "records=2 payload=1 words=4 polls=2 start=4294967288 compiler=1",
             "the same, with records that are read"),
      ground("waiting", "perf-wakeup-nested", "sc", "stamp=before-nest compiler=1",
             "an NMI owes a wakeup; with F-09 repaired, which would hide the rest",
             {"nest_raise", "stamp_sample", "stamp_compare", "stamp_check", "poll_flag"}),
      ground("lkmm", "perf-ring", "lkmm", "records=2 payload=2 words=4 polls=1 data=marked",
             "what the Linux-kernel model says of a plain access; nothing is compiled"),
  };
}

std::span<const std::string_view> grounds_on_machines() {
  return kOnMachines;
}

}  // namespace ringcheck
