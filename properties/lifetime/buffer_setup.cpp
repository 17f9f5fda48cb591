// buffer-setup: what a data ring and an AUX area get for each size, watermark and supply of memory.
// shared-buffers: which events may share a buffer. page-of-buffer: which page each fault gets.
// aux-page-list, aux-list-left: the list of an AUX area's pages, and what is left of it.
//
// The result is judged by its purpose, not by how it is worked out: pieces cover the area, each is
// the largest that can be had and may be used, and a request is refused only if it could not be
// met. Source: kernel/events/ring_buffer.c ring_buffer_init, rb_alloc_aux, perf_mmap_to_page;
// kernel/events/core.c perf_event_set_output.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <algorithm>
#include <vector>

#include "properties/aux/aux_sequence.hpp"
#include "properties/lifetime/sequences.hpp"
#include "protocol/lifetime/perf_mapping.hpp"
#include "protocol/lifetime/perf_redirect.hpp"
#include "protocol/lifetime/rb_alloc.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kPage = 64;  ///< bytes
constexpr int kMost = 3;             ///< the largest order that is asked for

constexpr std::array<std::string_view, 1> kSetupProperties = {"I-108"};
constexpr std::array kSetup = {
    Dial{"pages", 1, 9},
    Dial{"watermark in halves of a page", 0, 10},
    Dial{"orders that can be had", 0, 15},
    Dial{"overwritten", 0, 1},
    Dial{"one piece or large ones preferred", 0, 2},
    Dial{"kernel", 0, 1},
    Dial{"PMU", 0, 2},
    Dial{"and a byte of watermark", 0, 1},
};

bool can_be_had(std::uint64_t orders, int order) {
  return order >= 0 && order <= kMost && (orders >> static_cast<unsigned>(order) & 1U) != 0;
}

/// The least order of pages that hold `bytes`.
int least_order(std::uint64_t bytes) {
  int order = 0;
  while ((kPage << static_cast<unsigned>(order)) < bytes) ++order;
  return order;
}

/// The largest order of no more than `pages` pages.
int largest_order(std::uint64_t pages) {
  int order = 0;
  while ((std::uint64_t{2} << static_cast<unsigned>(order)) <= pages) ++order;
  return order;
}

/// The pieces that an area should have. Each is the largest that can be had, is no larger than
/// `most` and fits into what is left. They have fewer than `pages` pages if memory runs out.
std::vector<int> pieces_of(std::uint64_t pages, int most, std::uint64_t orders) {
  std::vector<int> pieces;
  while (pages > 0) {
    int order = std::min(most, largest_order(pages));
    while (order >= 0 && !can_be_had(orders, order)) --order;
    if (order < 0) break;
    pieces.push_back(order);
    pages -= std::uint64_t{1} << static_cast<unsigned>(order);
  }
  return pieces;
}

void judge_area(const AuxRequest& request, std::uint64_t orders, AuxJudge& judge) {
  std::vector<int> pieces;
  const AuxSetup setup = rb_alloc_aux(
      request, [&](int order) { return can_be_had(orders, order); },
      [&](int order) { pieces.push_back(order); });
  const bool overwrite = !request.writable;
  const std::uint64_t half = request.nr_pages * kPage / 2;
  const auto asked = static_cast<std::uint64_t>(request.watermark);
  const std::uint64_t watermark = overwrite ? 0 : asked == 0 ? half : asked;
  const bool large = request.pieces == AuxPieces::large || request.no_sg || request.prefers_large;
  const int most = !large      ? 0
                   : overwrite ? largest_order(request.nr_pages)
                               : least_order(watermark);
  std::vector<int> meant = pieces_of(request.nr_pages, std::min(most, request.max_order), orders);
  std::uint64_t pages = 0;
  for (const int order : meant) pages += std::uint64_t{1} << static_cast<unsigned>(order);
  const bool whole =
      pages == request.nr_pages && !(request.no_sg && overwrite && meant.front() != most);
  // The array of pointers to its pages is one piece, too: 8 bytes for each.
  const bool listed = least_order(request.nr_pages * 8) <= request.max_order;
  if (!request.has_aux || !listed) meant.clear();
  const bool made = request.has_aux && listed && whole && request.setup_succeeds;
  const auto require = [&](bool holds, std::string_view what) {
    judge.require(holds, "I-108", what);
  };
  require(setup.result == (made              ? 0
                           : request.has_aux ? kNoMemory
                                             : kNotSupported),
          "an AUX area is made that cannot be, or refused, or for another reason");
  require(pieces == meant, "pieces of an AUX area are not the largest that can be had");
  require(setup.nr_pages == (made ? request.nr_pages : 0) &&
              setup.overwrite == (made && overwrite) && setup.watermark == (made ? watermark : 0) &&
              setup.pgoff == (made ? request.pgoff : 0),
          "an AUX area has another size, mode, watermark or place than was asked for");
}

/// Half of an area may be more than attr.aux_watermark, of 32 bits, can say.
void judge_huge_area(AuxJudge& judge) {
  AuxRequest request;
  request.page_size = std::uint64_t{1} << 32U;
  request.nr_pages = 2;
  const AuxSetup setup = rb_alloc_aux(
      request, [](int) { return true; }, [](int) {});
  judge.require(setup.result == 0 && setup.watermark == UINT32_MAX, "I-108",
                "a huge AUX area has another watermark than 32 bits can say");
}

void judge_ring(std::uint64_t pages, std::uint64_t asked, bool writable, AuxJudge& judge) {
  for (const std::uint64_t size : {std::uint64_t{0}, pages * kPage}) {
    const RingSetup ring = ring_buffer_init(size, static_cast<std::int64_t>(asked), writable);
    const std::uint64_t watermark = asked == 0 ? size / 2 : asked < size ? asked : size;
    judge.require(
        ring.watermark == watermark && ring.overwrite == !writable && ring.paused == (size == 0),
        "I-108", "a ring has another watermark or mode than was asked for");
  }
  for (const std::uint64_t nr_pages : {std::uint64_t{0}, pages})
    for (const bool pause : {false, true})
      judge.require(rb_toggle_paused(nr_pages, pause) == (pause || nr_pages == 0), "I-108",
                    "a ring is paused that was resumed, or resumed without pages");
}

void run_setup(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  AuxRequest request;
  request.page_size = kPage;
  request.nr_pages = example.setup[0];
  const std::uint64_t watermark = example.setup[1] * kPage / 2 + example.setup[7];
  request.watermark = static_cast<std::int64_t>(watermark);
  request.writable = example.setup[3] == 0;
  request.no_sg = example.setup[4] == 1;
  request.prefers_large = example.setup[4] == 2;
  request.pieces = example.setup[5] == 0 ? AuxPieces::large : AuxPieces::as_the_pmu_asks;
  request.has_aux = example.setup[6] != 0;
  request.setup_succeeds = example.setup[6] != 1;
  request.pgoff = example.setup[0] + 1;
  request.defects = defects;
  for (const int max_order : {0, kMost}) {
    request.max_order = max_order;
    judge_area(request, example.setup[2], judge);
  }
  judge_huge_area(judge);
  judge_ring(example.setup[0], watermark, request.writable, judge);
}

constexpr std::array<std::string_view, 2> kSharedProperties = {"I-26", "I-109"};
constexpr std::array kShared = {
    Dial{"CPU", 0, 2},         Dial{"task", 0, 2},      Dial{"clock", 0, 1},
    Dial{"backward", 0, 1},    Dial{"AUX PMU", 0, 2},   Dial{"CPU of the other", 0, 2},
    Dial{"its task", 0, 2},    Dial{"its clock", 0, 1}, Dial{"it is backward", 0, 1},
    Dial{"its AUX PMU", 0, 2}, Dial{"inherited", 0, 1}, Dial{"it is inherited", 0, 1},
};

template <FollowingEvents Following>
void run_shared(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  const auto event = [&](std::size_t from, std::size_t inherited) {
    return RedirectedEvent{static_cast<int>(example.setup[from]) - 1,
                           example.setup[from + 1],
                           example.setup[from + 2],
                           example.setup[from + 3] != 0,
                           example.setup[from + 4],
                           example.setup[inherited] != 0};
  };
  const RedirectedEvent one = event(0, 10), other = event(5, 11);
  // Both are on the same CPU wherever their tasks run. A child of a task runs where it likes.
  const bool one_task = one.task == other.task && !one.inherit && !other.inherit;
  const bool together = one.cpu == other.cpu && (one.cpu >= 0 || one_task);
  const bool read_alike = one.clock == other.clock && one.write_backward == other.write_backward;
  const bool two_units = one.aux_pmu * other.aux_pmu != 0 && one.aux_pmu != other.aux_pmu;
  const bool shares = may_share_buffer(one, other, defects, Following);
  judge.require(!shares || !two_units, "I-26", "two units trace to one AUX area");
  judge.require(shares == (together && read_alike && !two_units), "I-109",
                "events share a buffer that must not, or may not although they could");
}

constexpr std::array<std::string_view, 1> kPageProperties = {"I-109"};
constexpr std::array kPages = {
    Dial{"order of data pages", 0, 2},
    Dial{"AUX pages", 0, 3},
    Dial{"page", 0, 12},
    Dial{"fault", 0, 2},
    Dial{"mapped", 0, 1},
};

/// The page user space has at `pgoff`, where the AUX area follows the data with a gap of a page.
std::optional<BufferPage> page_at(std::uint64_t pgoff, std::uint64_t data, std::uint64_t aux_at,
                                  std::uint64_t aux) {
  if (pgoff == 0) return BufferPage{BufferPage::Kind::user, 0};
  if (pgoff <= data) return BufferPage{BufferPage::Kind::data, pgoff - 1};
  if (aux == 0 || pgoff < aux_at || pgoff > aux_at + aux) return std::nullopt;
  // No mapping has the page after the last one: the index is clamped.
  return BufferPage{BufferPage::Kind::aux, pgoff == aux_at + aux ? 0 : pgoff - aux_at};
}

void run_pages(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  const std::uint64_t data = std::uint64_t{1} << example.setup[0];
  const std::uint64_t aux = example.setup[1], aux_at = data + 2, pgoff = example.setup[2];
  const bool mapped = example.setup[4] != 0;
  MappedBuffer rb;
  rb.defects = defects;
  if (mapped) {
    perf_mmap(rb, {0, data + 1, true, true});
    if (aux != 0) perf_mmap(rb, {aux_at, aux, true, true}, true);
  }
  const auto fault = static_cast<Fault>(example.setup[3]);
  const bool written = fault != Fault::read && pgoff != 0;
  const auto meant =
      mapped && !written ? page_at(pgoff, data, aux_at, aux) : std::optional<BufferPage>();
  judge.require(perf_mmap_fault(rb, pgoff, fault) == meant, "I-109",
                "a fault gives another page than is mapped there, or one that is not to be had");
}

constexpr std::array<std::string_view, 2> kListProperties = {kProgress, "I-108"};
constexpr std::array kLists = {Dial{"pages 2^", 0, 40}, Dial{"page of 64 KiB", 0, 1}};

/// The list is refused if it cannot be had, and nobody is warned.
void run_list(const AuxCase& example, AuxJudge& judge, ListLimit limit) {
  const std::uint64_t page = std::uint64_t{1} << (example.setup[1] != 0 ? 16U : 12U);
  const AuxList list = rb_alloc_aux_list(std::uint64_t{1} << example.setup[0], page, limit);
  judge.require(list != AuxList::warned, kProgress,
                "memory is asked for in a piece that there never is");
  const std::uint64_t largest = page << static_cast<unsigned>(kMaxOrder - 1);
  const bool can = std::uint64_t{8} << example.setup[0] <= largest;
  judge.require((list == AuxList::had) == can, "I-108",
                "a list of pages is refused that can be had, or had that cannot be");
}
void run_list_largest(const AuxCase& example, DefectSet /*defects*/, AuxJudge& judge) {
  run_list(example, judge, ListLimit::largest);
}
void run_list_as_it_is(const AuxCase& example, DefectSet /*defects*/, AuxJudge& judge) {
  run_list(example, judge, ListLimit::max_order);
}

constexpr std::array<std::string_view, 1> kRefusedProperties = {"I-81"};
constexpr std::array kRefused = {
    Dial{"pages", 1, 9},
    Dial{"orders that can be had", 0, 15},
    Dial{"overwritten", 0, 1},
    Dial{"one contiguous piece", 0, 1},
    Dial{"the PMU accepts the pages", 0, 1},
};

/// An area that is refused leaves nothing allocated.
template <ListFreed Freed>
void run_refused(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  AuxRequest request;
  request.page_size = kPage;
  request.nr_pages = example.setup[0];
  request.writable = example.setup[2] == 0;
  request.no_sg = example.setup[3] != 0;
  request.setup_succeeds = example.setup[4] != 0;
  request.list_freed = Freed;
  request.defects = defects;
  const AuxSetup setup = rb_alloc_aux(
      request, [&](int order) { return can_be_had(example.setup[1], order); }, [](int) {});
  judge.require(!setup.list_lost, "I-81", "the list of pages of an area that is refused stays");
}

}  // namespace

const AuxSequence kBufferSetup = {"buffer-setup",
                                  "what a ring and an AUX area are given of what was asked for",
                                  kSetupProperties,
                                  kSetup,
                                  {},
                                  true,
                                  run_setup};
const AuxSequence kSharedBuffers = {"shared-buffers",
                                    "any two events, one redirected to the buffer of the other",
                                    kSharedProperties,
                                    kShared,
                                    {},
                                    true,
                                    run_shared<FollowingEvents::not_inherited>};
const AuxSequence kSharedBuffersAsItIs = {
    "shared-buffers-as-it-is",
    "any two events, one redirected to the buffer of the other",
    kSharedProperties,
    kShared,
    {},
    true,
    run_shared<FollowingEvents::of_one_task>};
const AuxSequence kPageOfBuffer = {
    "page-of-buffer", "any fault in a buffer", kPageProperties, kPages, {}, true, run_pages};

const AuxSequence kAuxPageList = {"aux-page-list",
                                  "the list of pages of an AUX area of any size",
                                  kListProperties,
                                  kLists,
                                  {},
                                  true,
                                  run_list_largest};
const AuxSequence kAuxPageListAsItIs = {"aux-page-list-as-it-is",
                                        "the list of pages of an AUX area of any size",
                                        kListProperties,
                                        kLists,
                                        {},
                                        true,
                                        run_list_as_it_is};

const AuxSequence kAuxListLeft = {"aux-list-left",
                                  "an AUX area of any size that is refused, or not",
                                  kRefusedProperties,
                                  kRefused,
                                  {},
                                  true,
                                  run_refused<ListFreed::always>};
const AuxSequence kAuxListLeftAsItIs = {"aux-list-left-as-it-is",
                                        "an AUX area of any size that is refused, or not",
                                        kRefusedProperties,
                                        kRefused,
                                        {},
                                        true,
                                        run_refused<ListFreed::with_pages>};

}  // namespace ringcheck
