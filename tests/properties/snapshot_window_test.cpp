// What perf takes of an AUX area, against a producer that knows every byte: drains are exact, and
// snapshots are where the driver's finder is; where it is not, the shortest history that shows it.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <functional>
#include <memory>
#include <numeric>
#include <vector>

#include "protocol/aux/arm_snapshot.hpp"
#include "protocol/aux/auxtrace_read.hpp"
#include "protocol/aux/intel_pt_snapshot.hpp"
#include "protocol/sequential_cpu.hpp"

namespace ringcheck {
namespace {

using Machine = SequentialCpu<>;
using History = std::vector<std::uint64_t>;  ///< bytes produced before each snapshot

/// Byte `position` of the stream. Never 0, as the bytes are that were never written.
std::uint64_t byte_at(std::uint64_t position) {
  return 1 + (position * 0x9E37'79B9'7F4A'7C15 >> 56U) % 255;
}

/// A trace unit with its area, and a reader.
struct Area {
  Area(std::uint64_t len, std::uint64_t mask, bool running) : running_head(running) {
    mm.data = {2, len, 1};
    mm.mask = mask;
    mm.user_head = 0;
    mm.user_tail = 1;
    memory.resize(2 + len);
  }
  void produce(std::uint64_t bytes) {
    for (std::uint64_t i = 0; i < bytes; ++i, ++position)
      memory[2 + position % mm.len()] = byte_at(position);
    memory[mm.user_head] = running_head ? position : position % mm.len();
  }
  /// The bytes that one read hands over.
  template <class Find>
  std::vector<std::uint64_t> read(bool snapshot, Find&& find) {
    std::vector<std::uint64_t> taken;
    Machine cpu(memory);
    const auto hand_over = [&](Machine&, const AuxtraceWindow<Machine>& window) {
      offset = window.offset;
      for (const AuxPiece<Machine>* piece : {&window.first, &window.second})
        for (std::uint64_t i = 0; i < piece->length; ++i)
          taken.push_back(memory[2 + piece->at + i]);
      return false;
    };
    AuxtraceReadOptions options;
    options.snapshot = snapshot;
    options.snapshot_size = mm.len();
    auxtrace_mmap_read(cpu, mm, options, previous, find, hand_over, [](Machine&) { return false; });
    return taken;
  }
  /// The newest `bytes` bytes.
  [[nodiscard]] std::vector<std::uint64_t> newest(std::uint64_t bytes) const {
    std::vector<std::uint64_t> wanted;
    for (std::uint64_t i = bytes; i > 0; --i) wanted.push_back(byte_at(position - i));
    return wanted;
  }

  AuxtraceMmap mm;
  bool running_head;
  std::vector<std::uint64_t> memory;
  std::uint64_t position = 0;
  std::uint64_t previous = 0;
  std::uint64_t offset = 0;  ///< of the last window
};

using Find = std::function<bool(Machine&, const AuxtraceMmap&, std::uint64_t&, std::uint64_t&)>;

/// How a driver's snapshots are found; `make` gives a finder that knows nothing yet.
struct Driver {
  const char* name;
  bool running_head;
  std::function<Find()> make;
};

/// Snapshots behind each entry of `history`; bytes that the last one takes, and whether they are
/// the newest of what was produced since the one before: as many as there are, at most the area.
struct LastSnapshot {
  std::uint64_t taken = 0;
  bool exact = true;
};
LastSnapshot run(const Driver& driver, std::uint64_t len, const History& history) {
  Area area(len, (len & (len - 1)) == 0 ? len - 1 : 0, driver.running_head);
  const Find find = driver.make();
  LastSnapshot last;
  for (const std::uint64_t bytes : history) {
    area.produce(bytes);
    const auto taken = area.read(true, [&](Machine& cpu, std::uint64_t& head, std::uint64_t& old) {
      return find(cpu, area.mm, head, old);
    });
    last = {taken.size(), taken == area.newest(std::min(bytes, len))};
  }
  return last;
}

/// The first history that shows an inexact snapshot: fewest snapshots, then fewest bytes. Empty if
/// there is none of at most `snapshots` snapshots, each after a multiple of `step` bytes of at most
/// the area and one step.
History shortest_inexact(const Driver& driver, std::uint64_t len, std::uint64_t step,
                         std::size_t snapshots) {
  for (std::size_t n = 1; n <= snapshots; ++n) {
    History best;
    History history(n, 0);
    for (;;) {
      const auto sum = [](const History& h) {
        return std::accumulate(h.begin(), h.end(), std::uint64_t{0});
      };
      if ((best.empty() || sum(history) < sum(best)) && !run(driver, len, history).exact)
        best = history;
      std::size_t i = 0;
      while (i < n && history[i] == len + step) history[i++] = 0;
      if (i == n) break;
      history[i] += step;
    }
    if (!best.empty()) return best;
  }
  return {};
}

/// A driver whose finder is `find(cpu, state, mm, head, old)`, and starts with `state`.
template <class State, class Function>
Driver driver_of(const char* name, bool running_head, State state, Function find) {
  return {name, running_head, [state, find] {
            auto own = std::make_shared<State>(state);
            return Find([own, find](Machine& cpu, const AuxtraceMmap& mm, std::uint64_t& head,
                                    std::uint64_t& old) {
              find(cpu, *own, mm, head, old);
              return false;
            });
          }};
}

Driver intel_pt() {
  return driver_of("intel_pt", false, IntelPtSnapshots<Machine>{}, intel_pt_find_snapshot<Machine>);
}

/// With a copy of 16 bytes: what large snapshots have, at a small size.
Driver intel_pt_with_copy() {
  IntelPtSnapshots<Machine> state;
  state.initialised = true;
  state.reference_bytes = 16;
  return driver_of("intel_pt with a copy", false, state, intel_pt_find_snapshot<Machine>);
}

Driver intel_bts() {
  return driver_of("intel_bts", false, IntelBtsSnapshots{}, intel_bts_find_snapshot<Machine>);
}

Driver arm_spe() {
  return driver_of("arm_spe", false, ArmSnapshots{}, arm_spe_find_snapshot<Machine>);
}

Driver cs_etm_until_2021() {
  return driver_of("cs_etm until 2021", true, ArmSnapshots{}, cs_etm_find_snapshot<Machine>);
}

/// CoreSight as it is: the head runs, and there is no finder.
Driver cs_etm() {
  return {"cs_etm", true,
          [] { return Find([](Machine&, const AuxtraceMmap&, auto&, auto&) { return false; }); }};
}

/// The shortest history under which a driver's snapshot is inexact, and what the last one takes.
struct SnapshotRow {
  std::function<Driver()> driver;
  std::uint64_t len, step;
  History history;
  std::uint64_t taken;
};

// docs/findings.md V-07 (the first two rows) to V-10; CoreSight's finder until 2021 is no longer
// there.
TEST(SnapshotWindow, IsInexactFirstWhereTheTableSays) {
  const std::array rows = {
      SnapshotRow{intel_pt, 64, 8, {8}, 64},
      SnapshotRow{intel_bts, 64, 8, {8}, 64},
      SnapshotRow{intel_pt_with_copy, 64, 8, {56}, 64},
      SnapshotRow{arm_spe, 1024, 128, {1024, 0}, 1024},
      SnapshotRow{cs_etm_until_2021, 1024, 128, {1024, 0}, 1024},
      SnapshotRow{cs_etm, 1024, 128, {1152}, 128},
  };
  for (const SnapshotRow& row : rows) {
    const Driver driver = row.driver();
    EXPECT_EQ(shortest_inexact(driver, row.len, row.step, 2), row.history) << driver.name;
    EXPECT_EQ(run(driver, row.len, row.history).taken, row.taken) << driver.name;
  }
}

// CoreSight's running head is exact as long as less than a lap lies between two snapshots.
RC_GTEST_PROP(SnapshotWindow, OfCoreSightIsExactWithinALap, ()) {
  const std::uint64_t len = *rc::gen::inRange<std::uint64_t>(1, 300);
  const auto history = *rc::gen::container<History>(rc::gen::inRange<std::uint64_t>(0, len + 1));
  if (!history.empty()) RC_ASSERT(run(cs_etm(), len, history).exact);
}

// The copy is compared with the end of the buffer whatever it is a copy of, so every snapshot but
// the first takes the whole buffer; unless the first ended at the end.
TEST(SnapshotWindow, OfIntelPtWithACopyIsTheWholeBufferFromTheSecondOn) {
  for (const std::uint64_t first : {8U, 16U, 24U, 32U, 40U, 48U, 56U, 72U})
    for (std::uint64_t second = 8; second <= 72; second += 8)
      EXPECT_EQ(run(intel_pt_with_copy(), 64, {first, second}).taken, 64U)
          << first << ", " << second;
}

// A drain hands over the stream: every byte once, in order, from the offset where the last ended.
RC_GTEST_PROP(AuxDrain, IsTheStreamInOrder, ()) {
  const bool power = *rc::gen::arbitrary<bool>();
  const std::uint64_t len = power ? std::uint64_t{1} << *rc::gen::inRange(0, 9)
                                  : *rc::gen::inRange<std::uint64_t>(1, 300);
  const auto steps = *rc::gen::container<History>(rc::gen::inRange<std::uint64_t>(0, len + 1));
  Area area(len, power ? len - 1 : 0, true);
  // Start near the end of the range of positions: 2^64, or the last multiple of len below it.
  const std::uint64_t past = power ? 0 : (0 - len) % len;
  area.position = 0 - past - *rc::gen::inRange<std::uint64_t>(1, 2 * len + 1);
  area.previous = area.position;
  for (const std::uint64_t bytes : steps) {
    const std::uint64_t from = area.position;
    for (std::uint64_t i = 0; i < bytes; ++i) {
      area.memory[2 + area.position % len] = byte_at(area.position);
      ++area.position;
      if (area.position == 0 - past) area.position = 0;
    }
    area.memory[0] = area.position;
    const auto taken = area.read(false, [](Machine&, auto&, auto&) { return false; });
    RC_ASSERT(taken.size() == bytes);
    std::uint64_t at = from;
    for (const std::uint64_t byte : taken) {
      RC_ASSERT(byte == byte_at(at));
      ++at;
      if (at == 0 - past) at = 0;
    }
    if (bytes != 0) RC_ASSERT(area.offset == from);
    RC_ASSERT(area.memory[1] == (bytes == 0 ? area.memory[1] : area.position));
  }
}

}  // namespace
}  // namespace ringcheck
