// Tested by tests/source.
#include "source/explored_machine.hpp"

#include <algorithm>
#include <utility>

#include "graph/diagnostic.hpp"
#include "source/arithmetic.hpp"
#include "source/code_digest.hpp"
#include "source/place_of_user.hpp"

namespace ringcheck::source {

// A run that ends here is not left through the destructors of locals: none owns memory by then.
void ExploredMachine::end_with_error(ErrorKind kind, std::uint32_t place, std::string_view what) {
  settle();
  const char* text =
      setting_.faults->text_of({Fault::Kind::error, kind, of_user(place), std::string(what), {}});
  run_.fail(text);
}

std::uint32_t ExploredMachine::of_user(std::uint32_t place) const {
  return place_of_user(*setting_.code, state_, place);
}

void ExploredMachine::demand(const Demand& demand) {
  settle();
  const char* text = setting_.faults->text_of({Fault::Kind::demand, {}, demand.place, {}, demand});
  run_.fail(text);
}

void ExploredMachine::end_at_bound(std::uint32_t place) {
  settle();
  run_.observe(static_cast<std::uint32_t>(Said::is_cut));
  const char* text = setting_.faults->text_of(
      {Fault::Kind::error, ErrorKind::termination, of_user(place), "a loop", {}});
  run_.reach_bound(text);
}

void ExploredMachine::fence(TagSet tags, std::uint32_t place) {
  settle();
  note_place(place);
  run_.fence(tags);
}

void ExploredMachine::tell_apart() {
  if (state_.is_one_of_several) demand({.kind = Demand::Kind::tell_apart, .thread = self_});
}

bool ExploredMachine::ask(const Value& condition, bool (ThreadRun::*how)(const Truth&)) {
  if (!condition.word.known) settle();
  if (scout().is_out()) return condition.word.value != 0;
  return (run_.*how)(condition.word != Word(0));
}

void ExploredMachine::depend_on(const Value& value) {
  run_.set_control(run_.control() | value.word.sources);
}

std::uint64_t ExploredMachine::number_of(const Value& value) {
  if (!value.word.known) settle();
  run_.need(value.word);
  return value.word.value;
}

std::optional<std::uint64_t> ExploredMachine::choose(std::uint64_t count) {
  settle();
  return answer([&] { return run_.choose(count); });
}

void ExploredMachine::claim(const Value& condition, std::uint32_t place, std::uint64_t text) {
  settle();
  run_.observe(static_cast<std::uint32_t>(Said::claims), condition.word, Word(place), Word(text));
}

void ExploredMachine::assume(const Value& condition) {
  settle();
  run_.assume(condition.word != Word(0));
}

void ExploredMachine::await(const Value& condition, std::uint32_t place) {
  settle();
  if (condition.word.known && condition.word.value == 0)
    run_.observe(static_cast<std::uint32_t>(Said::waits), Word(of_user(place)), Word(last_access_),
                 Word(0));
  run_.assume(condition.word != Word(0));
}

void ExploredMachine::end_waiting(std::uint32_t place, std::uint32_t since, bool owes) {
  settle();
  run_.observe(static_cast<std::uint32_t>(Said::waits), Word(of_user(place)), Word(since), Word(1),
               Word(owes ? 1 : 0));
  run_.assume(Truth(false));
}

void ExploredMachine::begin_again() {
  if (run_.follows_way() && !scout().is_out()) run_.come_to(digest_of(state_, true));
}

void ExploredMachine::come_round(std::uint32_t place, bool may_end) {
  const bool waits = std::exchange(waits_, false);
  const char* const what = !may_end ? kRoundWithoutEnd : waits ? kWaitingRound : "a round";
  loop_ = setting_.faults->text_of(
      {Fault::Kind::error, ErrorKind::termination, of_user(place), what, {}});
  declare_state();
}

void ExploredMachine::declare_state() {
  if (rounds_ == Rounds::untold || scout().is_out()) return;
  // Only what is declared just before the run stops is used.
  if (rounds_ == Rounds::when_told && run_.repeats_next()) return;
  const auto [a, b] = digest_of(state_, rounds_ != Rounds::endless, setting_.live);
  run_.declare_state(loop_, {Word(a), Word(b)});
}

ExploredMachine::Way ExploredMachine::way(const Site& site, const Value& address, Access access,
                                          TagSet tags) {
  if (!address.word.known) return Way::events;
  const std::uint64_t a = address.word.value;
  check_object(site, a, access != Access::load);
  const bool own = addresses().region(a) != Region::global &&
                   static_cast<std::size_t>(addresses().owner(a)) == self_ &&
                   !setting_.layout->shared(addresses().slot_base(a));
  if (depends(address)) {
    if (own)
      demand(
          {.kind = Demand::Kind::share, .address = addresses().slot_base(a), .place = site.place});
    return Way::events;
  }
  if (own) return Way::own;
  if (setting_.layout->meets({a, site.bytes})) return Way::events;
  if (keeps(site, a, access, tags)) return Way::own;
  if (access != Access::load) return Way::events;
  // Another thread may have filled this memory with zeros when it allocated it.
  const MemoryObject* object = setting_.image->find(a);
  if (object == nullptr || setting_.layout->freed(object->base))
    require_piece(site, a, site.atomic);
  // Nothing writes it. An access that orders others is an event all the same.
  const bool orders = !setting_.porf && !(tags == TagSet{} || tags == TagSet{Tag::once});
  return orders ? Way::events : Way::image;
}

void ExploredMachine::require_piece(const Site& site, std::uint64_t address, bool atomic) {
  demand({.kind = Demand::Kind::piece,
          .address = address,
          .bytes = site.bytes,
          .atomic = atomic,
          .place = site.place});
}

void ExploredMachine::require_write(std::uint64_t address, std::size_t piece,
                                    const LeastOrder& order) {
  const std::optional<LeastOrder> least = setting_.layout->least_order(self_, piece);
  LeastOrder has = order;
  if (order.tags.has(Tag::lock_write)) has.tags = least ? least->tags : TagSet{Tag::unlock};
  if (least && has.has(*least)) return;
  demand({.kind = Demand::Kind::write, .address = address, .thread = self_, .order = has});
}

Value ExploredMachine::load_image(std::uint64_t address, std::uint32_t bytes) const {
  return setting_.image->load(address, bytes);
}

void ExploredMachine::note_place(std::uint32_t place) {
  if (run_.transcribing() && Setting::places_are_wanted())
    run_.observe(static_cast<std::uint32_t>(Said::accesses), Word(of_user(place)));
}

Value ExploredMachine::load_events(const Site& site, const Value& address, TagSet tags) {
  note_place(site.place);
  note_no_addition(address);
  if (!address.word.known || depends(address) || site.atomic)
    return load_pieces(pieces_of(site, address, site.atomic), site.atomic, tags);
  // A plain access to several pieces is one event for each.
  const std::vector<Piece>& pieces = setting_.layout->pieces();
  const std::uint64_t end = address.word.value + site.bytes;
  Value value(kUndefined);
  std::uint64_t next = address.word.value;
  const auto add = [&](const Value& part, std::uint32_t bytes) {
    const auto done = static_cast<std::uint32_t>(next - address.word.value);
    value = done == 0 ? part : joined(value, done, part, bytes);
    next += bytes;
  };
  const auto add_gap = [&](std::uint64_t to) {
    const auto gap = static_cast<std::uint32_t>(to - next);
    if (setting_.layout->keeper_of({next, gap}, self_) != Keeper::nobody)
      require_piece(site, address.word.value, false);
    add(load_image(next, gap), gap);
  };
  for (std::size_t p = setting_.layout->first_after(next);
       p < pieces.size() && pieces[p].address < end; ++p) {
    const Piece& piece = pieces[p];
    if (piece.address < next || piece.address + piece.bytes > end)
      require_piece(site, address.word.value, false);
    if (piece.address > next) add_gap(piece.address);
    add(load_event({address_of(static_cast<LocId>(p)), address.word.sources, true}, tags),
        piece.bytes);
  }
  if (next < end) add_gap(end);
  return value;
}

Value ExploredMachine::raw_load(const Site& site, const Value& address, TagSet tags) {
  if (scout().is_out()) return load_before_events(site, address, tags);
  last_access_ = now();
  switch (way(site, address, Access::load, tags)) {
    case Way::own:
      return load_own(address.word.value, site.bytes);
    case Way::image:
      return load_image(address.word.value, site.bytes);
    case Way::events:
      break;
  }
  const std::uint32_t slot = now();
  Value value = load_events(site, address, tags);
  if (!value.word.known) value.name = name_of_access(slot, 8 * site.bytes);
  return value;
}

Value ExploredMachine::load(const Site& site, const Value& address, TagSet tags) {
  Value value = raw_load(site, address, tags);
  if (is_undefined(value))
    fail(ErrorKind::uninitialized, site.place, "a read of memory that nothing was stored to");
  return value;
}

Value ExploredMachine::peek(const Site& site, const Value& address) {
  return raw_load(site, address, setting_.plain);
}

std::uint32_t ExploredMachine::piece_at(const Value& address, std::uint32_t most) const {
  if (!address.word.known) return most;
  const std::vector<Piece>& pieces = setting_.layout->pieces();
  const std::size_t p = setting_.layout->first_after(address.word.value);
  if (p == pieces.size()) return most;
  const Piece& piece = pieces[p];
  const std::uint64_t end =
      piece.address <= address.word.value ? piece.address + piece.bytes : piece.address;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(most, end - address.word.value));
}

void ExploredMachine::store(const Site& site, const Value& address, const Value& value,
                            TagSet tags) {
  const Value cut =
      is_undefined(value) ? value : combine_values(value, Value(0), [&](auto x, auto) {
        return low_bits(x, 8 * site.bytes);
      });
  if (way(site, address, Access::store, tags) == Way::own)
    return store_own(site, address.word.value, cut);
  ++state_.effects;
  if (!leaves_out(site, address, tags)) store_events(site, address, cut, tags);
  note_published(site, value);
}

void ExploredMachine::store_events(const Site& site, const Value& address, const Value& value,
                                   TagSet tags) {
  note_place(site.place);
  note_no_addition(address);
  if (!address.word.known || depends(address) || site.atomic ||
      setting_.layout->find(address.word.value, site.bytes)) {
    const AccessPieces pieces = pieces_of(site, address, site.atomic);
    require_writes(pieces, {tags, pieces.count == 1 ? run_.fence_right_before() : TagSet{}});
    require_targets(address, pieces);
    return store_pieces(pieces, site.atomic, value, tags);
  }
  const std::vector<Piece>& pieces = setting_.layout->pieces();
  const std::uint64_t end = address.word.value + site.bytes;
  std::uint64_t next = address.word.value;
  for (std::size_t p = setting_.layout->first_after(next);
       p < pieces.size() && pieces[p].address < end; ++p) {
    const Piece& piece = pieces[p];
    if (piece.address != next || piece.address + piece.bytes > end) break;
    require_write(piece.address, p, {tags, run_.fence_right_before()});
    const auto first = static_cast<std::uint32_t>(next - address.word.value);
    run_.store({address_of(static_cast<LocId>(p)), address.word.sources, true},
               bytes_of_value(value, site.bytes, first, piece.bytes).word, tags);
    next += piece.bytes;
  }
  if (next < end) require_piece(site, address.word.value, false);
}

Value ExploredMachine::update(const Site& site, const Update& how, const Value& address,
                              const Value& operand, const Value& expected) {
  settle();
  last_access_ = now();
  if (way(site, address, Access::update, how.order.write_tags) == Way::own)
    return update_own(site, how, address.word.value, operand, expected);
  const bool adds = !how.compares && (how.op == RmwOp::add || how.op == RmwOp::subtract);
  if (!adds) note_no_addition(address);
  const AccessPieces pieces = pieces_of(site, address, true);
  require_writes(pieces, {how.order.write_tags, {}});
  require_targets(address, pieces);
  constexpr RmwOperation kOperations[] = {
      RmwOperation::exchange,     RmwOperation::add,         RmwOperation::subtract,
      RmwOperation::bit_and,      RmwOperation::bit_nand,    RmwOperation::bit_or,
      RmwOperation::bit_xor,      RmwOperation::signed_max,  RmwOperation::signed_min,
      RmwOperation::unsigned_max, RmwOperation::unsigned_min};
  const RmwOperation operation = how.compares ? RmwOperation::compare_exchange
                                 : how.unless ? RmwOperation::add_unless
                                              : kOperations[static_cast<std::size_t>(how.op)];
  note_published(site, operand);
  note_place(site.place);
  std::array<Word, 8> parts;
  const std::uint32_t slot = now();
  const Value old = answer([&] {
    if (pieces.count == 1)
      return parts[0] = run_.read_modify_write(operation, pieces.all[0].address, operand.word,
                                               how.order, expected.word);
    return run_.read_modify_write(operation, pieces.span(), operand.word, how.order, expected.word,
                                  {parts.data(), pieces.count});
  });
  const bool undefined = std::any_of(parts.begin(), parts.begin() + pieces.count,
                                     [](const Word& part) { return is_undefined(part); });
  if (undefined && !how.blind)
    fail(ErrorKind::uninitialized, site.place, "a read of memory that nothing was stored to");
  Value found(old.word, operand.implied | expected.implied);
  if (!found.word.known) found.name = name_of_access(slot, 8 * site.bytes);
  return found;
}

// Where values come late it is asked at once, as at a branch: then the update has an effect for
// sure or none, and a thread that goes round a loop until it succeeds ends there.
Value ExploredMachine::has_stored(Value& old, const Value& expected) {
  Value stored = Machine::has_stored(old, expected);
  if (!state_.waits_for_values) return stored;
  const bool outcome = decide(stored);
  if (stored.word.known) return stored;
  if (run_.follows_way()) run_.settle_on_way(static_cast<int>(last_access_), outcome);
  stored.word.value = outcome ? 1 : 0;
  stored.word.known = true;
  if (outcome) {
    old.word.value = expected.word.value;
    old.word.known = expected.word.known;
    old.name = expected.name;
  }
  return stored;
}

void ExploredMachine::note_stored(const Value& old) {
  if (!old.word.known && run_.follows_way())
    run_.settle_on_way(static_cast<int>(last_access_), true);
}

}  // namespace ringcheck::source
