#pragma once
// DmaBuffer: memory that a device fills, and the CPU's view of it.
//
// Source: Documentation/core-api/dma-api.rst, dma_sync_single_for_cpu and
// dma_sync_single_for_device with DMA_FROM_DEVICE. Deviations: all lines of a range are written
// back, not those alone that the CPU stored to; the others hold what the device will not leave.

#include "protocol/aux/aux_cpu.hpp"
#include "protocol/aux/byte_area.hpp"
#include "protocol/tmc/defects.hpp"
#include "protocol/tmc/observations.hpp"

namespace ringcheck {

/// A buffer that a device writes. If the two areas differ, the device is not coherent: the CPU goes
/// on seeing old bytes until they are synced.
struct DmaBuffer {
  ByteArea memory{};  ///< what the device wrote
  ByteArea view{};    ///< what the CPU loads and stores; the same area if the device is coherent
  DefectSet defects{};

  [[nodiscard]] constexpr std::uint64_t size() const { return memory.bytes; }
  [[nodiscard]] constexpr bool coherent() const { return memory.base == view.base; }
};

/// Lets the CPU see `length` bytes at offset `offset` as the device left them. `device_address`:
/// the device's own address of the first byte, for listeners.
template <AuxCpu C>
void dma_sync_single_for_cpu(C& cpu, const DmaBuffer& buffer,
                             const typename C::Value& device_address,
                             const typename C::Value& offset, const typename C::Value& length) {
  using Value = typename C::Value;
  cpu.site("dma_sync");
  if (!buffer.coherent() && !buffer.defects.has(defect::kDmaNotSynced)) {
    const bool shorter = buffer.defects.has(defect::kDmaSyncedShort) &&
                         !cpu.branch(length < Value(buffer.view.unit));
    copy_bytes(cpu, buffer.view, offset, buffer.memory, offset,
               shorter ? length - Value(buffer.view.unit) : length);
  }
  tell<said::Synced>(cpu, device_address, length);
}

/// Makes sure that nothing the CPU stored in `length` bytes at `offset` reaches memory later than
/// this: the device may write there.
template <AuxCpu C>
void dma_sync_single_for_device(C& cpu, const DmaBuffer& buffer, const typename C::Value& offset,
                                const typename C::Value& length) {
  cpu.site("dma_sync");
  if (!buffer.coherent()) copy_bytes(cpu, buffer.memory, offset, buffer.view, offset, length);
}

}  // namespace ringcheck
