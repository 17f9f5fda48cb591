// A CheckedCpu whose code was compiled: stores are held back, loads are made or taken from
// registers, and every departure from the source is a choice that holds for the whole run.
// Holding back is not yet a departure: a store that nothing passes before the next barrier() is
// made where it stands, and costs no choice.
// Tested by tests/explore/compiler_test.cpp, tests/explore/compiled_machine_test.cpp,
// tests/properties/ring/compiler_test.cpp.
#include "explore/checked_cpu.hpp"
#include "graph/diagnostic.hpp"

namespace ringcheck {

namespace {

constexpr std::uint64_t kLowHalf = 0xffffffff;

bool same_word(const Word& a, const Word& b) {
  return a.value == b.value;
}

}  // namespace

/// Refuses what a compiled run cannot express, such as an address that is not known. Which accesses
/// are to the same location decides what a compiler may do. That must not depend on what is already
/// known: the run would be another one.
void CheckedCpu::require_known(const Word& address) {
  const auto refuse = [&](const char* what) {
    throw InputError(Diagnostic{run_.program().name, 0, 0, what});
  };
  const bool waits = run_.dependence() == Dependence::program_order;
  if (!waits && options_.control != ControlExtent::ever)
    refuse(
        "saw branches that end with their scope under a model with load buffering and a compiler, "
        "expected machine code (control=ever)");
  if (!waits && options_.compiler->options_.torn != 0)
    refuse(
        "saw torn accesses under a model with load buffering and a compiler, expected sc, x86-tso "
        "or rc11: no model here orders accesses of half a word with those of whole ones");
  if (!address.known)
    refuse(
        "saw an access at an address that a load is still to bring, where a compiler is a party, "
        "expected one that a branch has waited for");
}

/// Chooses what the compiler does about `departure` at these places, among `options` possibilities.
std::uint64_t CheckedCpu::decide(Departure departure, unsigned place, unsigned other,
                                 std::uint64_t options) {
  Compiler& compiler = *options_.compiler;
  const std::uint64_t chosen = run_.choose(options);
  if (compiler.decision_count_ == Compiler::kMostDecisions)
    run_.fail("more decisions of the compiler than there is room for");
  compiler.decisions_[compiler.decision_count_++] = {departure, static_cast<CodePlace>(place),
                                                     static_cast<CodePlace>(other),
                                                     static_cast<std::uint8_t>(chosen)};
  return chosen;
}

/// What the compiler does about `departure` at these places, among `options` possibilities: decided
/// when it first comes up, and the same from then on. `charged` is the access that departs.
std::uint64_t CheckedCpu::departs(Departure departure, unsigned place, unsigned other,
                                  unsigned charged, std::uint64_t options) {
  Compiler& compiler = *options_.compiler;
  const auto who = static_cast<CodePlace>(charged);
  if (const Compiler::Decision* one = compiler.decision(departure, static_cast<CodePlace>(place),
                                                        static_cast<CodePlace>(other)))
    return one->chosen;
  if (!compiler.departed(who) && compiler.departures_ == compiler.options_.departures) return 0;
  const std::uint64_t chosen = decide(departure, place, other, options);
  if (chosen == 0) return 0;
  if (!compiler.departed(who)) {
    compiler.departed_ |= std::uint64_t{1} << who;
    ++compiler.departures_;
  }
  const auto told = static_cast<std::uint64_t>(departure) + (chosen - 1);
  run_.observe(compiler.options_.observation, told, place, other);
  return chosen;
}

/// How far up among the held-back items an access may be made: the index of the item that it
/// precedes.
std::size_t CheckedCpu::place_among_held(unsigned place, bool plain, const Word& address) {
  Compiler::Context& code = options_.compiler->here();
  std::size_t at = code.count;
  while (at > 0) {
    const std::size_t begin = code.group_begin(at);
    const Compiler::Item& held = code.items[begin];
    if (!(plain || held.plain) || place == kNoPlace || held.place == kNoPlace ||
        held.place == place || same_word(held.words[0], address))
      break;
    Compiler& compiler = *options_.compiler;
    const bool both_may = plain && held.plain;
    const unsigned charged =
        !held.plain || (both_may && compiler.departed(static_cast<CodePlace>(place))) ? place
                                                                                      : held.place;
    if (departs(Departure::swapped, held.place, place, charged, 2) == 0) break;
    at = begin;
  }
  for (std::size_t i = at; i < code.count; ++i)
    if (code.items[i].sunk) options_.compiler->passed_ |= std::uint64_t{1} << code.items[i].place;
  return at;
}

/// Called before a branch that depends on loads, under a model that lets later stores overtake
/// them. The branch controls the stores from here on, and the run waits for the loads. Makes the
/// held-back accesses that do not sink below it.
void CheckedCpu::settle_held(const Truth& condition) {
  if (run_.dependence() == Dependence::program_order || condition.sources.none()) return;
  Compiler::Context& code = options_.compiler->here();
  const auto sinks = [&](CodePlace place) {
    if (place == kNoPlace) return false;
    const Compiler::Decision* one = options_.compiler->decision(Departure::sunk, place, kNoPlace);
    return (one != nullptr ? one->chosen : decide(Departure::sunk, place, kNoPlace, 2)) == 1;
  };
  for (std::size_t end = code.count; end > 0;) {
    const std::size_t begin = code.group_begin(end);
    Compiler::Item& held = code.items[begin];
    if (!sinks(held.place)) return make_held(end);
    held.sunk = true;
    options_.compiler->sunk_ |= std::uint64_t{1} << held.place;
    end = begin;
  }
}

/// Makes the first `count` held-back items.
void CheckedCpu::make_held(std::size_t count) {
  Compiler::Context& code = options_.compiler->here();
  const char* const site = site_;
  for (; count > 0; --count) {
    const Compiler::Item item = code.items[0];
    code.erase(0, 1);
    site_ = item.site;
    switch (item.kind) {
      case Compiler::Item::Kind::store:
        make_store(item);
        break;
      case Compiler::Item::Kind::load: {
        const Word value = direct_load(item.words[0], item.tags, item.from);
        run_.observe(item.observation, item.words[1], value);
        break;
      }
      case Compiler::Item::Kind::observation:
        run_.observe(item.observation, item.words[0], item.words[1], item.words[2], item.words[3]);
        break;
    }
  }
  site_ = site;
}

/// Half of a torn store: the other bits stay as they are at that moment.
void CheckedCpu::store_half(const Word& address, const Word& value, std::uint64_t half,
                            Caller from) {
  before_direct(address, true, false, from);
  const Word old = run_.load(address, {});
  run_.store(address, (old & Word(~half)) | (value & Word(half)), {});
}

void CheckedCpu::make_store(const Compiler::Item& item) {
  const Word& address = item.words[0];
  const Word& value = item.words[1];
  const std::uint64_t how =
      item.plain && options_.compiler->torn(item.place)
          ? departs(Departure::torn_low, item.place, item.place, item.place, 3)
          : 0;
  if (how == 0) return direct_store(address, value, item.tags, item.from);
  const std::uint64_t first = how == 1 ? kLowHalf : ~kLowHalf;
  store_half(address, value, first, item.from);
  site_ = item.site;
  store_half(address, value, ~first, item.from);
}

void CheckedCpu::end_of_code() {
  if (options_.compiler == nullptr) return;
  keep_order();
  const Compiler& compiler = *options_.compiler;
  // Above the branch, an access that nothing passed or replaced below it is controlled by less; all
  // else is the same.
  if ((compiler.sunk_ & ~compiler.passed_) != 0) run_.assume({false, {}, true});
}

void CheckedCpu::make_all_held() {
  Compiler::Context& code = options_.compiler->here();
  make_held(code.count);
  code.told_about = code.slot = -1;
  code.known_count = code.early_count = 0;
}

/// A load that is made at this place, or before held-back accesses that may stay after it.
Word CheckedCpu::make_load(unsigned place, const Word& address, TagSet tags, Caller from) {
  Compiler& compiler = *options_.compiler;
  const bool plain = tags.empty();
  make_held(place_among_held(place, plain, address));
  Compiler::Context& code = compiler.here();
  const std::uint64_t how = plain && compiler.torn(static_cast<CodePlace>(place))
                                ? departs(Departure::torn_low, place, place, place, 3)
                                : 0;
  const char* const site = site_;
  Word value = direct_load(address, tags, from);
  if (how != 0) {
    site_ = site;
    const Word second = direct_load(address, tags, from);
    const std::uint64_t first = how == 1 ? kLowHalf : ~kLowHalf;
    value = (value & Word(first)) | (second & Word(~first));
  }
  code.told_about = code.slot = -1;
  if (plain) code.remember(address, value, run_.next_slot());
  return value;
}

Word CheckedCpu::compiled_load(const Word& address, TagSet tags, Caller from) {
  from = maker(from);
  Compiler& compiler = *options_.compiler;
  const unsigned place = compiler.next_;
  compiler.next_ = kNoPlace;
  require_known(address);
  if (tags.has(Tag::acquire)) {
    keep_order();
    return direct_load(address, tags, from);
  }
  Compiler::Context& code = compiler.here();
  if (tags.empty() && place != kNoPlace) {
    for (std::size_t i = 0; i < code.early_count; ++i) {
      if (code.early[i].place != place) continue;
      const Compiler::Early early = code.early[i];
      code.early[i] = code.early[--code.early_count];
      return take(early.value, early.slot);
    }
    if (const Compiler::Known* known = code.known_at(address))
      if (departs(Departure::merged, place, place, place, 2) == 1)
        return take(known->value, known->slot);
  }
  return make_load(place, address, tags, from);
}

/// A load that costs no access: `slot` is right after the load that brought the value.
Word CheckedCpu::take(const Word& value, int slot) {
  Compiler::Context& code = options_.compiler->here();
  code.told_about = -1;
  code.slot = slot;
  site_ = unnamed_;
  return value;
}

void CheckedCpu::compiled_store(const Word& address, const Word& value, TagSet tags, Caller from) {
  from = maker(from);
  Compiler& compiler = *options_.compiler;
  const unsigned place = compiler.next_;
  compiler.next_ = kNoPlace;
  require_known(address);
  if (tags.has(Tag::release)) {
    keep_order();
    return direct_store(address, value, tags, from);
  }
  Compiler::Context& code = compiler.here();
  const bool plain = tags.empty();
  for (std::size_t end = code.count; plain && end > 0;) {
    const std::size_t begin = code.group_begin(end);
    const Compiler::Item& held = code.items[begin];
    if (held.kind == Compiler::Item::Kind::store && held.plain && held.place != kNoPlace &&
        place != kNoPlace && same_word(held.words[0], address) &&
        departs(Departure::dropped, held.place, place, held.place, 2) == 1) {
      if (held.sunk) compiler.passed_ |= std::uint64_t{1} << held.place;
      code.erase(begin, code.group_end(begin));
    }
    end = begin;
  }
  Compiler::Item item;
  item.place = static_cast<CodePlace>(place);
  item.plain = plain;
  item.tags = tags;
  item.site = site_;
  item.from = from;
  item.words = {address, value, {}, {}};
  hold(place_among_held(place, plain, address), item);
  if (plain)
    code.remember(address, value, -1);
  else
    code.forget(address);
}

/// Holds back an access, at this index among the others.
void CheckedCpu::hold(std::size_t at, const Compiler::Item& item) {
  Compiler::Context& code = options_.compiler->here();
  if (code.count == Compiler::kMostHeld) run_.fail("a compiler holds back too many accesses");
  code.insert(at, item);
  code.told_about = static_cast<int>(at);
  code.slot = -1;
  site_ = unnamed_;
}

void CheckedCpu::compiled_observe(std::uint32_t kind, const std::array<Word, 4>& numbers) {
  if (!run_.transcribing()) return;
  Compiler::Context& code = options_.compiler->here();
  if (code.told_about >= 0) {
    Compiler::Item item;
    item.kind = Compiler::Item::Kind::observation;
    item.observation = kind;
    item.words = numbers;
    if (code.count == Compiler::kMostHeld) run_.fail("a compiler holds back too many accesses");
    code.insert(code.group_end(static_cast<std::size_t>(code.told_about)), item);
  } else if (code.slot >= 0) {
    run_.observe_at(code.slot, kind, numbers[0], numbers[1], numbers[2], numbers[3]);
  } else {
    run_.observe(kind, numbers[0], numbers[1], numbers[2], numbers[3]);
  }
}

Word CheckedCpu::use_again(unsigned place, const Word& address, const Word& value, unsigned use,
                           Caller from) {
  if (options_.compiler == nullptr) return value;
  const Compiler::Context& code = options_.compiler->here();
  // Another load may have brought a different value since.
  const Compiler::Known* known = code.known_at(address);
  if (!run_.tells_sources_apart()) run_.fail("a compiler is a party to too many loads");
  if (known == nullptr || !(known->value.sources == value.sources)) return value;
  if (departs(Departure::reloaded, place, use, place, 2) == 0) return value;
  return make_load(place, address, {}, maker(from));
}

void CheckedCpu::foresee_load(unsigned place, const Word& address, unsigned where, Caller from) {
  if (options_.compiler == nullptr) return;
  Compiler::Context& code = options_.compiler->here();
  if (code.early_count == Compiler::kMostKnown ||
      departs(Departure::early, place, where, place, 2) == 0)
    return;
  require_known(address);
  const Word value = make_load(place, address, {}, maker(from));
  code.early[code.early_count++] = {static_cast<CodePlace>(place), value, run_.next_slot()};
}

bool CheckedCpu::load_later(unsigned place, const Word& address, std::uint32_t observation,
                            const Word& told, Caller from) {
  if (options_.compiler == nullptr) return false;
  require_known(address);
  Compiler::Item item;
  item.kind = Compiler::Item::Kind::load;
  item.place = static_cast<CodePlace>(place);
  item.plain = true;
  item.site = site_;
  item.from = maker(from);
  item.observation = observation;
  item.words = {address, told, {}, {}};
  hold(options_.compiler->here().count, item);
  return true;
}

void CheckedCpu::enter_handler() {
  if (options_.compiler == nullptr) return;
  if (++options_.compiler->depth_ == Compiler::kNesting)
    run_.fail("interrupts nest deeper than a compiler's code does");
}

void CheckedCpu::leave_handler() {
  if (options_.compiler == nullptr) return;
  keep_order();
  --options_.compiler->depth_;
}

}  // namespace ringcheck
