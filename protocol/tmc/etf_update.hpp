#pragma once
// tmc_update_etf_buffer, etb_update_buffer: the copy from the memory of a TMC-ETF or TMC-ETB, or of
// an ETB10, to the AUX area. That memory is read a word at a time through a register.
//
// Source: drivers/hwtracing/coresight/coresight-tmc-etf.c tmc_set_etf_buffer,
// tmc_update_etf_buffer; coresight-etb10.c etb_set_buffer, etb_update_buffer. Deviations: locks are
// not modelled; perf has the sink (the kernel copies nothing if drvdata->mode says otherwise); an
// ETB10 whose write pointer is in the middle of a frame is not.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include "protocol/aux/aux_output.hpp"
#include "protocol/aux/observations.hpp"
#include "protocol/tmc/defects.hpp"
#include "protocol/tmc/etr_update.hpp"
#include "protocol/tmc/sites.hpp"

namespace ringcheck {

/// Addresses of the words of such a sink, consecutive from a base address.
struct EtfCells {
  std::uint64_t read;    ///< RAM read pointer (bytes)
  std::uint64_t write;   ///< RAM write pointer (bytes)
  std::uint64_t full;    ///< 1 if the sink's memory wrapped
  std::uint64_t refcnt;  ///< tracers that use the sink
  std::uint64_t target;  ///< where the copy goes to, worked out when the sink was enabled (bytes)

  static constexpr std::uint64_t kCount = 5;
  /// The layout from address `b` on.
  static constexpr EtfCells at(std::uint64_t b) { return {b, b + 1, b + 2, b + 3, b + 4}; }
};

/// A sink with memory of its own.
struct EtfSink {
  EtfCells at{};
  ByteArea memory{};  ///< in units of a word of 4 bytes; a power of two
  bool etb10 = false;
  AreaPages aux_pages{};  ///< of the AUX area that is copied to

  [[nodiscard]] constexpr std::uint64_t size() const { return memory.bytes; }
};

inline constexpr std::uint64_t kEtfWord = 4;  ///< what one read of the register gives (bytes)

/// Keeps where the copy goes to. Source: tmc_set_etf_buffer, etb_set_buffer.
template <AuxCpu C>
void tmc_set_etf_buffer(C& cpu, const EtfSink& sink, const AuxBuffer& aux,
                        const AuxHandle& handle) {
  using Value = typename C::Value;
  cpu.store(sink.at.target, cpu.load(handle.head) & Value(aux.size() - 1));
}

/// Copies `length` bytes from the read pointer on, around the end of either. After dropped trace,
/// the first words are a barrier packet.
template <AuxCpu C>
void copy_from_sink(C& cpu, const EtfSink& sink, const AuxBuffer& aux,
                    const typename C::Value& length, bool lost) {
  using Value = typename C::Value;
  const bool by_terminator = aux.has(defect::kEtfPacketByTerminator);
  Value to = cpu.load(sink.at.target);
  for (std::uint64_t i = 0; cpu.branch(Value(i) < length); i += kEtfWord) {
    const Value read = cpu.read_once(sink.at.read);
    Value word = cpu.load(sink.memory.address(read));
    cpu.write_once(sink.at.read, (read + Value(kEtfWord)) % Value(sink.size()));
    if (lost && i < kBarrierPacketBytes) word = barrier_packet_unit(i / kEtfWord, kEtfWord);
    // Nothing after the packet's four words marks its end.
    if (lost && by_terminator && i >= kBarrierPacketBytes)
      tell<said::OutsideArea>(cpu, Value(i), Value(kEtfWord));
    cpu.store(sink.aux_pages.page_of(cpu, aux.area, to).address(to), word);
    to = sink.aux_pages.after(cpu, aux.area, to, Value(kEtfWord));
  }
}

/// Copies the sink's trace to the open transaction of `handle`, if nobody else uses the sink.
/// Returns the bytes that were copied, for perf_aux_output_end.
template <AuxCpu C, TraceUnit<C> Unit>
typename C::Value tmc_update_etf_buffer(C& cpu, Unit& unit, const EtfSink& sink,
                                        std::uint64_t memwidth, const AuxBuffer& aux,
                                        const AuxHandle& handle) {
  using Value = typename C::Value;
  return cpu.scope([&]() -> Value {
    if (!cpu.branch(cpu.read_once(sink.at.refcnt) == Value(1))) return 0;
    unit.stop(cpu);
    unit.drain(cpu);
    const Value write = cpu.read_once(sink.at.write);
    bool lost = cpu.branch(!(cpu.read_once(sink.at.full) == Value(0)));
    if (lost && sink.etb10) cpu.write_once(sink.at.read, write);
    Value length =
        lost ? Value(sink.size()) : (write - cpu.read_once(sink.at.read)) & Value(sink.size() - 1);
    const Value room = cpu.load(handle.size);
    if (!aux.overwrite && cpu.branch(room < length)) {
      // The ETB10's driver masks to single words, though a frame has four of them.
      const std::uint64_t mask = sink.etb10 ? ~(kEtfWord - 1) : tmc_get_memwidth_mask(memwidth);
      length = room & Value(mask);
      cpu.write_once(sink.at.read, (write + Value(sink.size()) - length) % Value(sink.size()));
      lost = true;
    }
    if (!aux.overwrite && lost) perf_aux_output_flag(cpu, handle, Value(kAuxTruncated));
    copy_from_sink(cpu, sink, aux, length, lost);
    if (sink.etb10) {
      cpu.write_once(sink.at.read, 0);
      cpu.write_once(sink.at.write, 0);
    }
    if (aux.overwrite) cpu.store(handle.head, cpu.load(handle.head) + length);
    fence_at(cpu, aux.plan, site::kEtfB);
    return length;
  });
}

}  // namespace ringcheck
