#pragma once
// PtBench: an Intel PT unit on plain memory. The unit itself is a device that writes by its tables,
// stops and interrupts.

#include "properties/aux/aux_bench.hpp"
#include "protocol/pt/pt_pmu.hpp"

namespace ringcheck {

/// Orders of regions that make 4 pages. Each region lies at a multiple of its size, as the driver
/// takes for granted (docs/findings.md V-12).
inline const std::vector<std::vector<std::uint64_t>>& pt_layouts() {
  static const std::vector<std::vector<std::uint64_t>> kOrders = {
      {0, 0, 0, 0}, {1, 1}, {1, 0, 0}, {0, 0, 1}, {2}};
  return kOrders;
}

/// Listens to protocol code, and keeps what that fills: offset and length.
struct HearPadding {
  GatherAuxSaid gather;
  std::vector<std::pair<std::uint64_t, std::uint64_t>>* padding;
  void operator()(std::uint32_t kind, std::uint64_t a, std::uint64_t b, std::uint64_t c,
                  std::uint64_t d) const {
    gather(kind, a, b, c, d);
    if (kind == said::Padded<>::kKind && b != 0) padding->emplace_back(a, b);
  }
};

/// What a PtBench is made of.
struct PtBenchSetup {
  std::uint64_t origin = 0;
  std::uint64_t layout = 0;  ///< index in pt_layouts()
  bool multiple_entries = true;
  bool snapshot = false;
  std::uint64_t watermark_pages = 2;
  std::uint64_t unit = kPtPageBytes;  ///< bytes of trace in a word of memory
};

/// A PT unit, its driver's state, and what the device wrote.
struct PtBench {
  PtBench(const PtBenchSetup& setup, DefectSet defects) : bench(machine_setup(setup), defects) {
    AuxMachine& m = bench.m;
    pt.at = PtCells::at(m.driver);
    pt.aux = m.aux;
    pt.handle = m.handle;
    pt.topa = make_topa(pt_layouts()[setup.layout], setup.multiple_entries);
    m.word(pt.at.regions) = kGuard;
    ++pt.at.regions;
    m.word(pt.at.stop_pos) = m.word(pt.at.intr_pos) = kNoPage;
    for (std::size_t region = 0; region < pt.topa.orders.size(); ++region) {
      m.word(pt.entry(region)) = address_bits(region);
      if (!setup.snapshot && !setup.multiple_entries) m.word(pt.entry(region)) |= kPtStop | kPtInt;
    }
  }
  /// The word before the regions' entries, which is not one of them, and the value that it must
  /// keep.
  [[nodiscard]] std::uint64_t guard() { return word(pt.at.regions - 1); }
  static constexpr std::uint64_t kGuard = kPtStop | kPtInt;
  /// What an entry has besides the markers: where its region lies.
  static constexpr std::uint64_t address_bits(std::size_t region) {
    return (region + 1) * kPtPageBytes;
  }
  static AuxMachineSetup machine_setup(const PtBenchSetup& setup) {
    AuxMachineSetup s = bench_setup(4 * kPtPageBytes, setup.origin);
    s.aux_unit = setup.unit;
    s.overwrite = setup.snapshot;
    s.watermark = setup.snapshot ? 0 : setup.watermark_pages * kPtPageBytes;
    s.wakeup = setup.snapshot ? setup.origin : setup.origin - setup.origin % s.watermark;
    s.driver_words = PtCells::kCount + 1 + pt_layouts()[setup.layout].size();
    return s;
  }
  std::uint64_t& word(std::uint64_t address) { return bench.word(address); }
  [[nodiscard]] bool enabled() {
    return word(pt.at.ctl) != 0 && word(pt.at.vmx_on) == 0 &&
           (word(pt.at.status) & kPtStopped) == 0;
  }

  /// The device writes up to `bytes` bytes: less when it stops.
  void write(std::uint64_t bytes) {
    while (bytes > 0 && enabled()) {
      auto cpu = bench.cpu();
      const std::uint64_t region =
          topa_region<AuxBench::Cpu>(cpu, pt.topa, {word(pt.at.base), word(pt.at.mask)});
      const std::uint64_t size = pt.topa.region_bytes(region);
      const std::uint64_t piece = std::min(bytes, size - word(pt.at.offset));
      word(pt.at.offset) += piece;
      bytes -= piece;
      written += piece;
      if (word(pt.at.offset) < size) return;
      const std::uint64_t bits = word(pt.entry(region));
      interrupts = interrupts || (bits & kPtInt) != 0;
      if ((bits & kPtStop) != 0) {
        word(pt.at.status) |= kPtStopped;
        return;
      }
      const std::uint64_t next = region + 1 == pt.topa.orders.size() ? 0 : region + 1;
      const auto place = topa_place<AuxBench::Cpu>(pt.topa, next);
      word(pt.at.base) = place.table;
      word(pt.at.mask) = place.index;
      word(pt.at.offset) = 0;
    }
  }

  AuxBench bench;
  PtUnit pt;
  std::uint64_t written = 0;  ///< by the device, since somebody set this to 0 (bytes)
  bool interrupts = false;    ///< the device has asked for its interrupt
};

}  // namespace ringcheck
