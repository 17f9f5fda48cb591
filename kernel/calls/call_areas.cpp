// The areas whose calls are held.
// Tested by tests/cli/kernel_command_test.cpp and `make kernel`.
#include <fmt/format.h>

#include <array>

#include "kernel/calls/alloc_calls.hpp"
#include "kernel/calls/aux_calls.hpp"
#include "kernel/calls/auxtrace_calls.hpp"
#include "kernel/calls/bts_calls.hpp"
#include "kernel/calls/call_area.hpp"
#include "kernel/calls/etf_calls.hpp"
#include "kernel/calls/etr_calls.hpp"
#include "kernel/calls/filter_calls.hpp"
#include "kernel/calls/finder_calls.hpp"
#include "kernel/calls/lifetime_calls.hpp"
#include "kernel/calls/mapping_calls.hpp"
#include "kernel/calls/open_calls.hpp"
#include "kernel/calls/pt_calls.hpp"
#include "kernel/calls/reader_calls.hpp"
#include "kernel/calls/ring_calls.hpp"
#include "kernel/calls/sample_calls.hpp"
#include "kernel/calls/spe_calls.hpp"
#include "kernel/calls/trbe_calls.hpp"
#include "kernel/native/native_machine.hpp"
#include "kernel/tree/driver_units.hpp"
#include "kernel/tree/events_unit.hpp"
#include "kernel/tree/filters_unit.hpp"
#include "kernel/tree/libperf_unit.hpp"
#include "kernel/tree/open_unit.hpp"
#include "kernel/tree/perf_tool_unit.hpp"
#include "kernel/tree/sample_unit.hpp"

namespace ringcheck {

CallReport hold_area(const CallArea& area, const KernelTree& tree, std::uint64_t seed,
                     std::uint64_t programs) {
  const NativeObject object(tree, area.unit(), area.options);
  CallReport report;
  try {
    report = area.hold(object, seed, programs);
  } catch (const NativeFailure& failure) {
    report.difference = fmt::format("set-up: the kernel's text alone: {}", failure.what());
  }
  report.area = area.name;
  report.version = object.version();
  report.long_bits = area.options.long_32 ? 32 : 64;
  return report;
}

std::span<const CallArea> all_call_areas() {
  static const std::array kAreas = {
      CallArea{"ring",
               "records written with interrupts at any access, pause, poll, any tail",
               events_unit,
               {6},
               hold_ring_calls},
      CallArea{"aux",
               "AUX transactions on two handles, their records, any tail and position",
               events_unit,
               {6},
               hold_aux_calls},
      CallArea{"ring-32",
               "the same on a 32-bit kernel, around 2 GiB and 4 GiB",
               events_unit,
               {6, true},
               hold_ring_calls},
      CallArea{"aux-32",
               "the same on a 32-bit kernel, around 2 GiB and 4 GiB",
               events_unit,
               {6, true},
               hold_aux_calls},
      CallArea{"alloc",
               "data rings and AUX areas of any size, where pages are scarce",
               events_unit,
               {6},
               hold_alloc_calls},
      CallArea{"alloc-32", "the same on a 32-bit kernel", events_unit, {6, true}, hold_alloc_calls},
      CallArea{"mapping",
               "mmap, munmap and faults of one event's buffer and AUX area",
               events_unit,
               {10},
               hold_mapping_calls},
      CallArea{
          "mapping-32", "the same on a 32-bit kernel", events_unit, {10, true}, hold_mapping_calls},
      CallArea{"lifetime",
               "mmap, munmap, set_output, references and wakeups of three events",
               events_unit,
               {6},
               hold_lifetime_calls},
      CallArea{"ring-vmalloc",
               "the same as ring, where data rings come from vmalloc",
               events_unit,
               {6, false, true},
               hold_ring_calls},
      CallArea{"mapping-vmalloc",
               "the same as mapping, where data rings come from vmalloc",
               events_unit,
               {10, false, true},
               hold_mapping_calls},
      CallArea{"sample",
               "samples with all their fields, and samples within samples",
               sample_unit,
               {6},
               hold_sample_calls},
      CallArea{"libperf",
               "libperf's reader of what writers leave in a data ring",
               reader_unit,
               {12},
               hold_reader_calls},
      CallArea{"auxtrace",
               "perf's reader of AUX areas: drains and snapshots, of a 32-bit perf too",
               auxtrace_unit,
               {12},
               hold_auxtrace_calls},
      CallArea{"finders",
               "how perf's parts for Intel PT, Intel BTS, Arm SPE and CoreSight find snapshots",
               finders_unit,
               {12},
               hold_finder_calls},
      CallArea{
          "finders-32", "the same of a 32-bit perf", finders_unit, {12, true}, hold_finder_calls},
      CallArea{"filters",
               "address filters of an event and of those that threads inherit, as files are mapped",
               filters_unit,
               {12},
               hold_filter_calls},
      CallArea{"open",
               "opening, inheriting and closing events of Intel PT, Intel BTS, Arm SPE and ETMs",
               open_unit,
               {12},
               hold_open_calls},
      CallArea{"pt",
               "Intel PT: the driver's callbacks, interrupts, samples and VMX, with the unit",
               pt_unit,
               {12},
               hold_pt_calls},
      CallArea{"bts",
               "Intel BTS: the driver's callbacks and performance interrupts, with the unit",
               bts_unit,
               {12},
               hold_bts_calls},
      CallArea{"spe",
               "Arm SPE: the driver's callbacks, its interrupt and perf's work, with the unit",
               spe_unit,
               {6},
               hold_spe_calls},
      CallArea{
          "trbe",
          "Arm TRBE: the callbacks of its tracer's driver, its interrupt and perf's work, with "
          "the unit",
          trbe_unit,
          {12},
          hold_trbe_calls},
      CallArea{"etr",
               "CoreSight TMC-ETR: the callbacks of its tracer's driver, memory in one run or "
               "scattered, with the sink",
               etr_unit,
               {12},
               hold_etr_calls},
      CallArea{"etf",
               "CoreSight TMC-ETF: the callbacks of its tracer's driver, with the sink, whose "
               "memory is read word by word, and its other users",
               etf_unit,
               {6},
               hold_etf_calls},
      CallArea{"etb", "CoreSight ETB10: the same", etb_unit, {6}, hold_etb_calls},
  };
  return kAreas;
}

}  // namespace ringcheck
