// Programs of libperf's reader: what writers leave in a buffer, whole records or not, and the steps
// in which perf reads it.
// Tested by `make kernel`.
#include "kernel/calls/reader_calls.hpp"

#include <cstring>

#include "kernel/calls/answer_sum.hpp"
#include "kernel/calls/hold_calls.hpp"
#include "kernel/glue/reader_api.h"
#include "protocol/perf_tool/mmap_push.hpp"

namespace ringcheck {
namespace {

enum class ReaderOp : unsigned {
  write,    ///< bytes that the head moves, size that the record's header says
  init,     ///< perf_mmap__read_init
  next,     ///< perf_mmap__read_event
  consume,  ///< perf_mmap__consume
  done,     ///< perf_mmap__read_done
  aux,      ///< whether there is an AUX area
  push,     ///< perf_mmap__push, which of its writes fails, from 1; 0: none
};

/// How a buffer starts.
struct ReaderSetup {
  std::uint64_t bytes = 64;
  bool overwrite = false;
  std::uint64_t flush = 0;
  std::uint64_t references = 2;
  std::uint64_t head = 0;
};

/// Words of the specification: those of a buffer.
struct ReaderWords {
  explicit ReaderWords(const ReaderSetup& setup)
      : ring(PerfBufferCells::at(0)), data_words(setup.bytes / kWordBytes) {}
  /// True iff accesses to the word are compared: the text loads a header again and again.
  [[nodiscard]] bool traced(std::uint64_t word) const {
    return word == ring.data_head || word == ring.data_tail;
  }
  PerfBufferCells ring{};
  std::uint64_t data_words = 0;
};

/// Word `i` of a record of `size` bytes.
std::uint64_t record_word(std::uint64_t i, std::uint64_t size, std::uint64_t name) {
  return i == 0 ? size << 48U | (name & UINT32_MAX) : name << 16U | i;
}

/// A sum of the bytes of a record; `byte(i)` is byte `i`.
template <class Byte>
std::int64_t sum_of(std::uint64_t size, Byte&& byte) {
  return static_cast<std::int64_t>(sum_after_all(size, size, byte));
}

const CallGuard* reader_guard(const Call& call, std::uint64_t references) {
  const auto op = static_cast<ReaderOp>(call.op);
  const bool takes = op == ReaderOp::consume || op == ReaderOp::push;
  return takes && references == 0 ? &guards::kUnmapped : nullptr;
}

/// What writers do on either side; `word(at)` is a word of the buffer.
template <class Word>
void write_record(const Call& call, const ReaderSetup& setup, const ReaderWords& words,
                  std::uint64_t name, Word&& word) {
  std::uint64_t& head = word(words.ring.data_head);
  if (setup.overwrite) head -= call.at(0);
  for (std::uint64_t i = 0; i < call.at(0) / kWordBytes; ++i)
    word(words.ring.data + (head / kWordBytes + i) % words.data_words) =
        record_word(i, call.at(1) == 0 ? call.at(0) : call.at(1) - 1, name);
  if (!setup.overwrite) head += call.at(0);
}

/// What a push writes to perf's file, and a sum of all of it.
struct Pushed {
  std::uint64_t failing = 0;  ///< which write fails, from 1
  std::uint64_t writes = 0;
  std::uint64_t sum = 0;

  /// `bytes` bytes from `offset` of the data on, `byte(i)` each. False if the write fails.
  template <class Byte>
  bool write(std::uint64_t offset, std::uint64_t bytes, Byte&& byte) {
    sum = sum_after_all(sum_after(sum_after(sum, offset), bytes), bytes,
                        [&](std::uint64_t i) { return byte(offset + i); });
    return ++writes != failing;
  }
};

/// The reader's text.
class ReaderKernel {
 public:
  ReaderKernel(const NativeObject& object, const ReaderSetup& setup, const ReaderWords& words)
      : machine_(object), setup_(setup), words_(words) {
    call<decltype(rc_new_reader)>("rc_new_reader")(static_cast<unsigned>(setup.bytes),
                                                   setup.overwrite ? 1 : 0, setup.flush,
                                                   static_cast<int>(setup.references));
    for (const rc_reader_field field : {RC_READER_DATA_HEAD, RC_READER_DATA_TAIL, RC_READER_PREV})
      *place(field) = setup.head;
    machine_.name(place(RC_READER_DATA_HEAD), words.ring.data_head);
    machine_.name(place(RC_READER_DATA_TAIL), words.ring.data_tail);
    data_ = static_cast<std::uint64_t*>(call<decltype(rc_reader_data)>("rc_reader_data")());
    machine_.answer = [this](std::string_view name, long long argument) -> long long {
      const auto number = static_cast<std::uint64_t>(argument);
      if (name == "written from") {
        from_ = number;
        return 0;
      }
      if (from_ > setup_.bytes || number > setup_.bytes - from_)
        throw NativeFailure("what lies past the ring is written");
      const auto* bytes = reinterpret_cast<const std::uint8_t*>(data_);
      return pushed_.write(from_, number, [&](std::uint64_t i) { return bytes[i]; }) ? 0 : -1;
    };
    machine_.tracing = true;
  }

  [[nodiscard]] NativeMachine& machine() { return machine_; }
  [[nodiscard]] Trace& trace() { return machine_.trace; }
  [[nodiscard]] const CallGuard* guard(const Call& one) const {
    return reader_guard(one, references());
  }
  [[nodiscard]] bool compares(std::uint64_t word) const { return words_.traced(word); }
  [[nodiscard]] std::uint64_t word(std::uint64_t at) const {
    return *place(at == words_.ring.data_head ? RC_READER_DATA_HEAD : RC_READER_DATA_TAIL);
  }
  void on_access(std::function<void()> hook) { machine_.before_access = std::move(hook); }
  void settle() { machine_.settle(); }

  void run(const Call& one, Answers& answers) {
    switch (static_cast<ReaderOp>(one.op)) {
      case ReaderOp::write:
        write_record(one, setup_, words_, ++names_, [&](std::uint64_t at) -> std::uint64_t& {
          return at == words_.ring.data_head ? *place(RC_READER_DATA_HEAD)
                                             : data_[at - words_.ring.data];
        });
        break;
      case ReaderOp::init:
        answer(answers, "read_init", call<decltype(rc_reader_init)>("rc_reader_init")());
        break;
      case ReaderOp::next:
        next(answers);
        break;
      case ReaderOp::consume:
        call<decltype(rc_reader_consume)>("rc_reader_consume")();
        break;
      case ReaderOp::done:
        call<decltype(rc_reader_done)>("rc_reader_done")();
        break;
      case ReaderOp::aux:
        *place(RC_READER_AUX_SIZE) = one.at(0);
        break;
      case ReaderOp::push:
        pushed_ = {one.at(0), 0, pushed_.sum};
        answer(answers, "push", call<decltype(rc_reader_push)>("rc_reader_push")());
        answer(answers, "written", static_cast<std::int64_t>(pushed_.sum));
        break;
    }
    tell(answers);
  }

 private:
  template <class Function>
  [[nodiscard]] Function* call(const char* name) const {
    return machine_.object().function<Function>(name);
  }
  [[nodiscard]] std::uint64_t* place(rc_reader_field field) const {
    return reinterpret_cast<std::uint64_t*>(
        call<decltype(rc_reader_word)>("rc_reader_word")(field));
  }
  [[nodiscard]] std::uint64_t references() const {
    return static_cast<std::uint64_t>(
        call<decltype(rc_reader_references)>("rc_reader_references")());
  }
  void next(Answers& answers) const {
    const auto* record =
        static_cast<const std::uint8_t*>(call<decltype(rc_reader_next)>("rc_reader_next")());
    if (record == nullptr) return answer(answers, "record", 0);
    std::uint16_t size = 0;
    std::memcpy(&size, record + 6, sizeof(size));
    answer(answers, "record", sum_of(size, [&](std::uint64_t i) { return record[i]; }));
  }
  void tell(Answers& answers) const {
    for (const rc_reader_field field : {RC_READER_PREV, RC_READER_START, RC_READER_END})
      answer(answers, "prev, start, end", static_cast<std::int64_t>(*place(field)));
    answer(answers, "refcnt", static_cast<std::int64_t>(references()));
    answer(answers, "unmapped",
           static_cast<std::int64_t>(call<decltype(rc_reader_unmapped)>("rc_reader_unmapped")()));
    answer(answers, "told", call<decltype(rc_reader_told)>("rc_reader_told")());
    answer(answers, "warnings", static_cast<std::int64_t>(machine_.warnings.size()));
  }

  NativeMachine machine_;
  const ReaderSetup& setup_;
  const ReaderWords& words_;
  std::uint64_t* data_ = nullptr;
  std::uint64_t names_ = 0;
  Pushed pushed_;
  std::uint64_t from_ = 0;  ///< where the next write starts
};

/// The specification.
class ReaderSpecification {
 public:
  ReaderSpecification(const ReaderSetup& setup, const ReaderWords& words, std::uint64_t page_bytes)
      : setup_(setup), words_(words), page_bytes_(page_bytes) {
    rb_ = PerfBuffer::make(0, words.data_words);
    rb_.plan.set(site::kC, Strength::acquire);
    rb_.plan.set(site::kD, Strength::release);
    memory_.words.assign(PerfBufferCells::count(words.data_words), 0);
    memory_.words[words.ring.data_head] = memory_.words[words.ring.data_tail] = setup.head;
    memory_.counts = [&words](std::uint64_t at) { return words.traced(at); };
    memory_.observed = [this](std::uint32_t kind, std::uint64_t, std::uint64_t) {
      if (kind == said::FellBehind<>::kKind) ++warnings_;
    };
    map_.prev = setup.head;
    map_.flush = setup.flush;
    map_.overwrite = setup.overwrite;
    map_.refcnt = setup.references;
    memory_.tracing = true;
  }

  [[nodiscard]] Trace& trace() { return memory_.trace; }
  [[nodiscard]] const CallGuard* guard(const Call& one) const {
    return reader_guard(one, map_.refcnt);
  }
  [[nodiscard]] std::uint64_t word(std::uint64_t at) const { return memory_.words[at]; }
  void on_access(std::function<void()> hook) { memory_.before_access = std::move(hook); }
  void settle() const {}

  void run(const Call& one, Answers& answers) {
    switch (static_cast<ReaderOp>(one.op)) {
      case ReaderOp::write:
        write_record(one, setup_, words_, ++names_,
                     [&](std::uint64_t at) -> std::uint64_t& { return memory_.words[at]; });
        break;
      case ReaderOp::init:
        answer(answers, "read_init",
               keep_with_aux([&] { return perf_mmap_read_init(cpu_, rb_, map_); }));
        break;
      case ReaderOp::next:
        next(answers);
        break;
      case ReaderOp::consume:
        keep_with_aux([&] {
          perf_mmap_consume(cpu_, rb_, map_);
          return 0;
        });
        break;
      case ReaderOp::done:
        perf_mmap_read_done(cpu_, rb_, map_);
        break;
      case ReaderOp::aux:
        has_aux_ = one.at(0) != 0;
        break;
      case ReaderOp::push:
        pushed_ = {one.at(0), 0, pushed_.sum};
        answer(answers, "push", keep_with_aux([&] { return push(); }));
        answer(answers, "written", static_cast<std::int64_t>(pushed_.sum));
        break;
    }
    tell(answers);
  }

 private:
  int push() {
    const auto byte = [&](std::uint64_t i) {
      const std::uint64_t word = memory_.words[words_.ring.data + i / kWordBytes];
      return static_cast<std::uint8_t>(word >> (i % kWordBytes * 8));
    };
    return perf_mmap_push(cpu_, rb_, map_, [&](std::uint64_t from, std::uint64_t bytes) {
      return pushed_.write(from % setup_.bytes, bytes, byte);
    });
  }
  void next(Answers& answers) {
    PerfRecord<RecordingCpu> record;
    if (!perf_mmap_read_event(cpu_, rb_, map_, record)) return answer(answers, "record", 0);
    const auto byte = [&](std::uint64_t i) {
      const std::uint64_t at = (record.offset + i) % setup_.bytes;
      const std::uint64_t word = memory_.words[words_.ring.data + at / kWordBytes];
      return static_cast<std::uint8_t>(word >> (at % kWordBytes * 8));
    };
    answer(answers, "record", sum_of(record.size, byte));
  }
  /// A buffer with an AUX area counts as one with something to read. Source: perf_mmap__empty.
  template <class Body>
  int keep_with_aux(Body&& body) {
    const std::uint64_t before = map_.refcnt;
    const int result = body();
    if (has_aux_) map_.refcnt = before;
    return result;
  }
  void tell(Answers& answers) const {
    for (const std::uint64_t position : {map_.prev, map_.start, map_.end})
      answer(answers, "prev, start, end", static_cast<std::int64_t>(position));
    answer(answers, "refcnt", static_cast<std::int64_t>(map_.refcnt));
    const bool unmapped = setup_.references != 0 && map_.refcnt == 0;
    answer(answers, "unmapped",
           unmapped ? static_cast<std::int64_t>(setup_.bytes + page_bytes_) : 0);
    answer(answers, "told", unmapped ? 1 : 0);
    answer(answers, "warnings", static_cast<std::int64_t>(warnings_));
  }

  const ReaderSetup& setup_;
  const ReaderWords& words_;
  std::uint64_t page_bytes_;
  RecordedMemory memory_;
  RecordingCpu cpu_{memory_};
  PerfBuffer rb_{};
  PerfMmap<RecordingCpu> map_{};
  bool has_aux_ = false;
  std::uint64_t warnings_ = 0;
  std::uint64_t names_ = 0;
  Pushed pushed_;
};

CallShapes reader_shapes() {
  constexpr std::uint64_t kMostBytes = 256;
  CallShapes shapes;
  shapes.most_calls = 24;
  shapes.depth = 1;
  shapes.setup = {{"bytes", one_of({64, 128, kMostBytes})},
                  {"overwrite", one_of({0, 0, 1})},
                  {"flush", one_of({0, 0, 0, 8, 40})},
                  {"references", one_of({2, 1, 1, 0})},
                  {"head", position(kWordBytes, 4 * kMostBytes)}};
  // What a header says: its record's size, or a number less one.
  shapes.calls = {
      {"write", {{"bytes", one_of({8, 16, 24, 40, 64})}, {"says", one_of({0, 0, 0, 0, 1, 65})}}, 9},
      {"read_init", {}, 4, true, false},
      {"read_event", {}, 8, true, false},
      {"consume", {}, 4, true, false},
      {"read_done", {}, 2, true, false},
      {"aux_size", {{"bytes", one_of({4096, 0})}}, 1},
      {"push", {{"failing", one_of({0, 0, 0, 0, 0, 0, 1, 2})}}, 5, true, false},
  };
  return shapes;
}

}  // namespace

CallReport hold_reader_calls(const NativeObject& object, std::uint64_t seed,
                             std::uint64_t programs) {
  const std::uint64_t page_bytes = std::uint64_t{1} << object.options().page_shift;
  return hold_calls(
      reader_shapes(), seed, programs, [&](const CallProgram& program, CallReport& report) {
        const ReaderSetup setup = {program.setup.at(0), program.setup.at(1) != 0,
                                   program.setup.at(2), program.setup.at(3), program.setup.at(4)};
        const ReaderWords words(setup);
        ReaderKernel kernel(object, setup, words);
        ReaderSpecification specification(setup, words, page_bytes);
        return difference_of(program, kernel, specification, words.ring.data, PerfBufferCells::name,
                             report);
      });
}

}  // namespace ringcheck
