// AUX transactions on the kernel's text.
// Tested by `make kernel`.
#include "kernel/calls/aux_sides.hpp"

namespace ringcheck {

AuxKernel::AuxKernel(const NativeObject& object, const AuxAreaSetup& setup,
                     const AuxAreaWords& words)
    : words_(words), head_(setup.head), area_(object, setup, words) {
  area_.make([](void*) {});
  for (unsigned i = 0; i < kAuxHandles; ++i) {
    handles_[i] = area_.call<rc_aux_handle*()>("rc_new_aux_handle")();
    area_.add_handle(handles_[i], words.handles[i]);
  }
  area_.machine.tracing = true;
}

std::uint64_t AuxKernel::open_event(unsigned handle) const {
  return area_.number_of(area_.call<decltype(rc_aux_event)>("rc_aux_event")(handles_[handle]));
}

const CallGuard* AuxKernel::guard(const Call& call) const {
  const auto op = static_cast<AuxOp>(call.op);
  const auto handle = static_cast<unsigned>(call.at(0));
  return aux_guard(op, op < AuxOp::aux_tail ? open_event(handle) : 0,
                   op < AuxOp::aux_tail ? busy_[handle] : 0);
}

void AuxKernel::run(const Call& call, Answers& answers) {
  const auto op = static_cast<AuxOp>(call.op);
  const bool of_handle = op < AuxOp::aux_tail;
  const auto index = static_cast<unsigned>(of_handle ? call.at(0) : 0);
  rc_aux_handle* handle = handles_[index];
  if (of_handle) ++busy_[index];
  const auto tell = [&](const char* what, long long value) {
    answers.push_back({what, static_cast<std::uint64_t>(value)});
  };
  switch (op) {
    case AuxOp::begin:
      tell("begin",
           area_.call<decltype(rc_aux_begin)>("rc_aux_begin")(handle, area_.events[call.at(1)]));
      break;
    case AuxOp::end:
      area_.call<decltype(rc_aux_end)>("rc_aux_end")(handle, call.at(1));
      break;
    case AuxOp::skip:
      tell("skip", area_.call<decltype(rc_aux_skip)>("rc_aux_skip")(handle, call.at(1)));
      break;
    case AuxOp::flag:
      area_.call<decltype(rc_aux_flag)>("rc_aux_flag")(handle, call.at(1));
      break;
    case AuxOp::get:
      tell("get", area_.call<decltype(rc_aux_get)>("rc_aux_get")(handle));
      break;
    case AuxOp::set_head:
      area_.set(words_.handles[index].head, head_ + call.at(1));
      break;
    case AuxOp::copy:
      copy(call, answers);
      break;
    case AuxOp::aux_tail:
      area_.set(words_.aux.user_tail, head_ + call.at(0));
      break;
    case AuxOp::data_tail:
      area_.set(words_.ring.data_tail, call.at(0) == 0 ? word(words_.ring.data_head) : call.at(0));
      break;
    case AuxOp::mapped: {
      const AuxMapped mapped = mapped_of(call, word(words_.aux.aux_refcount));
      area_.set(words_.aux.aux_mmap_count, mapped.count);
      area_.set(words_.aux.aux_refcount, mapped.references);
    } break;
    case AuxOp::pause:
      area_.call<decltype(rc_pause)>("rc_pause")(area_.buffer, static_cast<int>(call.at(0)));
      break;
    case AuxOp::poll:
      tell("poll", area_.call<decltype(rc_poll)>("rc_poll")(area_.events[0]));
      break;
  }
  if (of_handle) {
    --busy_[index];
    answers.push_back({"handle->event", open_event(index)});
  }
  answers.push_back({"warnings", area_.machine.warnings.size()});
}

void AuxKernel::copy(const Call& call, Answers& answers) {
  rc_writer* writer = area_.call<rc_writer*()>("rc_new_writer")();
  const std::uint64_t size = copied_bytes(call, head_, words_.aux_bytes);
  const int begun = area_.call<decltype(rc_write_begin)>("rc_write_begin")(
      writer, area_.events[0], static_cast<unsigned>(size), 0);
  answers.push_back({"begin of a record", static_cast<std::uint64_t>(begun)});
  if (begun != 0) return;
  const long long copied = area_.call<decltype(rc_write_copy_aux)>("rc_write_copy_aux")(
      writer, handles_[call.at(0)], head_ + call.at(1), head_ + call.at(1) + call.at(2));
  answers.push_back({"copied", static_cast<std::uint64_t>(copied)});
  area_.call<decltype(rc_write_end)>("rc_write_end")(writer);
}

}  // namespace ringcheck
