// etr_sync: one copy from the bounce buffer of a TMC-ETR to the AUX area.
// Tested by tests/properties/aux/conform_aux_test.cpp.
#include <algorithm>

#include "properties/aux/conform_machine.hpp"
#include "properties/core/conform_set.hpp"
#include "properties/core/expect.hpp"
#include "properties/core/hex.hpp"
#include "protocol/tmc/etr_update.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kDeviceBase = std::uint64_t{1} << 40U;  ///< base of device addresses
constexpr std::uint64_t kMostPages = 1U << 12U;
constexpr std::uint64_t kUntouched = 0xa5;

/// An ETR, its buffer and an open transaction, as a row gives them. Devices are coherent here: the
/// recorded functions ran on memory of one kind.
struct EtrMachine {
  explicit EtrMachine(Fields& fields);

  std::vector<std::uint64_t> daddrs;
  EtrBuf buf;
  std::uint64_t memwidth = 0;
  std::uint64_t page_size = 0;
  std::unique_ptr<AuxMachine> machine;
};

EtrMode mode_of(Fields& fields) {
  const std::string mode = fields.text("mode");
  if (mode != "flat" && mode != "sg")
    throw RowError(fields.place("mode") + ": saw \"" + mode + "\", expected flat or sg");
  return mode == "flat" ? EtrMode::flat : EtrMode::sg;
}

EtrMachine::EtrMachine(Fields& fields) {
  page_size = power_of_two(fields, "ps", 1U << 20U);
  buf.mode = mode_of(fields);
  const std::uint64_t size = fields.number("size", 1U << 20U);
  if (size == 0 || size % page_size != 0)
    throw RowError(fields.place("size") + ": expected whole pages");
  AuxMachineSetup setup;
  setup.aux_size = fields.number("aux_pages", kMostPages) * page_size;
  if (setup.aux_size == 0) throw RowError(fields.place("aux_pages") + ": saw 0, expected a page");
  setup.overwrite = fields.flag("snap");
  setup.watermark = setup.aux_size;
  setup.events.resize(1);
  setup.driver_words = EtrCells::kCount + size;
  machine = std::make_unique<AuxMachine>(setup);
  AuxMachine& m = *machine;

  buf.at = EtrCells::at(m.driver);
  buf.data.memory = {m.driver + EtrCells::kCount, size, 1};
  buf.data.view = buf.data.memory;
  buf.hwaddr = kDeviceBase;
  buf.page_size = page_size;
  if (buf.mode == EtrMode::sg)
    for (const Json& address : array_of(fields.array("daddr"), "daddr", size / page_size))
      daddrs.push_back(kDeviceBase + wrapping_of(address, "daddr"));
  buf.daddrs = daddrs;
  memwidth = fields.number("mw");

  const std::uint64_t seed = fields.number("seed");
  for (std::uint64_t i = 0; i < size; ++i) m.word(buf.data.memory.base + i) = pattern_byte(i, seed);
  for (std::uint64_t i = 0; i < m.aux.size(); ++i) m.word(m.aux.area.base + i) = kUntouched;
  m.word(buf.at.rrp) = kDeviceBase + fields.wrapping("rrp");
  m.word(buf.at.rwp) = kDeviceBase + fields.wrapping("rwp");
  m.word(buf.at.status) =
      (fields.flag("full") ? kEtrFull : 0) | (fields.flag("memerr") ? kEtrMemoryError : 0);
  if (buf.mode == EtrMode::flat && (m.word(buf.at.status) & kEtrFull) == 0 &&
      m.word(buf.at.rwp) < m.word(buf.at.rrp))
    throw RowError(fields.place("rwp") + ": expected no less than \"rrp\" in a buffer not full");
  m.word(buf.at.refcnt) = fields.number("refcnt");
  m.word(buf.at.perf_buf) = fields.flag("pbok") ? buf.name : buf.name + 1;
  m.word(buf.at.offset) = fields.wrapping("off0");
  m.word(buf.at.len) = fields.wrapping("len0");
  m.word(buf.at.full) = fields.flag("full0") ? 1 : 0;
  m.word(m.handle.size) = fields.number("hsize");
  m.word(m.handle.head) = fields.wrapping("hhead");
  m.word(m.handle.flags) = fields.number("flags0");
}

/// The AUX area as the row has it: empty if nothing was written.
std::string area_text(const AuxMachine& m) {
  const auto area = std::span(m.memory).subspan(m.aux.area.base, m.aux.size());
  const bool untouched =
      std::ranges::all_of(area, [](std::uint64_t byte) { return byte == kUntouched; });
  return untouched ? std::string() : hex_of(area);
}

std::optional<Difference> check(const Json& row) {
  Fields fields(row, "row");
  fields.number("q");
  EtrMachine etr(fields);
  AuxMachine& m = *etr.machine;
  auto cpu = m.cpu();
  SettledUnit unit;
  const std::uint64_t copied =
      tmc_update_etr_buffer(cpu, unit, etr.buf, etr.memwidth, m.aux, m.handle);

  Expect expect(row);
  expect.same("ret", fields.wrapping("ret"), copied);
  expect.same("off", fields.wrapping("off"), m.word(etr.buf.at.offset));
  expect.same("len", fields.wrapping("len"), m.word(etr.buf.at.len));
  expect.same("efull", fields.number("efull"), m.word(etr.buf.at.full));
  expect.same("head", fields.wrapping("head"), m.word(m.handle.head));
  expect.same("flags", fields.number("flags"), m.word(m.handle.flags));
  expect.same("warn", fields.number("warn"), m.notes.warnings);
  Json synced = Json::array();
  for (const auto& [address, length] : m.notes.synced)
    synced.push_back({static_cast<std::int64_t>(address - kDeviceBase), length});
  expect.same("sync", fields.array("sync"), synced);
  expect.same("barrier", fields.signed_number("barrier"),
              static_cast<std::int64_t>(m.notes.barrier_packet));
  expect.same("aux", fields.text("aux"), area_text(m));
  fields.finish();
  return expect.first();
}

}  // namespace

extern const ConformSet kEtrSyncSet;
const ConformSet kEtrSyncSet = {"etr_sync", "one copy from the bounce buffer of a TMC-ETR", check};

}  // namespace ringcheck
