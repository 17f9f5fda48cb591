// Tested by tests/kernel/mapping_specification_test.cpp and `make kernel`.
#include <array>

#include "kernel/calls/mapping_sides.hpp"
#include "protocol/aux/aux_mmap.hpp"
#include "protocol/lifetime/rb_alloc.hpp"

namespace ringcheck {

namespace {

/// Where the user page ends to say of itself: offsetof(struct perf_event_mmap_page, __reserved).
/// Source: include/uapi/linux/perf_event.h.
constexpr std::uint64_t kUserPageSize = 96;

}  // namespace

MapSetup map_setup(const CallProgram& program) {
  const auto at = [&](std::size_t i) {
    return i < program.setup.size() ? program.setup[i] : std::uint64_t{0};
  };
  MapSetup setup;
  setup.per_task = at(0) != 0;
  setup.inherited = at(1) != 0;
  setup.by_watermark = at(2) != 0;
  setup.watermark = static_cast<std::uint32_t>(at(3));
  setup.user_limit = at(4);
  setup.memory_limit = at(5);
  setup.paranoid = at(6) != 1;
  setup.capable = at(6) == 2;
  setup.may_read = at(7) == 0;
  setup.runs = at(8) != 0;
  constexpr std::uint64_t kMoves = 2, kStops = 3;
  if (at(8) == kMoves && setup.per_task) setup.moves = MapSetup::Moves::elsewhere;
  if (at(8) == kStops) setup.moves = MapSetup::Moves::off;
  setup.asked_before = at(9);
  return setup;
}

MapRequest map_request(const Call& call) {
  constexpr std::uint64_t kNoObjects = 4;
  const std::uint64_t scarcity = call.at(4) % kNoObjects;
  const bool no_objects = call.at(4) == kNoObjects;
  return {{call.at(0), call.at(1), call.at(2) != 0, call.at(3) != 0},
          scarcity != 0 || no_objects,
          scarcity != 0 ? scarcity - 1 : 0,
          no_objects,
          {call.at(5) % kChargedParties, call.at(5) / kChargedParties}};
}

const CallGuard* map_guard(const Call& call, std::size_t mappings, bool has_buffer) {
  const auto op = static_cast<MapOp>(call.op);
  if (op == MapOp::map) return nullptr;
  if (op == MapOp::ask || op == MapOp::map_aux) return has_buffer ? nullptr : &guards::kNoUserPage;
  return mappings != 0 ? nullptr : &guards::kNoMapping;
}

CallShapes mapping_call_shapes(LongWidth width) {
  const NumberShape mapping = {"mapping", below(4)};
  const NumberShape shared = {"shared", one_of({1, 1, 1, 1, 1, 0})};
  const NumberShape writable = {"writable", one_of({1, 0})};
  const NumberShape scarcity = {"scarcity", one_of({0, 0, 0, 1, 2, 3, 4})};
  const NumberShape offset = {"offset", one_of({3, 3, 3, 4, 2, 8})};
  // An int does not count the largest. A mapping of a 32-bit kernel is not as large.
  constexpr std::uint64_t kTooMany = std::uint64_t{INT32_MAX} + 1;
  const NumberShape aux_pages = {"pages", one_of({2, 2, 2, 1, 4, 3, 2, 2, 2, 1, 4, 3, 2, 2, 2, 1, 4,
                                                  3, width.narrow ? 2 : kTooMany})};
  const NumberShape who = {"who", one_of({0, 0, 0, 1, 2, 3})};
  CallShapes shapes;
  shapes.most_calls = 20;
  shapes.setup = {{"per task", one_of({1, 0})},
                  {"inherited", one_of({0, 0, 0, 1})},
                  {"by watermark", one_of({0, 1})},
                  {"watermark", one_of({0, 1, 1000, 100000})},
                  {"user's pages", one_of({100, 100, 0, 1, 2, 3})},
                  {"memory's pages", one_of({100, 100, 0, 1, 2, 4})},
                  {"privilege", one_of({0, 0, 0, 1, 2})},
                  {"may not read", one_of({0, 0, 0, 0, 0, 0, 0, 1})},
                  {"runs", one_of({0, 1, 2, 3})},
                  {"asked before it moves", below(3)}};
  shapes.calls = {
      {"mmap",
       {{"pgoff", one_of({0, 0, 0, 0, 0, 3, 3, 4, 1, 8})},
        {"pages", one_of({3, 3, 2, 2, 1, 4, 5})},
        shared,
        writable,
        scarcity,
        who},
       5},
      {"munmap", {mapping}, 4},
      {"open", {mapping}, 1},
      {"fault", {mapping, {"page", below(6)}, {"kind", below(3)}}, 2},
      {"may_split", {mapping}, 1},
      {"ask for AUX", {offset, aux_pages}, 1},
      {"mmap of AUX", {offset, aux_pages, shared, writable, scarcity, who}, 9},
  };
  return shapes;
}

MappingSpecification::MappingSpecification(const CallProgram& program, std::uint64_t page_bytes)
    : page_bytes_(page_bytes), setup_(map_setup(program)) {
  rb_.per_task_inherited = setup_.per_task && setup_.inherited;
  locked_.user_lock_limit = setup_.user_limit * kOnlineCpus;
  locked_.lock_limit = setup_.paranoid && !setup_.capable ? setup_.memory_limit : ~std::uint64_t{0};
  memory_.words.assign(kMapWords, 0);
  if (setup_.runs) {
    at(MapWord::state) = 1;
    at(MapWord::oncpu) = kEventCpu + 1;
  }
  memory_.tracing = true;
}

const CallGuard* MappingSpecification::guard(const Call& call) const {
  return map_guard(call, mappings_.size(), rb_.exists);
}

void MappingSpecification::run(const Call& call, Answers& answers) {
  const std::size_t index = mappings_.empty() ? 0 : chosen_mapping(call.at(0), mappings_.size());
  switch (static_cast<MapOp>(call.op)) {
    case MapOp::map:
      map(call, answers);
      break;
    case MapOp::unmap:
      unmap(index);
      break;
    case MapOp::again:
      perf_mmap_open(rb_, mappings_[index].area);
      ++charged_.mmap_count;
      if (mappings_[index].area.pgoff != 0) ++charged_.aux_mmap_count;
      mappings_.push_back(mappings_[index]);
      break;
    case MapOp::fault:
      fault(call, mappings_[index].area, answers);
      break;
    case MapOp::may_split:
      answer(answers, "may_split", perf_mmap_may_split(rb_));
      break;
    case MapOp::ask:
      ask(call);
      break;
    case MapOp::map_aux:
      ask(call);
      map(call, answers);
      break;
  }
  tell(answers);
}

void MappingSpecification::ask(const Call& call) {
  at(MapWord::aux_offset) = call.at(0) * page_bytes_;
  at(MapWord::aux_size) = call.at(1) * page_bytes_;
}

void MappingSpecification::unmap(std::size_t index) {
  const bool had_aux = rb_.aux_nr_pages != 0;
  look_at(MapWord::rb);  // ring_buffer_get
  const Mapped& mapped = mappings_[index];
  perf_mmap_close(rb_, mapped.area);
  unmap_charged(locked_, charged_, mapped.who, mapped.area.pgoff != 0);
  mappings_.erase(mappings_.begin() + static_cast<std::ptrdiff_t>(index));
  // What runs is stopped before its AUX area goes, and before it gets another buffer or none.
  if (had_aux && rb_.aux_nr_pages == 0) stop_output();
  if (!rb_.exists) attach(0, 1);
  aux_was_freed_ = rb_.exists && (aux_was_freed_ || (had_aux && rb_.aux_nr_pages == 0));
  // The next buffer gets a user page of its own.
  if (!rb_.exists) at(MapWord::aux_offset) = at(MapWord::aux_size) = 0;
}

void MappingSpecification::ask_cpu() {
  if (asked_++ != setup_.asked_before || setup_.moves == MapSetup::Moves::stays) return;
  const bool off = setup_.moves == MapSetup::Moves::off;
  at(MapWord::state) = off ? 0 : 1;
  at(MapWord::oncpu) = off ? 0 : kNextCpu + 1;
}

bool MappingSpecification::stop_on(std::uint64_t oncpu, std::size_t kind) {
  if (look_at(MapWord::state) != 1) return true;
  cpu_.smp_rmb();
  if (look_at(MapWord::oncpu) != oncpu) return false;
  ++stops_.at(kind);
  return true;
}

void MappingSpecification::attach(std::uint64_t rb, std::size_t kind) {
  stop_event(kind);
  cpu_.smp_store_release(static_cast<std::uint64_t>(MapWord::rb), rb);
}

void MappingSpecification::stop_event(std::size_t kind) {
  for (bool done = false; !done;) {
    if (look_at(MapWord::state) != 1) return;
    cpu_.smp_rmb();
    const std::uint64_t oncpu = look_at(MapWord::oncpu);
    ask_cpu();
    done = stop_on(oncpu, kind);
  }
}

void MappingSpecification::stop_output() {
  constexpr std::size_t kHasAux = 2;
  for (bool done = false; !done;) {
    const std::uint64_t oncpu = setup_.per_task ? look_at(MapWord::oncpu) : kEventCpu + 1;
    if (oncpu == 0) return;
    ask_cpu();
    // Its CPU finds the event in the context that is there.
    if (setup_.runs) look_at(MapWord::rb);
    done = !setup_.runs || stop_on(oncpu, kHasAux);
  }
}

std::string name_of_map_word(std::uint64_t word) {
  constexpr std::array kNames = {"aux_offset", "aux_size", "event->state", "event->oncpu",
                                 "event->rb"};
  return kNames.at(word);
}

bool MappingSpecification::grants_aux(const MappedArea& area) {
  // What is refused before does not come to look at the user page.
  if (!rb_.exists || area.pgoff == 0 || !area.shared || rb_.per_task_inherited) return false;
  AuxMmapTarget target;
  target.aux_offset = static_cast<std::uint64_t>(MapWord::aux_offset);
  target.aux_size = static_cast<std::uint64_t>(MapWord::aux_size);
  target.page_size = page_bytes_;
  target.data_pages = rb_.nr_pages;
  if (rb_.aux_nr_pages != 0) target.mapped = AuxPages{rb_.aux_pgoff, rb_.aux_nr_pages};
  AuxPages made;
  return perf_mmap_aux(cpu_, target, {area.pgoff, area.pages}, made);
}

// What is refused comes first, then what may be locked, then memory.
int MappingSpecification::try_map(const MapRequest& request) {
  const MappedArea& area = request.area;
  if (!rb_.per_task_inherited && area.shared && !setup_.may_read) return kAccess;
  const bool makes = area.pgoff == 0 ? !rb_.exists : rb_.aux_nr_pages == 0;
  const bool may_be_aux = area.pgoff != 0 && area.shared && !rb_.per_task_inherited && rb_.exists;
  if (may_be_aux && area.pages > INT32_MAX) return kNoMemory;
  MappedBuffer rb = rb_;
  if (const int error = perf_mmap(rb, area, grants_aux(area)); error != 0) return error;
  LockedPages locked = locked_;
  ChargedBuffer charged = charged_;
  auto* const charge = area.pgoff == 0 ? map_charged_data : map_charged_aux;
  if (const int error = charge(locked, charged, request.who, area.pages); error != 0) return error;
  if (makes && request.scarce && request.enough < area.pages) {
    // The list of AUX pages is given back with the pages: not where there are none. Source:
    // __rb_free_aux.
    if (area.pgoff != 0 && request.enough == 0 && !request.no_objects) ++lists_lost_;
    aux_failed_after_another_ = aux_failed_after_another_ || (area.pgoff != 0 && aux_was_freed_);
    return kNoMemory;
  }
  if (makes && area.pgoff == 0) {
    attach(1, 0);
    look_at(MapWord::rb);  // perf_event_init_userpage
  }
  rb_ = rb;
  locked_ = locked;
  charged_ = charged;
  return 0;
}

void MappingSpecification::map(const Call& call, Answers& answers) {
  const MapRequest request = map_request(call);
  const int error = try_map(request);
  answer(answers, "mmap", error);
  if (error != 0) return;
  mappings_.push_back({request.area, request.who});
  // A child gets no mapping, mremap expands none, and no core dump has one. Source: perf_mmap.
  answer(answers, "vma allows", 0);
}

void MappingSpecification::fault(const Call& call, const MappedArea& area, Answers& answers) {
  constexpr std::array kFaults = {Fault::read, Fault::write, Fault::mkwrite};
  const Fault kind = kFaults.at(call.at(2));
  if (kind != Fault::mkwrite) look_at(MapWord::rb);
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

void MappingSpecification::tell(Answers& answers) const {
  const auto number = [&](const char* what, std::uint64_t value) {
    answer(answers, what, static_cast<std::int64_t>(value));
  };
  number("event->mmap_count", rb_.event_mmap_count);
  number("mappings told", mappings_.size());
  for (std::size_t i = 0; i < kChargedParties; ++i) {
    number("user->perf_mlock", locked_.perf_mlock.at(i));
    number("mm->pinned_vm", locked_.pinned_vm.at(i));
  }
  for (const std::uint64_t stops : stops_) number("stops", stops);
  number("event->rb", rb_.exists ? 1 : 0);
  number("warnings", 0);
  if (!rb_.exists && mappings_.empty()) {
    number("pages left", 0);
    number("objects left", lists_lost_);
  }
  if (!rb_.exists) return;
  number("rb->overwrite", rb_.overwrite ? 1 : 0);
  const std::uint64_t data_size = rb_.nr_pages * page_bytes_;
  number("rb->watermark",
         ring_buffer_init(data_size, setup_.by_watermark ? setup_.watermark : 0, !rb_.overwrite)
             .watermark);
  number("user_page->size", kUserPageSize);
  number("user_page->data_offset", page_bytes_);
  number("user_page->data_size", data_size);
  number("data_page_nr(rb)", rb_.nr_pages);
  number("rb->mmap_count", rb_.mmap_count);
  number("rb->aux_nr_pages", rb_.aux_nr_pages);
  number("rb->aux_mmap_count", rb_.aux_mmap_count);
  if (rb_.aux_nr_pages != 0) number("rb->aux_pgoff", rb_.aux_pgoff);
}

}  // namespace ringcheck
