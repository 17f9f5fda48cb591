// Programs of allocations: a data ring and AUX areas for it, with pages plentiful or scarce.
// Tested by `make kernel`.
#include "kernel/calls/alloc_calls.hpp"

#include <bit>

#include "kernel/calls/without_words.hpp"
#include "protocol/lifetime/rb_alloc.hpp"

namespace ringcheck {
namespace {

enum class AllocOp : unsigned { ring, aux };
enum AllocArgument : unsigned {
  // of both
  kPages,
  kWatermark,
  kWritable,
  // of an AUX area
  kCapabilities,
  kHasAux,
  kSetupSucceeds,
  kOffset,
  kScarcity,
  kObjects,  ///< what is no page can be had
};

/// Bits of kCapabilities. Source: include/linux/perf_event.h.
constexpr std::uint64_t kNoSg = 4;             ///< PERF_PMU_CAP_AUX_NO_SG
constexpr std::uint64_t kPreferLarge = 0x400;  ///< PERF_PMU_CAP_AUX_PREFER_LARGE, since 6.12

/// So many that the list of them cannot be had.
constexpr std::uint64_t kTooManyPages = std::uint64_t{1} << 30U;

/// Whether attempt number `attempt` to get 2^order pages succeeds when memory is as scarce as
/// `scarcity`.
bool can_be_had(std::uint64_t scarcity, std::uint64_t attempt, unsigned order) {
  if (scarcity == 0) return true;
  if (scarcity < 8) return order < scarcity;       // nothing larger is left
  return (scarcity >> (attempt % 16U) & 1U) == 0;  // now and then
}

/// The kernel's text.
class AllocKernel : public WithoutWords {
 public:
  explicit AllocKernel(const NativeObject& object) : machine_(object) {
    machine_.answer = [this](std::string_view name, long long) -> long long {
      return name == "setup_aux" ? (setup_succeeds_ ? 1 : 0) : 0;
    };
    machine_.pages_can_be_had = [this](unsigned order) {
      const bool had = can_be_had(scarcity_, attempt_++, order);
      if (had) orders_.push_back(order);
      return had;
    };
  }

  [[nodiscard]] NativeMachine& machine() { return machine_; }

  void run(const Call& call, Answers& answers) {
    orders_.clear();
    attempt_ = 0;
    scarcity_ = 0;
    machine_.memory_can_be_had = [] { return true; };
    if (static_cast<AllocOp>(call.op) == AllocOp::ring) return run_ring(call, answers);
    run_aux(call, answers);
  }

 private:
  void* new_ring(std::uint64_t pages, std::uint64_t watermark, std::uint64_t writable) {
    return machine_.object().function<decltype(rc_new_buffer)>("rc_new_buffer")(
        static_cast<int>(pages), static_cast<long long>(watermark), 0, static_cast<int>(writable));
  }

  [[nodiscard]] std::int64_t field(void* buffer, rc_buffer_field which) const {
    return value_of(
        machine_.object().function<decltype(rc_buffer_place)>("rc_buffer_place")(buffer, which));
  }

  void run_ring(const Call& call, Answers& answers) {
    void* buffer = new_ring(call.at(kPages), call.at(kWatermark), call.at(kWritable));
    answer(answers, "rb_alloc", buffer != nullptr ? 1 : 0);
    if (buffer == nullptr) return;
    answer(answers, "watermark", field(buffer, RC_WATERMARK));
    answer(answers, "overwrite", field(buffer, RC_OVERWRITE));
    answer(answers, "paused", field(buffer, RC_PAUSED));
  }

  void run_aux(const Call& call, Answers& answers) {
    const NativeObject& object = machine_.object();
    void* buffer = new_ring(1, 0, 1);
    rc_event_setup setup{};
    setup.cpu = -1;
    void* event = object.function<decltype(rc_new_event)>("rc_new_event")(&setup);
    object.function<decltype(rc_set_pmu)>("rc_set_pmu")(event, static_cast<int>(call.at(kHasAux)),
                                                        static_cast<int>(call.at(kCapabilities)));
    orders_.clear();
    attempt_ = 0;
    scarcity_ = call.at(kScarcity);
    const bool objects = call.at(kObjects) != 0;
    machine_.memory_can_be_had = [objects] { return objects; };
    setup_succeeds_ = call.at(kSetupSucceeds) != 0;
    answer(answers, "rb_alloc_aux",
           object.function<decltype(rc_new_aux)>("rc_new_aux")(
               buffer, event, call.at(kOffset), static_cast<int>(call.at(kPages)),
               static_cast<long long>(call.at(kWatermark)), static_cast<int>(call.at(kWritable))));
    answer(answers, "aux_nr_pages", field(buffer, RC_AUX_NR_PAGES));
    answer(answers, "aux_overwrite", field(buffer, RC_AUX_OVERWRITE));
    answer(answers, "aux_watermark", field(buffer, RC_AUX_WATERMARK));
    answer(answers, "aux_pgoff", field(buffer, RC_AUX_PGOFF));
    answer(answers, "aux_refcount", field(buffer, RC_AUX_REFCOUNT));
    for (const unsigned order : orders_) answer(answers, "order of a piece", order);
    answer(answers, "warnings", static_cast<std::int64_t>(machine_.warnings.size()));
  }

  NativeMachine machine_;
  std::uint64_t scarcity_ = 0;
  std::uint64_t attempt_ = 0;
  bool setup_succeeds_ = true;
  std::vector<unsigned> orders_;
};

/// The specification.
class AllocSpecification : public WithoutWords {
 public:
  AllocSpecification(std::uint64_t page_bytes, AuxPieces pieces, int max_order, LongWidth width)
      : page_bytes_(page_bytes), pieces_(pieces), max_order_(max_order), width_(width) {}

  void run(const Call& call, Answers& answers) const {
    if (static_cast<AllocOp>(call.op) == AllocOp::ring)
      run_ring(call, answers);
    else
      run_aux(call, answers);
  }

 private:
  /// The requested watermark, as the long that the kernel's functions take.
  [[nodiscard]] std::int64_t watermark_of(const Call& call) const {
    const std::uint64_t kept = width_.unsigned_long(call.at(kWatermark));
    return static_cast<std::int64_t>(width_.sign_extended(kept));
  }
  /// A long of the kernel, as it is in the kernel's memory.
  void answer_long(Answers& answers, std::string what, std::uint64_t number) const {
    answer(answers, std::move(what), static_cast<std::int64_t>(width_.unsigned_long(number)));
  }

  void run_ring(const Call& call, Answers& answers) const {
    // The buffer and the list of its pages are one object. Source: rb_alloc.
    constexpr std::uint64_t kHead = 256;  // about what struct perf_buffer has before the list
    const auto page_shift = static_cast<unsigned>(std::countr_zero(page_bytes_));
    const bool fits = rb_alloc_fits(call.at(kPages), page_shift, kHead);
    answer(answers, "rb_alloc", fits ? 1 : 0);
    if (!fits) return;
    const RingSetup setup = ring_buffer_init(call.at(kPages) * page_bytes_, watermark_of(call),
                                             call.at(kWritable) != 0);
    answer_long(answers, "watermark", setup.watermark);
    answer(answers, "overwrite", setup.overwrite ? 1 : 0);
    answer(answers, "paused", setup.paused ? 1 : 0);
  }

  void run_aux(const Call& call, Answers& answers) const {
    AuxRequest request;
    request.page_size = page_bytes_;
    request.nr_pages = call.at(kPages);
    request.watermark = watermark_of(call);
    request.pgoff = call.at(kOffset);
    request.writable = call.at(kWritable) != 0;
    request.has_aux = call.at(kHasAux) != 0;
    request.setup_succeeds = call.at(kSetupSucceeds) != 0;
    request.no_sg = (call.at(kCapabilities) & kNoSg) != 0;
    request.prefers_large = (call.at(kCapabilities) & kPreferLarge) != 0;
    request.pieces = pieces_;
    request.max_order = max_order_;
    std::uint64_t attempt = 0;
    std::vector<int> orders;
    // Without memory for their list, no pages are asked for.
    const bool objects = call.at(kObjects) != 0;
    if (!objects) request.nr_pages = kTooManyPages;
    const AuxSetup setup = rb_alloc_aux(
        request,
        [&](int order) {
          return can_be_had(call.at(kScarcity), attempt++, static_cast<unsigned>(order));
        },
        [&](int order) { orders.push_back(order); });
    answer(answers, "rb_alloc_aux", setup.result);
    answer(answers, "aux_nr_pages", static_cast<std::int64_t>(setup.nr_pages));
    answer(answers, "aux_overwrite", setup.overwrite ? 1 : 0);
    answer_long(answers, "aux_watermark", setup.watermark);
    answer(answers, "aux_pgoff", static_cast<std::int64_t>(setup.pgoff));
    answer(answers, "aux_refcount", setup.result == 0 ? 1 : 0);
    for (const int order : orders) answer(answers, "order of a piece", order);
    answer(answers, "warnings", 0);
  }

  std::uint64_t page_bytes_;
  AuxPieces pieces_;
  int max_order_;
  LongWidth width_;
};

CallShapes shapes_of(std::uint64_t page_bytes) {
  const NumberRange watermark = one_of({0, 1, page_bytes / 2, page_bytes, page_bytes + 1,
                                        9 * page_bytes, 1U << 20U, UINT32_MAX, INT64_MAX});
  const NumberRange flag = one_of({1, 0});
  // The list of 2^14 pages of 64 bytes is as large as any that there is.
  const NumberRange pages =
      one_of({1, 2, 3, 4, 7, 8, 64, 100, 1, 2, 3, 4, 7, 8, 64, 100, 1U << 15U, 1U << 14U});
  CallShapes shapes;
  shapes.most_calls = 3;
  shapes.calls = {
      {"rb_alloc",
       {{"pages", one_of({1, 0, 2, 4, 64, 1, 0, 2, 4, 64, 1U << 12U, 1U << 13U})},
        {"watermark", watermark},
        {"writable", flag}},
       1},
      {"rb_alloc_aux",
       {{"pages", pages},
        {"watermark", watermark},
        {"writable", flag},
        {"capabilities", one_of({0, kNoSg, kPreferLarge, kNoSg | kPreferLarge})},
        {"has_aux", one_of({1, 1, 1, 0})},
        {"setup succeeds", one_of({1, 1, 1, 0})},
        {"offset", one_of({2, 100})},
        {"scarcity", one_of({0, 1, 2, 3, 0x1111, 0xfff8, 0xffff})},
        {"objects", one_of({1, 1, 1, 1, 0})}},
       4},
  };
  return shapes;
}

}  // namespace

CallReport hold_alloc_calls(const NativeObject& object, std::uint64_t seed,
                            std::uint64_t programs) {
  const std::uint64_t page_bytes = std::uint64_t{1} << object.options().page_shift;
  const AuxPieces pieces =
      object.says("PERF_PMU_CAP_AUX_PREFER_LARGE") ? AuxPieces::as_the_pmu_asks : AuxPieces::large;
  const int max_order = object.says("MAX_PAGE_ORDER") ? kMaxOrder - 1 : kMaxOrder;
  const CallShapes shapes = shapes_of(page_bytes);
  return hold_calls(shapes, seed, programs, [&](const CallProgram& program, CallReport& report) {
    AllocKernel kernel(object);
    AllocSpecification specification(page_bytes, pieces, max_order, object.options().width());
    return difference_of(
        program, kernel, specification, 0, [](std::uint64_t) { return std::string(); }, report);
  });
}

}  // namespace ringcheck
