// Tested by tests/kernel/mapping_specification_test.cpp and `make kernel`.
#include <array>

#include "kernel/calls/mapping_sides.hpp"
#include "protocol/aux/aux_mmap.hpp"

namespace ringcheck {

MapRequest map_request(const Call& call) {
  const std::uint64_t scarcity = call.at(4);
  return {{call.at(0), call.at(1), call.at(2) != 0, call.at(3) != 0},
          scarcity != 0,
          scarcity != 0 ? scarcity - 1 : 0};
}

const CallGuard* map_guard(const Call& call, std::size_t mappings, bool has_buffer) {
  const auto op = static_cast<MapOp>(call.op);
  if (op == MapOp::map) return nullptr;
  if (op == MapOp::ask || op == MapOp::map_aux) return has_buffer ? nullptr : &guards::kNoUserPage;
  return mappings != 0 ? nullptr : &guards::kNoMapping;
}

CallShapes mapping_call_shapes() {
  const NumberShape mapping = {"mapping", below(4)};
  const NumberShape shared = {"shared", one_of({1, 1, 1, 1, 1, 0})};
  const NumberShape writable = {"writable", one_of({1, 0})};
  const NumberShape scarcity = {"scarcity", one_of({0, 0, 0, 1, 2, 3})};
  const NumberShape offset = {"offset", one_of({3, 3, 3, 4, 2, 8})};
  const NumberShape aux_pages = {"pages", one_of({2, 2, 2, 1, 4, 3})};
  CallShapes shapes;
  shapes.most_calls = 20;
  shapes.setup = {{"per task", one_of({1, 0})}, {"inherited", one_of({0, 0, 0, 1})}};
  shapes.calls = {
      {"mmap",
       {{"pgoff", one_of({0, 0, 0, 0, 0, 3, 3, 4, 1, 8})},
        {"pages", one_of({3, 3, 2, 2, 1, 4, 5})},
        shared,
        writable,
        scarcity},
       5},
      {"munmap", {mapping}, 4},
      {"open", {mapping}, 1},
      {"fault", {mapping, {"page", below(6)}, {"kind", below(3)}}, 2},
      {"may_split", {mapping}, 1},
      {"ask for AUX", {offset, aux_pages}, 1},
      {"mmap of AUX", {offset, aux_pages, shared, writable, scarcity}, 6},
  };
  return shapes;
}

MappingSpecification::MappingSpecification(const CallProgram& program, std::uint64_t page_bytes)
    : page_bytes_(page_bytes) {
  rb_.per_task_inherited = program.setup.at(0) != 0 && program.setup.at(1) != 0;
  user_page_.words.assign(2, 0);
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
  user_page_.words = {call.at(0) * page_bytes_, call.at(1) * page_bytes_};
}

void MappingSpecification::unmap(std::size_t index) {
  const bool had_aux = rb_.aux_nr_pages != 0;
  perf_mmap_close(rb_, mappings_[index]);
  mappings_.erase(mappings_.begin() + static_cast<std::ptrdiff_t>(index));
  aux_was_freed_ = rb_.exists && (aux_was_freed_ || (had_aux && rb_.aux_nr_pages == 0));
  // The next buffer gets a user page of its own.
  if (!rb_.exists) user_page_.words.assign(2, 0);
}

void MappingSpecification::map(const Call& call, Answers& answers) {
  const MapRequest request = map_request(call);
  const MappedArea& area = request.area;
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
  if (error == 0 && makes && request.scarce && request.enough < area.pages) {
    error = kNoMemory;
    aux_failed_after_another_ = aux_failed_after_another_ || (area.pgoff != 0 && aux_was_freed_);
  } else {
    rb_ = after;
  }
  answer(answers, "mmap", error);
  if (error == 0) mappings_.push_back(area);
}

void MappingSpecification::fault(const Call& call, const MappedArea& area, Answers& answers) const {
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

void MappingSpecification::tell(Answers& answers) const {
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

}  // namespace ringcheck
