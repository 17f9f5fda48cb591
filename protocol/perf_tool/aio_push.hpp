#pragma once
// Asynchronous writing of perf's file: perf copies what is in the ring to a block of memory, gives
// the ring back, and writes the block while the ring fills again.
//
// Source: tools/perf/util/mmap.c perf_mmap__push; tools/perf/builtin-record.c record__aio_push,
// record__aio_pushfn, record__aio_sync, record__aio_complete.
// Deviations: writes are complete or not, never in part; compression is not modelled.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <cstdint>

#include "protocol/aux/aux_cpu.hpp"
#include "protocol/aux/byte_area.hpp"
#include "protocol/perf_tool/defects.hpp"

namespace ringcheck {

/// Addresses of the words of one block, consecutive from a base address.
struct AioBlockCells {
  std::uint64_t in_flight;  ///< 1 while its write is not complete
  std::uint64_t length;     ///< bytes to write
  std::uint64_t offset;     ///< in the file (bytes)
  std::uint64_t from;       ///< ring position at which its bytes started (bytes, running)

  static constexpr std::uint64_t kCount = 4;
  static constexpr AioBlockCells at(std::uint64_t b) { return {b, b + 1, b + 2, b + 3}; }
};

/// A ring with blocks for asynchronous writes. All areas have units of one size.
struct AioMap {
  ByteArea ring{};
  std::uint64_t head = 0;      ///< address of data_head
  std::uint64_t tail = 0;      ///< address of data_tail
  std::uint64_t refcount = 0;  ///< address of the map's count of references
  ByteArea file{};
  std::uint64_t file_end = 0;  ///< address of the file's length (bytes)
  static constexpr std::size_t kBlocks = 2;
  AioBlockCells blocks[kBlocks]{};
  ByteArea memory[kBlocks]{};  ///< each as large as the ring
  /// The head is loaded once, and not again to tell where the next push starts (docs/findings.md
  /// V-17).
  bool head_loaded_once = false;
  DefectSet defects{};

  [[nodiscard]] constexpr bool has(const Defect& defect) const { return defects.has(defect); }
};

/// Copies `length` bytes at position `from` of the ring to `block`, around its end.
template <AuxCpu C>
void aio_copy(C& cpu, const AioMap& map, std::size_t block, const typename C::Value& from,
              const typename C::Value& length) {
  using Value = typename C::Value;
  for (std::uint64_t i = 0; cpu.branch(Value(i) < length); i += map.ring.unit)
    cpu.store(map.memory[block].address(Value(i)),
              cpu.load(map.ring.address((from + Value(i)) % Value(map.ring.bytes))));
}

/// Takes what is in the ring and starts to write it. False if there is nothing, or no block is
/// free. Source: record__aio_push.
template <AuxCpu C>
bool record_aio_push(C& cpu, const AioMap& map) {
  using Value = typename C::Value;
  std::size_t block = 0;
  if (!map.has(defect::kAioBlockReused))
    while (block < AioMap::kBlocks &&
           !cpu.branch(cpu.load(map.blocks[block].in_flight) == Value(0)))
      ++block;
  if (block == AioMap::kBlocks) return false;
  const Value next = cpu.smp_load_acquire(map.head);
  const Value head = map.head_loaded_once ? next : cpu.smp_load_acquire(map.head);
  const Value tail = cpu.read_once(map.tail);
  if (cpu.branch(head == tail)) return false;
  const bool early = map.has(defect::kAioTailBeforeCopy);
  if (early) cpu.smp_store_release(map.tail, next);
  aio_copy(cpu, map, block, tail, head - tail);
  // The map could otherwise be let go of before the write is complete.
  if (!map.has(defect::kAioPutEarly)) cpu.local_inc(map.refcount);
  if (!early) cpu.smp_store_release(map.tail, next);
  const AioBlockCells& at = map.blocks[block];
  cpu.store(at.in_flight, 1);
  cpu.store(at.length, head - tail);
  cpu.store(at.from, tail);
  cpu.store(at.offset, cpu.load(map.file_end));
  cpu.store(map.file_end, cpu.load(map.file_end) + (head - tail));
  return true;
}

/// The write of `block` is complete: the kernel has taken its bytes from memory.
/// Source: record__aio_complete.
template <AuxCpu C>
void record_aio_complete(C& cpu, const AioMap& map, std::size_t block) {
  using Value = typename C::Value;
  const AioBlockCells& at = map.blocks[block];
  if (cpu.branch(cpu.load(at.in_flight) == Value(0))) return;
  const Value length = cpu.load(at.length);
  const Value offset = cpu.load(at.offset);
  const Value from = cpu.load(at.from);
  for (std::uint64_t i = 0; cpu.branch(Value(i) < length); i += map.ring.unit) {
    const Value byte = map.has(defect::kAioWritesFromRing)
                           ? cpu.load(map.ring.address((from + Value(i)) % Value(map.ring.bytes)))
                           : cpu.load(map.memory[block].address(Value(i)));
    cpu.store(map.file.address(offset + Value(i)), byte);
  }
  cpu.store(at.in_flight, 0);
  if (!map.has(defect::kAioPutEarly)) cpu.refcount_dec_and_test(map.refcount);
}

}  // namespace ringcheck
