#pragma once
// tmc_update_etf_buffer, etb_update_buffer: the copy from the memory of a TMC-ETF or TMC-ETB, or of
// an ETB10, to the AUX area. That memory is read a word at a time through a register.
//
// Source: drivers/hwtracing/coresight/coresight-tmc-etf.c tmc_set_etf_buffer,
// tmc_update_etf_buffer; coresight-etb10.c etb_set_buffer, etb_update_buffer. Deviations: locks are
// not modelled; perf has the sink (the kernel copies nothing if drvdata->mode says otherwise).
// Tested by tests/properties/aux/aux_mutants_test.cpp and `ringcheck kernel --area etf`.

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

inline constexpr std::uint64_t kEtfWord = 4;    ///< what one read of the register gives (bytes)
inline constexpr std::uint64_t kEtfFrame = 16;  ///< what the formatter makes of trace (bytes)
inline constexpr std::uint64_t kWithinEtfFrame = kEtfFrame - 1;  ///< of positions

/// A sink with memory of its own, whose registers are words. Those of etf_registers.hpp do the same
/// by accesses to a device.
struct EtfSink {
  EtfCells at{};
  ByteArea memory{};  ///< in units of a word of 4 bytes; a power of two
  bool etb10 = false;
  AreaPages aux_pages{};  ///< of the AUX area that is copied to

  [[nodiscard]] constexpr std::uint64_t size() const { return memory.bytes; }
  /// Where the next word is read, and written (bytes).
  template <AuxCpu C>
  [[nodiscard]] typename C::Value read_pointer(C& cpu) const {
    return cpu.read_once(at.read);
  }
  template <AuxCpu C>
  [[nodiscard]] typename C::Value write_pointer(C& cpu) const {
    return cpu.read_once(at.write);
  }
  /// True iff the memory wrapped.
  template <AuxCpu C>
  [[nodiscard]] bool is_full(C& cpu) const {
    return cpu.branch(!(cpu.read_once(at.full) == typename C::Value(0)));
  }
  /// The next word is read at `pointer`.
  template <AuxCpu C>
  void point(C& cpu, const typename C::Value& pointer) const {
    cpu.write_once(at.read, pointer);
  }
  /// Reads a word; the pointer goes on.
  template <AuxCpu C>
  [[nodiscard]] typename C::Value take(C& cpu) const {
    using Value = typename C::Value;
    const Value read = cpu.read_once(at.read);
    const Value word = cpu.load(memory.address(read));
    cpu.write_once(at.read, (read + Value(kEtfWord)) % Value(size()));
    return word;
  }
  /// An ETB10 is written, and read, from its first word on.
  template <AuxCpu C>
  void rewind(C& cpu) const {
    cpu.write_once(at.read, 0);
    cpu.write_once(at.write, 0);
  }
  /// Nothing more is read: an ETB10 takes trace again, and the registers are locked.
  template <AuxCpu C>
  void finish(C&) const {}
};

/// Keeps where the copy goes to. Source: tmc_set_etf_buffer, etb_set_buffer.
template <AuxCpu C>
void tmc_set_etf_buffer(C& cpu, const EtfSink& sink, const AuxBuffer& aux,
                        const AuxHandle& handle) {
  using Value = typename C::Value;
  cpu.store(sink.at.target, cpu.load(handle.head) & Value(aux.size() - 1));
}

/// Copies `length` bytes from the read pointer on, around the end of either. After dropped trace,
/// the first words are a barrier packet.
template <AuxCpu C, class Sink>
void copy_from_sink(C& cpu, const Sink& sink, const AuxBuffer& aux, const typename C::Value& length,
                    bool lost) {
  using Value = typename C::Value;
  const bool by_terminator = aux.has(defect::kEtfPacketByTerminator);
  Value to = cpu.load(sink.at.target);
  for (std::uint64_t i = 0; cpu.branch(Value(i) < length); i += kEtfWord) {
    Value word = sink.take(cpu);
    if (lost && i < kBarrierPacketBytes) word = barrier_packet_unit(i / kEtfWord, kEtfWord);
    // Nothing after the packet's four words marks its end.
    if (lost && by_terminator && i >= kBarrierPacketBytes)
      tell<said::OutsideArea>(cpu, Value(i), Value(kEtfWord));
    cpu.store(sink.aux_pages.page_of(cpu, aux.area, to).address(to), word);
    to = sink.aux_pages.after(cpu, aux.area, to, Value(kEtfWord));
  }
}

/// Copies the sink's trace to the open transaction of `handle`, if nobody else uses the sink.
/// Returns the bytes that were copied, for perf_aux_output_end. `sink` is an EtfSink, or does what
/// one does.
template <AuxCpu C, TraceUnit<C> Unit, class Sink>
typename C::Value tmc_update_etf_buffer(C& cpu, Unit& unit, const Sink& sink,
                                        std::uint64_t memwidth, const AuxBuffer& aux,
                                        const AuxHandle& handle) {
  using Value = typename C::Value;
  return cpu.scope([&]() -> Value {
    if (!cpu.branch(cpu.read_once(sink.at.refcnt) == Value(1))) return 0;
    unit.stop(cpu);
    unit.drain(cpu);
    Value write = sink.write_pointer(cpu);
    bool lost = false;
    // An ETB10's frame that is not whole is left out.
    if (sink.etb10 && !cpu.branch((write & Value(kWithinEtfFrame)) == Value(0))) {
      write = write & Value(~kWithinEtfFrame);
      lost = true;
    }
    const bool full = sink.is_full(cpu);
    Value from = full ? write : sink.read_pointer(cpu);
    Value length = full ? Value(sink.size()) : (write - from) & Value(sink.size() - 1);
    const Value room = cpu.load(handle.size);
    const bool cut = !aux.overwrite && cpu.branch(room < length);
    if (cut) {
      // The ETB10's driver masks to single words, though a frame has four of them.
      const std::uint64_t mask = sink.etb10 ? ~(kEtfWord - 1) : tmc_get_memwidth_mask(memwidth);
      length = room & Value(mask);
      from = (write + Value(sink.size()) - length) % Value(sink.size());
    }
    lost = lost || full || cut;
    if (!aux.overwrite && lost) perf_aux_output_flag(cpu, handle, Value(kAuxTruncated));
    if (sink.etb10 || cut) sink.point(cpu, from);
    copy_from_sink(cpu, sink, aux, length, lost);
    if (sink.etb10) sink.rewind(cpu);
    if (aux.overwrite) cpu.store(handle.head, cpu.load(handle.head) + length);
    sink.finish(cpu);
    fence_at(cpu, aux.plan, site::kEtfB);
    return length;
  });
}

}  // namespace ringcheck
