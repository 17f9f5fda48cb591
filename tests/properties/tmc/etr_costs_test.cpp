// What the ways from an ETR to the AUX area cost, counted on the specification. The table in
// docs/optimisations.md has these numbers.
#include <gtest/gtest.h>

#include <fstream>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include "properties/aux/aux_bench.hpp"
#include "protocol/tmc/etr_direct.hpp"
#include "protocol/tmc/etr_update.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kFrame = 16, kSize = 4096, kPage = 1024, kNothing = 0xa5;

/// What a transaction costs. Units: accesses of the CPU to memory and registers, bytes.
struct Costs {
  std::uint64_t accesses = 0, copied = 0, synced = 0;
};

/// Runs `body(cpu, machine)` between begin and end of a transaction that has the whole area.
template <class Body>
Costs costs_of(std::uint64_t driver_words, bool overwrite, Body&& body) {
  AuxMachineSetup setup = bench_setup(kSize, 0);
  setup.aux_unit = kFrame;
  setup.overwrite = overwrite;
  setup.driver_words = driver_words;
  AuxMachine m(setup);
  for (std::uint64_t i = 0; i < kSize; i += kFrame) m.word(m.aux.area.address(i)) = kNothing;
  Costs costs;
  const auto count = [&] { ++costs.accesses; };
  SequentialCpu<NoteObservations, BeforeEachAccess<decltype(count)>> cpu(
      m.memory, NoteObservations{&m.notes}, BeforeEachAccess<decltype(count)>(count));
  EXPECT_TRUE(perf_aux_output_begin(cpu, m.aux, m.handle, m.events[0]));
  body(cpu, m, costs);
  for (std::uint64_t i = 0; i < kSize; i += kFrame)
    if (m.word(m.aux.area.address(i)) != kNothing) costs.copied += kFrame;
  for (const auto& [address, length] : m.notes.synced) costs.synced += length;
  return costs;
}

/// Through a bounce buffer as large as the area, in `mode`; the ETR wraps around if there is more.
Costs by_bounce(EtrMode mode, std::uint64_t traced, bool overwrite) {
  return costs_of(
      EtrCells::kCount + kSize / kFrame, overwrite, [&](auto& cpu, AuxMachine& m, Costs&) {
        EtrBuf buf;
        buf.at = EtrCells::at(m.driver);
        buf.data.memory = buf.data.view = {m.driver + EtrCells::kCount, kSize, kFrame};
        buf.mode = mode;
        buf.page_size = kPage;
        const std::vector<std::uint64_t> daddrs = {0, kPage, 2 * kPage, 3 * kPage};
        buf.daddrs = daddrs;
        m.word(buf.at.rwp) = traced % kSize;
        m.word(buf.at.rrp) = traced < kSize ? 0 : traced % kSize;
        m.word(buf.at.status) = traced < kSize ? 0 : kEtrFull;
        m.word(buf.at.refcnt) = 1;
        m.word(buf.at.perf_buf) = buf.name;
        SettledUnit unit;
        const std::uint64_t size = tmc_update_etr_buffer(cpu, unit, buf, 4, m.aux, m.handle);
        perf_aux_output_end(cpu, m.aux, m.handle, size);
      });
}

/// With an ETR that writes to the area itself.
Costs directly(std::uint64_t traced, bool overwrite) {
  return costs_of(EtrDirectCells::kCount, overwrite, [&](auto& cpu, AuxMachine& m, Costs&) {
    EtrDirect etr;
    etr.at = EtrDirectCells::at(m.driver);
    etr.data.memory = etr.data.view = m.aux.area;
    etr_direct_program(cpu, etr, m.aux, m.handle);
    m.word(etr.at.write) = traced % kSize;
    m.word(etr.at.full) = traced < m.word(etr.at.limit) ? 0 : 1;
    SettledUnit unit;
    etr_direct_end(cpu, unit, etr, m.aux, m.handle);
  });
}

std::string row(const std::string& way, std::uint64_t traced, const Costs& costs) {
  std::ostringstream text;
  text << "| " << way << " | " << traced << " | " << costs.accesses << " | " << costs.copied
       << " | " << costs.synced << " |";
  return text.str();
}

std::string page() {
  std::ifstream file(std::string(RINGCHECK_SOURCE_DIR) + "/docs/optimisations.md");
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Less than the buffer, and more; with more, the area is one that is overwritten.
TEST(EtrCosts, AreThoseOfThePage) {
  const std::string text = page();
  for (const std::uint64_t traced : {kPage + kPage / 2, kSize + kPage / 2}) {
    const bool overwrite = traced > kSize;
    for (const std::string& expected :
         {row("a flat buffer", traced, by_bounce(EtrMode::flat, traced, overwrite)),
          row("scattered pages", traced, by_bounce(EtrMode::sg, traced, overwrite)),
          row("the area itself", traced, directly(traced, overwrite))})
      EXPECT_NE(text.find(expected), std::string::npos) << expected;
  }
}

TEST(EtrCosts, AreLessWithoutTheCopy) {
  for (const EtrMode mode : {EtrMode::flat, EtrMode::sg}) {
    const Costs bounce = by_bounce(mode, kPage, false), direct = directly(kPage, false);
    EXPECT_EQ(bounce.copied, kPage);
    EXPECT_EQ(direct.copied, 0U);
    // Each frame that is copied is loaded and stored.
    EXPECT_GE(bounce.accesses - direct.accesses, 2 * kPage / kFrame);
    EXPECT_EQ(direct.synced, kPage);
  }
}

}  // namespace
}  // namespace ringcheck
