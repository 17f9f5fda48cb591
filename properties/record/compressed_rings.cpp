// compressed-rings: perf takes bytes from a ring twice, compresses them, and a reader gets them
// back. perf is repaired; in Linux 6.1 (compressed-rings-as-it-is, D-20) what the compressor has
// not put out at the end is lost, and a record that ends no block cannot be read.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <array>
#include <vector>

#include "properties/record/sequences.hpp"
#include "protocol/record/compressed_records.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 2> kProperties = {"I-48", "I-68"};
constexpr std::array kSetup = {Dial{"room of a record", 1, 6},
                               Dial{"quarters left of a block", 1, 4}, Dial{"bytes", 0, 12},
                               Dial{"bytes later", 0, 12}};

/// Blocks are not empty, and have all that was taken; what was made of them is in records, or
/// waits.
void judge_blocks(const Compressor& by, const AuxCase& example,
                  const std::vector<CompressedRecord>& file, AuxJudge& judge) {
  std::uint64_t taken = by.loaded, made = 0, put_out = by.waiting;
  for (const CompressedBlock& block : by.blocks) {
    taken += block.bytes;
    made += block.made;
    // A quarter of a byte takes one.
    const std::uint64_t quarters = block.bytes * example.setup[1];
    judge.require(block.bytes != 0 && block.bytes <= by.block_bytes && 4 * block.made >= quarters &&
                      4 * block.made < quarters + 4,
                  "I-68", "a block is empty, too large, or becomes of another size than others");
  }
  for (const CompressedRecord& record : file) put_out += record.bytes;
  judge.require(taken == example.setup[2] + example.setup[3] && made == put_out, "I-48",
                "what was taken from a ring is lost in the compressor");
}

template <CompressedEnd End, EmptyRecord Empty>
void run(const AuxCase& example, DefectSet /*defects*/, AuxJudge& judge) {
  Compressor by;
  by.shrinks_to = example.setup[1];
  std::vector<CompressedRecord> file;
  const std::uint64_t room = example.setup[0];
  for (const std::uint64_t bytes : {example.setup[2], example.setup[3]}) {
    const std::vector<CompressedRecord> records = compress_to_records(by, room, bytes, End);
    for (const CompressedRecord& record : records) {
      const bool full = record.bytes == room;
      judge.require(
          record.bytes != 0 && (full || (record.bytes < room && &record == &records.back())),
          "I-68", "a record is empty, has more than has room, or less before another");
      file.push_back(record);
    }
  }
  judge_blocks(by, example, file, judge);
  const ReadBack read = read_back(by, file, Empty);
  if (!judge.require(!read.failed, "I-68", "a record of perf's file cannot be read")) return;
  judge.require(read.bytes == example.setup[2] + example.setup[3], "I-48",
                "what was taken from a ring is not in perf's file");
}

constexpr std::string_view kTitle = "what is taken from a ring is compressed into records";

}  // namespace

const AuxSequence kCompressedRings = {"compressed-rings",
                                      kTitle,
                                      kProperties,
                                      kSetup,
                                      {},
                                      true,
                                      run<CompressedEnd::put_out, EmptyRecord::goes_on>};
const AuxSequence kCompressedRingsAsItIs = {"compressed-rings-as-it-is",
                                            kTitle,
                                            kProperties,
                                            kSetup,
                                            {},
                                            true,
                                            run<CompressedEnd::left, EmptyRecord::fails>};

}  // namespace ringcheck
