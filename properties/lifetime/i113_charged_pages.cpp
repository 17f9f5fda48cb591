// I-113: a user is charged for no more than a user may lock, and all that is mapped is charged to
// the user or to an address space. Judged when nothing runs any more. Machines judge what munmap
// gives back (locked_pages.cpp). Source: kernel/events/core.c perf_mmap. Tested by
// tests/properties/lifetime/mmap_charged_test.cpp.
#include "properties/core/last_word.hpp"
#include "properties/lifetime/invariants.hpp"

namespace ringcheck {
namespace {

std::optional<Violation> violated(const PerfView& view) {
  const std::uint64_t of_user = last_word(view, "user.perf_mlock");
  const std::uint64_t limit = last_word(view, "user.lock_limit");
  if (of_user > limit)
    return Violation{"a user is charged {0} pages, and may lock {1}", {of_user, limit}};
  const std::uint64_t mapped = last_word(view, "1.mapped") + last_word(view, "2.mapped");
  const std::uint64_t charged =
      of_user + last_word(view, "1.pinned_vm") + last_word(view, "2.pinned_vm");
  if (mapped != charged)
    return Violation{"{0} pages are mapped, and {1} are charged", {mapped, charged}};
  return std::nullopt;
}

bool seen(const PerfView& view) {
  return view.ring.lifetime_steps > 0;
}

}  // namespace

constinit const Property kChargedPages = property<violated, seen>(
    "I-113", "Charged: users lock no more than their limit, and what is mapped is charged",
    "a user's limit is reached: a page is charged to an address space, or refused");

}  // namespace ringcheck
