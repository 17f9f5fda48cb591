// aux-pieces: the physical pieces that an AUX area is made of, for each watermark. bts-pieces: how
// BTS's driver recognises them.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <numeric>

#include "properties/aux/aux_bench.hpp"
#include "properties/aux/sequences.hpp"
#include "protocol/bts/bts_buffer.hpp"
#include "protocol/lifetime/rb_alloc.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kPiecesProperties = {"I-29"};
constexpr std::array kPiecesSetup = {
    Dial{"pages 2^", 0, 5},
    Dial{"watermark in half pages", 1, 64},
    Dial{"largest order to be had", 0, 5},
};

/// A wakeup comes at a piece's end at the latest, so no piece may be longer than a watermark,
/// rounded up to a size that pieces can have.
void run_pieces(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  AuxRequest request;
  request.page_size = 4096;
  request.nr_pages = std::uint64_t{1} << example.setup[0];
  const std::uint64_t half_pages = std::min(example.setup[1], 2 * request.nr_pages);
  request.watermark = static_cast<std::int64_t>(half_pages * 2048);
  request.defects = defects;
  const auto most = static_cast<int>(example.setup[2]);
  std::uint64_t longest = 0;
  rb_alloc_aux(
      request, [most](int order) { return order <= most; },
      [&](int order) { longest = std::max(longest, std::uint64_t{1} << order); });
  judge.require(longest <= std::bit_ceil((half_pages + 1) / 2), "I-29",
                "a piece is longer than a watermark: its end comes too late for a wakeup");
}

constexpr std::array<std::string_view, 1> kPiecesNoClobber = {"I-24"};
constexpr std::array kBtsPiecesSetup = {Dial{"first order", 0, 2}, Dial{"second order", 0, 2},
                                        Dial{"left over in the field", 0, 2}};

/// Pages of order 0 do not set their private field; it holds what somebody left there.
void run_bts_pieces(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  std::vector<BtsPage> pages;
  for (const std::uint64_t order : {example.setup[0], example.setup[1]}) {
    pages.push_back({order != 0 ? order : example.setup[2], order != 0});
    pages.resize(pages.size() + (std::size_t{1} << order) - 1);
  }
  const auto pieces = make_bts_pieces(bts_piece_pages(pages, defects), 4096);
  std::uint64_t bytes = 0;
  for (const BtsPhys& piece : pieces) bytes += piece.bytes;
  judge.require(pieces.size() == 2 && bytes == pages.size() * 4096 &&
                    pieces[0].bytes == std::uint64_t{4096} << example.setup[0],
                "I-24", "a piece is taken to be longer than it is");
}

}  // namespace

const AuxSequence kAuxPieces = {"aux-pieces",
                                "the pieces of an AUX area for each watermark",
                                kPiecesProperties,
                                kPiecesSetup,
                                {},
                                true,
                                run_pieces};
const AuxSequence kBtsPieces = {"bts-pieces",
                                "the pieces of a BTS buffer, told from its pages",
                                kPiecesNoClobber,
                                kBtsPiecesSetup,
                                {},
                                true,
                                run_bts_pieces};

}  // namespace ringcheck
