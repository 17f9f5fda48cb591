// What both sides of an AUX area share: sizes, addresses and names.
// Tested by `make kernel`.
#include "kernel/calls/aux_area.hpp"

#include <fmt/format.h>

#include "kernel/calls/call_program.hpp"

namespace ringcheck {

void suit_version(AuxAreaSetup& setup, const NativeObject& object) {
  if (object.says("PERF_PMU_CAP_AUX_PREFER_LARGE")) setup.pieces = AuxPieces::as_the_pmu_asks;
  if (object.says("MAX_PAGE_ORDER")) setup.max_order = kMaxOrder - 1;
}

AuxSetup alloc_of(const AuxAreaSetup& setup, std::vector<std::uint64_t>& orders) {
  AuxRequest request;
  request.page_size = setup.page_bytes;
  request.nr_pages = setup.aux_pages;
  request.watermark = setup.watermark;
  request.writable = !setup.overwrite;
  request.no_sg = setup.no_sg;
  request.prefers_large = setup.prefers_large;
  request.pieces = setup.pieces;
  request.max_order = setup.max_order;
  return rb_alloc_aux(
      request,
      [&](int order) { return setup.has_piece(static_cast<std::uint64_t>(order), orders.size()); },
      [&](int order) { orders.push_back(static_cast<std::uint64_t>(order)); });
}

AuxAreaWords::AuxAreaWords(const AuxAreaSetup& setup)
    : driver_words(setup.driver_words),
      aux_bytes(setup.aux_pages * setup.page_bytes),
      data_words(setup.data_pages * setup.page_bytes / kWordBytes) {
  ring = PerfBufferCells::at(0);
  count = PerfBufferCells::count(data_words);
  aux = AuxBufferCells::at(count);
  count += AuxBufferCells::kCount;
  for (std::uint64_t i = 0; i < setup.handles; ++i) {
    handles.push_back(AuxHandle::at(count));
    count += AuxHandle::kCount;
  }
  for (PerfEventCells& event : events) {
    event = PerfEventCells::at(count);
    count += PerfEventCells::kCount;
  }
  driver = count;
  count += driver_words;
  area = count;
  count += aux_bytes / setup.trace_unit;
  traced_driver_words.assign(driver_words, false);
}

std::string AuxAreaWords::name(std::uint64_t word) const {
  const auto within = [&](std::uint64_t first, std::uint64_t size) {
    return word >= first && word < first + size;
  };
  if (word < PerfBufferCells::count(data_words)) return PerfBufferCells::name(word);
  if (within(aux.aux_head, AuxBufferCells::kCount))
    return std::string(AuxBufferCells::kNames[word - aux.aux_head]);
  for (std::size_t i = 0; i < handles.size(); ++i)
    if (within(handles[i].event, AuxHandle::kCount))
      return fmt::format("handle {}.{}", i, AuxHandle::kNames[word - handles[i].event]);
  for (std::size_t i = 0; i < events.size(); ++i)
    if (within(events[i].pending_disable, PerfEventCells::kCount))
      return fmt::format("event {}.{}", i,
                         PerfEventCells::kNames[word - events[i].pending_disable]);
  if (word < area)
    return word - driver < driver_names.size() ? driver_names[word - driver]
                                               : fmt::format("driver's word {}", word - driver);
  return fmt::format("unit of trace {}", word - area);
}

bool AuxAreaWords::traced(std::uint64_t word) const {
  if (word < ring.data) return true;
  if (word < aux.aux_head || word >= area) return false;
  if (word >= driver) return traced_driver_words[word - driver];
  if (word == aux.aux_head || word == aux.aux_wakeup) return false;
  return word < handles.front().event || word >= events.front().pending_disable;
}

std::vector<NumberShape> aux_setup_shapes(std::uint64_t page_bytes, LongWidth width) {
  const std::uint64_t type = kSampleTid | kSampleTime | kSampleId | kSampleStreamId | kSampleCpu;
  return {
      {"aux_pages", one_of({1, 2, 4})},
      {"watermark", one_of({0, 0, page_bytes, 24, 1})},
      {"overwrite", one_of({0, 0, 1})},
      {"aux_head", position(1, 4 * page_bytes, width)},
      {"behind_tail", one_of({0, 0, page_bytes, 7})},
      {"data_pages", one_of({4, 4, 8, 1, 0})},
      {"data_watermark", one_of({0, 64, 1024})},
      {"sample_type", one_of({0, type, type | kSampleIdentifier})},
      {"sample_id_all", one_of({0, 1})},
      {"lost", one_of({0, 0, 2})},
  };
}

AuxAreaSetup aux_setup_of(const Numbers& setup, std::uint64_t page_bytes) {
  AuxAreaSetup made;
  made.page_bytes = page_bytes;
  made.aux_pages = setup.at(0);
  made.watermark = static_cast<std::int64_t>(setup.at(1));
  made.overwrite = setup.at(2) != 0;
  made.head = setup.at(3);
  made.behind_tail = setup.at(4);
  made.data_pages = setup.at(5);
  made.data_watermark = static_cast<std::int64_t>(setup.at(6));
  made.sample_type = setup.at(7);
  made.sample_id_all = setup.at(8) != 0;
  made.lost = setup.at(9);
  return made;
}

}  // namespace ringcheck
