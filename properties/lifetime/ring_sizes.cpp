// ring-sizes: data rings of any size that mmap takes, with pages of any size. The kernel is
// repaired; in Linux 6.1 (ring-sizes-as-it-is, D-18) one of 2 GiB or more never fills and never
// wakes.
//
// Source: kernel/events/internal.h perf_data_size; kernel/events/ring_buffer.c rb_alloc,
// ring_buffer_init, ring_buffer_has_space. Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <algorithm>

#include "properties/aux/aux_sequence.hpp"
#include "properties/lifetime/sequences.hpp"
#include "protocol/lifetime/rb_alloc.hpp"
#include "protocol/ring/perf_buffer.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 3> kProperties = {"I-07", "I-107", "I-108"};
constexpr std::array<unsigned, 3> kShifts = {12, 14, 16};
constexpr std::array<std::uint64_t, 3> kAsked = {0, 4096, UINT32_MAX};
constexpr std::array<std::uint64_t, 4> kSizes = {8, 24, 4096, 65528};
constexpr int kHead = 256;  ///< about what struct perf_buffer has before the pointers
constexpr std::array kSetup = {Dial{"pages 2^", 0, 24}, Dial{"size of pages", 0, 2},
                               Dial{"watermark", 0, 2}, Dial{"record", 0, 3}};

template <PagesType Type>
void run(const AuxCase& example, DefectSet /*defects*/, AuxJudge& judge) {
  const unsigned shift = kShifts.at(example.setup[1]);
  const std::uint64_t pages = std::uint64_t{1} << example.setup[0],
                      asked = kAsked.at(example.setup[2]);
  // The largest piece of contiguous pages has a pointer to each page, and what comes before.
  const std::uint64_t piece = std::uint64_t{1} << (shift + 10);
  for (const std::uint64_t head : {0, 1, kHead})
    judge.require(rb_alloc_fits(pages, shift, head) == (head + 8 * pages <= piece), "I-107",
                  "a ring is refused that can be had, or asked for in a piece that there never is");
  if (kHead + 8 * pages > piece) return;
  const std::uint64_t bytes = pages * (std::uint64_t{1} << shift);
  const std::uint64_t size = perf_data_size(pages, shift, Type);
  const RingSetup ring = ring_buffer_init(size, static_cast<std::int64_t>(asked), true);
  judge.require(ring.watermark == (asked == 0 ? bytes / 2 : std::min(asked, bytes)), "I-108",
                "a ring has another watermark than was asked for");
  // Records of this size until there is no room: what is left is less than one of them.
  const std::uint64_t record = kSizes.at(example.setup[3]);
  if (record == 0 || record > bytes) return;
  const std::uint64_t full = (bytes - 1) / record * record;
  judge.require(circ_space<std::uint64_t>(full, 0, size) < record, "I-07",
                "there is room for a record in a ring that is full");
  if (full < record) return;
  judge.require(circ_space<std::uint64_t>(full - record, 0, size) >= record, "I-07",
                "there is no room for a record that fits");
}

constexpr std::string_view kTitle = "a data ring of any size";

}  // namespace

const AuxSequence kRingSizes = {"ring-sizes",           kTitle, kProperties, kSetup, {}, true,
                                run<PagesType::as_long>};
const AuxSequence kRingSizesAsItIs = {"ring-sizes-as-it-is", kTitle, kProperties, kSetup, {}, true,
                                      run<PagesType::as_int>};

}  // namespace ringcheck
