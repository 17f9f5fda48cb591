// Programs of whoever maps one event's buffer: the data ring, an AUX area as the user page asks for
// it, mappings once more, faults, and munmap.
// Tested by `make kernel`.
#include "kernel/calls/mapping_calls.hpp"

#include "kernel/calls/recording_cpu.hpp"
#include "kernel/calls/without_words.hpp"
#include "protocol/aux/aux_mmap.hpp"
#include "protocol/lifetime/perf_mapping.hpp"

namespace ringcheck {
namespace {

enum class MapOp : unsigned {
  map,        ///< pgoff, pages, shared, writable
  unmap,      ///< mapping
  again,      ///< mapping
  fault,      ///< mapping, page in it, kind
  may_split,  ///< mapping
  ask,        ///< the user page says where the AUX area is: offset, size (bytes)
};

/// The mapping that a number stands for, of `count`.
std::size_t chosen(std::uint64_t number, std::size_t count) {
  return number % count;
}

/// Pages that are there for an mmap while they are scarce: none for AUX pages, whose pieces are of
/// any order, and some for a data ring.
std::uint64_t pages_to_be_had(const Call& call) {
  return call.at(0) != 0 ? 0 : call.at(4) - 1;
}

const CallGuard* map_guard(const Call& call, std::size_t mappings, bool has_buffer) {
  const auto op = static_cast<MapOp>(call.op);
  if (op == MapOp::map) return nullptr;
  if (op == MapOp::ask) return has_buffer ? nullptr : &guards::kNoUserPage;
  return mappings != 0 ? nullptr : &guards::kNoMapping;
}

/// The kernel's text.
class MappingKernel : public WithoutWords {
 public:
  MappingKernel(const NativeObject& object, const CallProgram& program) : machine_(object) {
    machine_.answer = [](std::string_view name, long long) -> long long {
      return name == "rlimit" ? INT64_MAX : 1;
    };
    rc_event_setup setup{};
    setup.cpu = program.setup.at(0) != 0 ? -1 : 2;
    setup.inherit = program.setup.at(1) != 0 ? 1 : 0;
    machine_.pages_can_be_had = [this](unsigned) { return !scarce_ || had_++ < enough_; };
    event_ = object.function<decltype(rc_new_event)>("rc_new_event")(&setup);
    object.function<decltype(rc_set_pmu)>("rc_set_pmu")(event_, 1, 0);
  }

  [[nodiscard]] NativeMachine& machine() { return machine_; }
  [[nodiscard]] const CallGuard* guard(const Call& call) const {
    return map_guard(call, mappings_.size(), buffer() != nullptr);
  }

  void run(const Call& call, Answers& answers) {
    const NativeObject& object = machine_.object();
    const std::size_t index = mappings_.empty() ? 0 : chosen(call.at(0), mappings_.size());
    switch (static_cast<MapOp>(call.op)) {
      case MapOp::map:
        map(call, answers);
        break;
      case MapOp::unmap:
        object.function<decltype(rc_unmap)>("rc_unmap")(mappings_[index].first);
        mappings_.erase(mappings_.begin() + static_cast<std::ptrdiff_t>(index));
        break;
      case MapOp::again:
        mappings_.emplace_back(
            object.function<decltype(rc_map_again)>("rc_map_again")(mappings_[index].first),
            mappings_[index].second);
        break;
      case MapOp::fault:
        answer(answers, "page",
               object.function<decltype(rc_fault_page)>("rc_fault_page")(
                   mappings_[index].first, mappings_[index].second + call.at(1),
                   static_cast<rc_fault>(call.at(2))));
        break;
      case MapOp::may_split:
        answer(answers, "may_split",
               object.function<decltype(rc_may_split)>("rc_may_split")(mappings_[index].first));
        break;
      case MapOp::ask:
        set(RC_USER_AUX_OFFSET, call.at(0) << object.options().page_shift);
        set(RC_USER_AUX_SIZE, call.at(1) << object.options().page_shift);
        break;
    }
    tell(answers);
  }

 private:
  [[nodiscard]] void* buffer() const {
    return machine_.object().function<decltype(rc_buffer_of)>("rc_buffer_of")(event_);
  }
  [[nodiscard]] rc_place place(rc_buffer_field field) const {
    return machine_.object().function<decltype(rc_buffer_place)>("rc_buffer_place")(buffer(),
                                                                                    field);
  }
  void set(rc_buffer_field field, std::uint64_t value) const {
    std::memcpy(const_cast<void*>(place(field).at), &value, place(field).bytes);
  }

  void map(const Call& call, Answers& answers) {
    int error = 0;
    scarce_ = call.at(4) != 0;
    enough_ = pages_to_be_had(call);
    had_ = 0;
    rc_mapping* mapping = machine_.object().function<decltype(rc_map)>("rc_map")(
        event_, call.at(0), call.at(1), static_cast<int>(call.at(2)), static_cast<int>(call.at(3)),
        &error);
    answer(answers, "mmap", error);
    if (error == 0) mappings_.emplace_back(mapping, call.at(0));
  }

  void tell(Answers& answers) const {
    auto* event_place = machine_.object().function<decltype(rc_event_place)>("rc_event_place");
    answer(answers, "event->mmap_count", value_of(event_place(event_, RC_EVENT_MMAP_COUNT)));
    answer(answers, "event->rb", buffer() != nullptr ? 1 : 0);
    answer(answers, "warnings", static_cast<std::int64_t>(machine_.warnings.size()));
    if (buffer() == nullptr && mappings_.empty())
      answer(answers, "pages left", static_cast<std::int64_t>(machine_.pages_left()));
    if (buffer() == nullptr) return;
    answer(answers, "rb->overwrite", value_of(place(RC_OVERWRITE)));
    answer(answers, "rb->nr_pages", value_of(place(RC_NR_PAGES)));
    answer(answers, "rb->mmap_count", value_of(place(RC_MMAP_COUNT)));
    answer(answers, "rb->aux_nr_pages", value_of(place(RC_AUX_NR_PAGES)));
    answer(answers, "rb->aux_mmap_count", value_of(place(RC_AUX_MMAP_COUNT)));
    if (value_of(place(RC_AUX_NR_PAGES)) != 0)
      answer(answers, "rb->aux_pgoff", value_of(place(RC_AUX_PGOFF)));
  }

  NativeMachine machine_;
  void* event_ = nullptr;
  std::vector<std::pair<rc_mapping*, std::uint64_t>> mappings_;  ///< with where each starts
  bool scarce_ = false;       ///< of pages there are no more than `enough_`
  std::uint64_t enough_ = 0;  ///< for this call
  std::uint64_t had_ = 0;
};

/// The specification.
class MappingSpecification : public WithoutWords {
 public:
  MappingSpecification(const CallProgram& program, std::uint64_t page_bytes)
      : page_bytes_(page_bytes) {
    rb_.per_task_inherited = program.setup.at(0) != 0 && program.setup.at(1) != 0;
    user_page_.words.assign(2, 0);
  }

  [[nodiscard]] const CallGuard* guard(const Call& call) const {
    return map_guard(call, mappings_.size(), rb_.exists);
  }

  void run(const Call& call, Answers& answers) {
    const std::size_t index = mappings_.empty() ? 0 : chosen(call.at(0), mappings_.size());
    switch (static_cast<MapOp>(call.op)) {
      case MapOp::map:
        map(call, answers);
        break;
      case MapOp::unmap:
        perf_mmap_close(rb_, mappings_[index]);
        mappings_.erase(mappings_.begin() + static_cast<std::ptrdiff_t>(index));
        // The next buffer has a page of its own.
        if (!rb_.exists) user_page_.words.assign(2, 0);
        break;
      case MapOp::again:
        perf_mmap_open(rb_, mappings_[index]);
        mappings_.push_back(mappings_[index]);
        break;
      case MapOp::fault:
        fault(call, mappings_[index], answers);
        break;
      case MapOp::may_split:
        answer(answers, "may_split", perf_mmap_may_split(rb_));
        break;
      case MapOp::ask:
        user_page_.words = {call.at(0) * page_bytes_, call.at(1) * page_bytes_};
        break;
    }
    tell(answers);
  }

 private:
  void map(const Call& call, Answers& answers) {
    const MappedArea area{call.at(0), call.at(1), call.at(2) != 0, call.at(3) != 0};
    bool granted = false;
    if (rb_.exists && area.pgoff != 0) {
      AuxMmapTarget target;
      target.aux_offset = 0;
      target.aux_size = 1;
      target.page_size = page_bytes_;
      target.data_pages = rb_.nr_pages;
      if (rb_.aux_nr_pages != 0) target.mapped = AuxPages{rb_.aux_pgoff, rb_.aux_nr_pages};
      AuxPages made;
      RecordingCpu cpu(user_page_);
      granted = perf_mmap_aux(cpu, target, {area.pgoff, area.pages}, made);
    }
    const bool makes = area.pgoff == 0 ? !rb_.exists : rb_.aux_nr_pages == 0;
    MappedBuffer after = rb_;
    int error = perf_mmap(after, area, granted);
    if (error == 0 && makes && call.at(4) != 0 && pages_to_be_had(call) < area.pages)
      error = kNoMemory;
    else
      rb_ = after;
    answer(answers, "mmap", error);
    if (error == 0) mappings_.push_back(area);
  }

  void fault(const Call& call, const MappedArea& area, Answers& answers) const {
    constexpr std::array kFaults = {Fault::read, Fault::write, Fault::mkwrite};
    const Fault kind = kFaults.at(call.at(2));
    const auto page = perf_mmap_fault(rb_, area.pgoff + call.at(1), kind);
    std::uint64_t number = 0;
    if (page && kind == Fault::mkwrite)
      number = 1;
    else if (page)
      number = page->kind == BufferPage::Kind::user   ? 1
               : page->kind == BufferPage::Kind::data ? 2 + page->index
                                                      : 1000 + page->index;
    answer(answers, "page", static_cast<std::int64_t>(number));
  }

  void tell(Answers& answers) const {
    const auto number = [&](const char* what, std::uint64_t value) {
      answer(answers, what, static_cast<std::int64_t>(value));
    };
    number("event->mmap_count", rb_.event_mmap_count);
    number("event->rb", rb_.exists ? 1 : 0);
    number("warnings", 0);
    if (!rb_.exists && mappings_.empty()) number("pages left", 0);
    if (!rb_.exists) return;
    number("rb->overwrite", rb_.overwrite ? 1 : 0);
    number("rb->nr_pages", rb_.nr_pages);
    number("rb->mmap_count", rb_.mmap_count);
    number("rb->aux_nr_pages", rb_.aux_nr_pages);
    number("rb->aux_mmap_count", rb_.aux_mmap_count);
    if (rb_.aux_nr_pages != 0) number("rb->aux_pgoff", rb_.aux_pgoff);
  }

  std::uint64_t page_bytes_;
  MappedBuffer rb_{};
  std::vector<MappedArea> mappings_;
  RecordedMemory user_page_;
};

CallShapes shapes_of() {
  const NumberShape mapping = {"mapping", below(4)};
  CallShapes shapes;
  shapes.most_calls = 16;
  shapes.setup = {{"per task", one_of({1, 0})}, {"inherited", one_of({0, 0, 0, 1})}};
  shapes.calls = {
      {"mmap",
       {{"pgoff", one_of({0, 0, 0, 3, 3, 4, 1, 8})},
        {"pages", one_of({3, 3, 2, 2, 1, 4, 5})},
        {"shared", one_of({1, 1, 1, 1, 1, 0})},
        {"writable", one_of({1, 0})},
        {"scarcity", one_of({0, 0, 0, 1, 2, 3})}},
       6},
      {"munmap", {mapping}, 3},
      {"open", {mapping}, 2},
      {"fault", {mapping, {"page", below(6)}, {"kind", below(3)}}, 3},
      {"may_split", {mapping}, 1},
      {"ask for AUX",
       {{"offset", one_of({3, 3, 3, 4, 2, 8})}, {"pages", one_of({2, 2, 2, 1, 4, 3})}},
       4},
  };
  return shapes;
}

}  // namespace

CallReport hold_mapping_calls(const NativeObject& object, std::uint64_t seed,
                              std::uint64_t programs) {
  const std::uint64_t page_bytes = std::uint64_t{1} << object.options().page_shift;
  const CallShapes shapes = shapes_of();
  return hold_calls(shapes, seed, programs, [&](const CallProgram& program, CallReport& report) {
    MappingKernel kernel(object, program);
    MappingSpecification specification(program, page_bytes);
    return difference_of(program, kernel, specification, 0, no_name, report);
  });
}

}  // namespace ringcheck
