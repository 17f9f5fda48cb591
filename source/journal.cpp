// Tested by tests/source, whose programs all run by it under sc, x86-tso and rc11.
#include "source/journal.hpp"

namespace ringcheck::source {

namespace {

/// Values that states of one thread may hold together, before they are kept more rarely.
constexpr std::size_t kRoom = 1 << 18;

std::size_t size_of(const ThreadState& state) {
  return 16 + state.registers.size() + state.memory.fragments().size() + state.blocks.size();
}

}  // namespace

void Journal::pass_by(ThreadRun& run) {
  run_ = &run;
}

const ThreadState* Journal::begin(ThreadRun& run) {
  run_ = &run;
  writes_ = keeps_ = true;
  for (std::size_t n = 0; n < accesses_.size(); ++n) {
    // A load without a value ends the run here, and leaves the journal as it is.
    const Word result = make(accesses_[n]);
    if (result.value == accesses_[n].result.value) continue;
    accesses_[n].result = result;
    accesses_[n].next_slot = run.next_slot();
    accesses_.resize(n + 1);
    while (states_ > 0 && kept_[states_ - 1].accesses > n) --states_;
    break;
  }
  next_ = states_ == 0 ? 0 : kept_[states_ - 1].accesses;
  return states_ == 0 ? nullptr : &kept_[states_ - 1].state;
}

Word Journal::make(const Access& access) {
  switch (access.kind) {
    case Kind::load:
      return run_->load(access.address, access.tags);
    case Kind::store:
      run_->store(access.address, access.value, access.tags);
      return {};
    case Kind::fence:
      run_->fence(access.tags);
      return {};
    case Kind::update:
      return run_->read_modify_write(access.operation, access.address, access.value, access.order,
                                     access.expected);
    case Kind::choice:
      return run_->choose(access.value.value);
  }
  return {};
}

/// The result of an access of the code.
Word Journal::made(const Access& access) {
  if (catches_up()) return accesses_[next_++].result;
  const Word result = make(access);
  if (!writes_) return result;
  accesses_.push_back(access);
  accesses_.back().result = result;
  accesses_.back().next_slot = run_->next_slot();
  ++next_;
  return result;
}

Word Journal::load(const Word& address, TagSet tags) {
  Access access;
  access.tags = tags;
  access.address = address;
  return made(access);
}

void Journal::store(const Word& address, const Word& value, TagSet tags) {
  Access access;
  access.kind = Kind::store;
  access.tags = tags;
  access.address = address;
  access.value = value;
  made(access);
}

void Journal::fence(TagSet tags) {
  Access access;
  access.kind = Kind::fence;
  access.tags = tags;
  made(access);
}

Word Journal::read_modify_write(RmwOperation operation, const Word& address, const Word& operand,
                                const RmwOrder& order, const Word& expected) {
  Access access;
  access.kind = Kind::update;
  access.operation = operation;
  access.order = order;
  access.address = address;
  access.value = operand;
  access.expected = expected;
  return made(access);
}

std::uint64_t Journal::choose(std::uint64_t count) {
  Access access;
  access.kind = Kind::choice;
  access.value = count;
  return made(access).value;
}

int Journal::next_slot() const {
  if (!catches_up()) return run_->next_slot();
  return next_ == 0 ? 0 : accesses_[next_ - 1].next_slot;
}

void Journal::keep(const ThreadState& state) {
  if (!keeps_ || catches_up()) return;
  const std::size_t apart = 1 + size_of(state) * accesses_.size() / kRoom;
  const bool fresh = states_ == 0 || kept_[states_ - 1].accesses + apart <= next_;
  const bool again = states_ > 0 && kept_[states_ - 1].accesses == next_;
  if (!fresh && !again) return;
  if (fresh) {
    if (states_ == kept_.size()) kept_.emplace_back();
    ++states_;
  }
  kept_[states_ - 1].accesses = next_;
  kept_[states_ - 1].state = state;
  --kept_[states_ - 1].state.steps;  // The instruction is counted when it is run again.
}

}  // namespace ringcheck::source
