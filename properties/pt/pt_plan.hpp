#pragma once
// PtPlan: where an Intel PT unit should go on, and at which regions it should stop and interrupt,
// worked out from the pages of its regions alone. Nothing here is shared with the specification.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ringcheck {

/// How a transaction should be programmed. Source: pt_buffer_reset_offsets, pt_buffer_reset_markers
/// in arch/x86/events/intel/pt.c.
struct PtPlan {
  bool fits = false;          ///< the rest of the region in use is in the room
  std::size_t region = 0;     ///< in use
  std::uint64_t offset = 0;   ///< in it (bytes)
  std::size_t stop = 0;       ///< at whose end the unit stops
  std::size_t interrupt = 0;  ///< at whose end it interrupts, besides
};

/// The plan at position `head` with `room` bytes and a wakeup due at position `wakeup`, for regions
/// of 2^order pages.
inline PtPlan pt_plan(const std::vector<std::uint64_t>& orders, std::uint64_t head,
                      std::uint64_t room, std::uint64_t wakeup) {
  constexpr std::uint64_t kPage = 4096;
  std::vector<std::size_t> region_of;  // by page
  std::vector<std::uint64_t> starts;   // by region, in pages
  for (std::size_t region = 0; region < orders.size(); ++region) {
    starts.push_back(region_of.size());
    region_of.resize(region_of.size() + (std::size_t{1} << orders[region]), region);
  }
  const std::uint64_t pages = region_of.size();
  const auto before = [&](std::uint64_t page) {
    return (region_of[page % pages] + orders.size() - 1) % orders.size();
  };
  PtPlan plan;
  plan.region = region_of[head / kPage % pages];
  plan.offset = head % (pages * kPage) - starts[plan.region] * kPage;
  plan.fits = plan.offset + room + 1 >= kPage << orders[plan.region];
  // Whether the byte that is never granted is at the end of a page.
  const std::uint64_t last = (head + room + 1) % kPage == 0 ? 1 : 0;
  const std::uint64_t end = head / kPage + room / kPage + last;
  plan.stop = before(end);
  plan.interrupt = before(end - 1 > wakeup / kPage ? wakeup / kPage : end - 1);
  return plan;
}

}  // namespace ringcheck
