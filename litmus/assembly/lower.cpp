// From the lines of an assembly test to code.
// What a register may point to is computed regardless of the order of instructions: its initial
// value, and what is moved, computed or loaded into it. This says what a thread may write. It also
// gives a size to a location without a type in the test: that of the first access that can be to no
// other location. If sizes differ, or are below 4, and the model knows several sizes, every access
// is made of pieces as large as the smallest access of the test. Tested by
// tests/litmus/assembly_test.cpp.
#include <algorithm>

#include "litmus/assembly/decode.hpp"

namespace ringcheck::litmus::assembly {

namespace {

constexpr std::uint8_t kUnknownSize = 0;
constexpr std::uint8_t kNoSize = 255;

/// Bytes of a C type; unknown for the empty one, none for one that is not a number.
std::uint8_t size_of(const Type& type) {
  if (type.base.empty()) return kUnknownSize;
  if (type.pointers > 0) return 8;
  for (const char* word : {"64", "long", "intptr_t", "uintptr_t", "size_t"})
    if (type.base.find(word) != std::string::npos) return 8;
  for (const char* word : {"int", "int32_t", "uint32_t", "u32", "s32", "unsigned", "signed"})
    if (type.base == word || type.base == std::string("unsigned ") + word) return 4;
  for (const char* word : {"char", "int8_t", "uint8_t", "u8", "s8"})
    if (type.base == word || type.base == std::string("unsigned ") + word) return 1;
  for (const char* word : {"short", "int16_t", "uint16_t", "u16", "s16"})
    if (type.base == word || type.base == std::string("unsigned ") + word) return 2;
  return kNoSize;
}

bool accesses(Act act) {
  return act >= Act::load && act <= Act::compare_exchange;
}
bool stores(Act act) {
  return accesses(act) && act != Act::load && act != Act::load_reserved;
}

class Lowering {
 public:
  Lowering(const LitmusTest& test, const LocationNames& locations, SeveralSizes several,
           const Bytes& bytes)
      : test_(test),
        locations_(locations),
        machine_(machine_of(test.architecture)),
        several_(several),
        bytes_(bytes) {}

  LoweredTest lower() {
    for (std::size_t t = 0; t < test_.threads.size(); ++t) lower_thread(t);
    initial_sizes();
    find_targets();
    infer_sizes();
    for (LoweredCode& thread : threads_) thread.code->sizes = sizes_;
    const std::uint8_t piece = differ_ ? smallest() : std::uint8_t{0};
    return {std::move(threads_), piece, std::move(sizes_)};
  }

  std::vector<LoweredCode> lower_bytes() {
    for (std::size_t t = 0; t < test_.threads.size(); ++t) lower_thread(t);
    initial_sizes();
    find_targets();
    for (LoweredCode& thread : threads_) thread.code->bytes = bytes_;
    return std::move(threads_);
  }

 private:
  void lower_thread(std::size_t t) {
    const ThreadText& text = test_.threads[t];
    auto code = std::make_shared<Code>();
    code->machine = &machine_;
    code->status_sources = machine_.status_sources;
    std::map<std::string, std::size_t> labels;
    std::size_t step = 0;
    for (const AssemblyLine& line : text.lines) {
      if (!line.label.empty() && !labels.emplace(line.label, step).second)
        reject(test_, line.place, "saw the label '" + line.label + "' again, expected another");
      if (!line.mnemonic.empty()) ++step;
    }
    std::vector<int>& slots = code->slot_of_register;
    const std::function<int(int)> slot_of = [&](int number) {
      int& slot = slots[static_cast<std::size_t>(number)];
      if (slot < 0) {
        slot = static_cast<int>(code->initial.size());
        code->initial.push_back(0);
      }
      return slot;
    };
    for (const AssemblyLine& line : text.lines)
      if (!line.mnemonic.empty())
        code->steps.push_back(decode(machine_, line, {test_, locations_, labels, slot_of}));
    for (const InitialValue& entry : test_.initial)
      if (entry.of.thread == static_cast<int>(t)) set_register(*code, entry, slot_of);
    threads_.push_back({std::move(code), {}});
  }

  void set_register(Code& code, const InitialValue& entry, const std::function<int(int)>& slot_of) {
    const auto found = machine_.find_register(entry.of.name);
    if (!found || found->number == kZeroRegister)
      reject(test_, entry.of.place, "saw '" + entry.of.name + "', expected a register");
    const bool address = std::holds_alternative<AddressOf>(entry.value);
    if (address && (found->size < 8 || size_of(entry.type) == 4))
      reject(test_, entry.of.place,
             "saw an address for '" + entry.of.name + "', expected a register of 8 bytes");
    code.initial[static_cast<std::size_t>(slot_of(found->number))] =
        number_of(entry.value, locations_, test_);
  }

  /// Sizes that the initial state gives: by type, or because a location holds an address.
  void initial_sizes() {
    sizes_.assign(std::max(locations_.size(), bytes_.places.size()), kUnknownSize);
    for (const InitialValue& entry : test_.initial) {
      if (entry.of.thread >= 0) continue;
      std::uint8_t& size = sizes_[locations_.find(entry.of.name)->second];
      size = size_of(entry.type);
      if (size != kUnknownSize) typed_.set(locations_.find(entry.of.name)->second);
      const bool address = std::holds_alternative<AddressOf>(entry.value);
      const bool narrow = size == 1 || size == 2;
      differ_ = differ_ || narrow;
      if (size == kNoSize || (narrow && several_ == SeveralSizes::refused) ||
          (address && size != 8 && size != kUnknownSize))
        reject(test_, entry.of.place,
               "saw a location of type " + entry.type.base +
                   (address ? " that holds an address" : "") + ", expected 4 or 8 bytes");
      if (address) {
        size = 8;
        in_memory_.set(locations_.find(std::get<AddressOf>(entry.value).name)->second);
      }
    }
  }

  // ---- What registers may point to.

  static LocationSet pointed(std::uint64_t value) {
    LocationSet set;
    if (value - kAddressBase < kMaxLocations) set.set(static_cast<int>(value - kAddressBase));
    return set;
  }

  [[nodiscard]] LocationSet targets(std::size_t t, const Source& source) const {
    return source.slot < 0 ? pointed(source.number)
                           : points_to_[t][static_cast<std::size_t>(source.slot)];
  }

  [[nodiscard]] LocationSet targets(std::size_t t, const Step& s) const {
    return targets(t, s.base) | targets(t, s.offset);
  }

  void find_targets() {
    points_to_.resize(threads_.size());
    for (std::size_t t = 0; t < threads_.size(); ++t)
      for (const std::uint64_t value : threads_[t].code->initial)
        points_to_[t].push_back(pointed(value));
    for (bool grew = true; grew;) {
      grew = false;
      for (std::size_t t = 0; t < threads_.size(); ++t)
        for (const Step& s : threads_[t].code->steps) grew |= flow(t, s);
    }
    for (std::size_t t = 0; t < threads_.size(); ++t)
      for (const Step& s : threads_[t].code->steps)
        if (stores(s.row->act))
          for_each(targets(t, s), [&](int l) { add_store(threads_[t].stores, l, s); });
  }

  /// A store to location `l`, possibly to any of its bytes.
  void add_store(KnownStores& stores, int l, const Step& s) const {
    const int first =
        l - (bytes_.piece == 0 ? 0 : bytes_.places[static_cast<std::size_t>(l)].offset);
    const int bytes = bytes_.piece == 0 ? 1 : bytes_.places[static_cast<std::size_t>(l)].bytes;
    for (int b = 0; b < bytes; b += std::max<int>(bytes_.piece, 1))
      stores.add(static_cast<LocId>(first + b), s.write_tags);
  }

  /// Adds what one instruction contributes to what its target, or memory, may point to.
  bool flow(std::size_t t, const Step& s) {
    const LocationSet in_memory = in_memory_;
    if (stores(s.row->act)) in_memory_ |= targets(t, s.a);
    bool grew = in_memory_ != in_memory;
    if (s.target < 0) return grew;
    LocationSet& into = points_to_[t][static_cast<std::size_t>(s.target)];
    const LocationSet before = into;
    into |= accesses(s.row->act) ? in_memory_ : targets(t, s.a) | targets(t, s.b);
    return grew || into != before;
  }

  void infer_sizes() {
    for (std::size_t t = 0; t < threads_.size(); ++t) {
      for (const Step& s : threads_[t].code->steps) {
        if (!accesses(s.row->act)) continue;
        const LocationSet where = targets(t, s);
        if (where.count() != 1) continue;
        for_each(where, [&](int l) { require_size(s, static_cast<std::size_t>(l)); });
      }
    }
    // The rest is only accessed through computed addresses, or not at all.
    for (std::uint8_t& size : sizes_)
      if (size == kUnknownSize) size = only_size();
  }

  void require_size(const Step& s, std::size_t location) {
    std::uint8_t& size = sizes_[location];
    const bool typed = typed_.test(static_cast<int>(location));
    if (size == kUnknownSize) size = s.size;
    if (several_ == SeveralSizes::known) {
      differ_ = differ_ || size != s.size || s.size < 4;
      if (!typed) size = std::max({size, s.size, std::uint8_t{4}});
    } else if (size != s.size || s.size < 4) {
      reject(test_, s.place,
             "saw an access of " + std::to_string(s.size) + " bytes, expected one of " +
                 std::to_string(std::max(size, std::uint8_t{4})) +
                 ": mixed sizes are not modelled");
    }
  }

  /// Bytes of the smallest access.
  [[nodiscard]] std::uint8_t smallest() const {
    std::uint8_t least = 8;
    for (const LoweredCode& thread : threads_)
      for (const Step& s : thread.code->steps)
        if (accesses(s.row->act)) least = std::min(least, s.size);
    for (const std::uint8_t size : sizes_) least = std::min(least, size);
    return least;
  }

  /// The size of the test's accesses; 4 when they differ.
  [[nodiscard]] std::uint8_t only_size() const {
    std::uint8_t only = kUnknownSize;
    for (const LoweredCode& thread : threads_)
      for (const Step& s : thread.code->steps)
        if (accesses(s.row->act))
          only = only == kUnknownSize || only == s.size ? s.size : std::uint8_t{4};
    return only == kUnknownSize ? std::uint8_t{4} : only;
  }

  const LitmusTest& test_;
  const LocationNames& locations_;
  const Machine& machine_;
  std::vector<LoweredCode> threads_;
  std::vector<std::uint8_t> sizes_;
  std::vector<std::vector<LocationSet>> points_to_;  ///< by thread and slot
  LocationSet in_memory_;                            ///< whose addresses memory may hold
  SeveralSizes several_;
  const Bytes& bytes_;
  bool differ_ = false;  ///< the sizes of accesses, or some are below 4
  LocationSet typed_;    ///< locations whose size the test says
};

}  // namespace

std::vector<StateName> named_locations(const LitmusTest& test) {
  std::vector<StateName> names;
  if (test.architecture != Architecture::x86_64) return names;
  for (const ThreadText& thread : test.threads)
    for (const AssemblyLine& line : thread.lines)
      for (const Operand& operand : line.operands)
        if (operand.kind == OperandKind::memory && operand.parts.size() == 1 &&
            operand.parts[0].kind == OperandKind::word && !operand.parts[0].word.starts_with('%') &&
            !kX86.find_register(operand.parts[0].word))
          names.push_back({-1, operand.parts[0].word, operand.parts[0].place});
  return names;
}

LoweredTest lower(const LitmusTest& test, const LocationNames& locations, SeveralSizes sizes) {
  const Bytes none;
  return Lowering(test, locations, sizes, none).lower();
}

std::vector<LoweredCode> lower_bytes(const LitmusTest& test, const LocationNames& locations,
                                     const Bytes& bytes) {
  return Lowering(test, locations, SeveralSizes::known, bytes).lower_bytes();
}

std::optional<NumberType> declared_type(const LitmusTest& test, const StateName& name) {
  const Machine& machine = machine_of(test.architecture);
  const auto shown = machine.find_register(name.name);
  for (const InitialValue& entry : test.initial) {
    if (!shown || entry.of.thread != name.thread) continue;
    const auto declared = machine.find_register(entry.of.name);
    if (!declared || declared->number != shown->number) continue;
    const std::uint8_t size = size_of(entry.type);
    if (size == kUnknownSize || size == kNoSize || entry.type.pointers > 0) return std::nullopt;
    return NumberType{size, !entry.type.base.starts_with("u")};
  }
  return std::nullopt;
}

bool observe(Code& code, std::string_view name, std::uint32_t column,
             const std::optional<NumberType>& type) {
  const auto found = code.machine->find_register(name);
  if (!found) return false;
  const int slot = found->number == kZeroRegister
                       ? -1
                       : code.slot_of_register[static_cast<std::size_t>(found->number)];
  ObservedRegister shown{slot, found->size, false, column};
  if (type && type->bytes <= found->size) {
    shown.size = type->bytes;
    shown.sign_extends = type->is_signed;
  }
  code.observed.push_back(shown);
  return true;
}

}  // namespace ringcheck::litmus::assembly
