// I-113: a user is charged for no more than a user may lock, an address space for no more than it
// may, and all that is mapped is charged to the user or, where that limit is reached, to an address
// space. What is refused would be above both limits. Judged when nothing runs any more. Machines
// judge what munmap gives back (locked_pages.cpp). Source: kernel/events/core.c perf_mmap. Tested
// by tests/properties/lifetime/mmap_charged_test.cpp.
#include <string>

#include "properties/core/last_word.hpp"
#include "properties/lifetime/invariants.hpp"

namespace ringcheck {
namespace {

std::optional<Violation> violated(const PerfView& view) {
  const std::uint64_t of_user = last_word(view, "user.perf_mlock");
  const std::uint64_t limit = last_word(view, "user.lock_limit");
  if (of_user > limit)
    return Violation{"a user is charged {0} pages, and may lock {1}", {of_user, limit}};
  std::uint64_t mapped = 0, pinned = 0, refused = 0;
  const std::uint64_t allowed = last_word(view, "allowed"), wanted = last_word(view, "wanted");
  for (const char* const process : {"1.", "2."}) {
    const std::uint64_t its = last_word(view, std::string(process) + "mapped");
    const std::uint64_t its_pinned = last_word(view, std::string(process) + "pinned_vm");
    mapped += its;
    pinned += its_pinned;
    if (its_pinned > allowed)
      return Violation{"an address space is charged {0} pages, and may lock {1}",
                       {its_pinned, allowed}};
    if (its != wanted && its_pinned != allowed)
      return Violation{"of {0} pages {1} are mapped, and {2} are pinned",
                       {wanted, its, its_pinned}};
    if (its != wanted) ++refused;
  }
  if (mapped != of_user + pinned)
    return Violation{"{0} pages are mapped, and {1} are charged", {mapped, of_user + pinned}};
  if (pinned + refused != 0 && of_user != limit)
    return Violation{"a user is charged {0} pages of {1}, and others are pinned or refused",
                     {of_user, limit}};
  return std::nullopt;
}

bool seen(const PerfView& view) {
  return view.ring.lifetime_steps > 0;
}

}  // namespace

constinit const Property kChargedPages = property<violated, seen>(
    "I-113", "Charged: users lock no more than their limit, and no less; what is mapped is charged",
    "a user's limit is reached: a page is charged to an address space, or refused");

}  // namespace ringcheck
