// Compiles a test to a program that the explorer runs.
// Locations are named by the initial state, by addresses in it, and by the threads' parameters.
// What a thread may write is known without running it: the locations that it stores to by name and,
// if it stores through a value, all those whose address is a value anywhere (numbers never are
// addresses).
// Tested by tests/litmus/compile_test.cpp.
#include <algorithm>
#include <memory>
#include <set>

#include "litmus/arithmetic.hpp"
#include "litmus/assembly/code.hpp"
#include "litmus/assembly/numbers.hpp"
#include "litmus/compile.hpp"

namespace ringcheck::litmus {

namespace {

bool sets_target(const Instruction& i) {
  switch (i.opcode) {
    case Opcode::store:
    case Opcode::fence:
    case Opcode::spin_lock:
    case Opcode::spin_unlock:
    case Opcode::jump:
    case Opcode::join:
      return false;
    default:
      return true;
  }
}

/// The instruction that sets `slot`, if it is the only one and every run reaches it; else null.
Instruction* only_setter(ThreadCode& code, Slot slot) {
  Instruction* setter = nullptr;
  int depth = 0;
  for (std::size_t at = 0; at < code.instructions.size(); ++at) {
    Instruction& i = code.instructions[at];
    if (i.opcode == Opcode::join) --depth;
    if (sets_target(i) && i.target == slot) {
      if (setter != nullptr || depth > 0) return nullptr;
      setter = &i;
    }
    if (i.opcode == Opcode::branch) ++depth;
    if ((i.opcode == Opcode::branch || i.opcode == Opcode::jump) && i.jump <= at) return nullptr;
  }
  return setter;
}

/// If the final value of `slot` comes from one read, lets this read await `value`: an execution in
/// which it gets another value does not count.
void await_value(ThreadCode& code, Slot slot, std::uint64_t value) {
  Instruction* setter = only_setter(code, slot);
  while (setter != nullptr && setter->opcode == Opcode::copy) setter = only_setter(code, setter->a);
  if (setter == nullptr) return;
  const bool exchanges = setter->opcode == Opcode::rmw &&
                         setter->primitive->operation == RmwOperation::exchange &&
                         setter->primitive->result == RmwResult::old_value;
  if (setter->opcode == Opcode::load || exchanges) setter->awaited = value;
}

/// True iff the code has a sequentially consistent access in the sense of C11.
bool has_seq_cst(const ThreadCode& code) {
  constexpr TagSet kSeqCst{Tag::seq_cst};
  return std::ranges::any_of(code.instructions,
                             [&](const Instruction& i) { return i.tags.has_any(kSeqCst); }) ||
         std::ranges::any_of(*code.own_primitives, [&](const Primitive& p) {
           return (p.order.read_tags | p.order.write_tags | p.order.fail_tags).has_any(kSeqCst);
         });
}

class Compilation {
 public:
  Compilation(const LitmusTest& test, const LitmusOptions& options, const C11Calls* calls,
              assembly::SeveralSizes sizes)
      : test_(test), options_(options), calls_(calls), several_sizes_(sizes) {}

  CompiledTest compile() {
    result_.program.name = test_.file.empty() ? test_.name : test_.file;
    if (test_.threads.size() > kMaxThreads)
      reject(test_, test_.threads[kMaxThreads].place,
             "saw thread " + std::to_string(kMaxThreads) + ", expected at most " +
                 std::to_string(kMaxThreads) + " threads");
    collect_locations();
    set_initial_values();
    if (test_.architecture == Architecture::c) {
      for (std::size_t t = 0; t < test_.threads.size(); ++t)
        threads_.push_back(lower_thread(test_, static_cast<int>(t), locations_, calls_));
    } else {
      lower_machine_code();
    }
    collect_columns();
    if (test_.filter) result_.filter = bind(*test_.filter);
    result_.required = required_values(result_.filter, result_.columns.size());
    if (test_.architecture == Architecture::c)
      make_threads();
    else
      make_machine_threads();
    result_.condition = bind(test_.condition);
    return std::move(result_);
  }

 private:
  void add_location(const std::string& name, const Place& place) {
    if (locations_.find(name) != locations_.end()) return;
    if (locations_.size() >= kMaxLocations)
      reject(
          test_, place,
          "saw '" + name + "', expected at most " + std::to_string(kMaxLocations) + " locations");
    locations_.emplace(name, static_cast<LocId>(result_.program.locations.size()));
    result_.program.locations.push_back({name, 0});
  }

  void collect_locations() {
    for (const InitialValue& entry : test_.initial) {
      if (entry.of.thread < 0) add_location(entry.of.name, entry.of.place);
      if (const auto* address = std::get_if<AddressOf>(&entry.value))
        add_location(address->name, address->place);
    }
    for (const StateName& name : assembly::named_locations(test_))
      add_location(name.name, name.place);
    for (const ThreadText& thread : test_.threads) {
      std::set<std::string> names;
      for (const Parameter& p : thread.parameters) {
        if (!names.insert(p.name).second)
          reject(test_, p.place,
                 "saw '" + p.name + "' again, expected another name for a parameter");
        add_location(p.name, p.place);
      }
    }
  }

  void set_initial_values() {
    std::set<std::pair<int, std::string>> seen;
    for (const InitialValue& entry : test_.initial) {
      if (!seen.insert({entry.of.thread, entry.of.name}).second)
        reject(test_, entry.of.place,
               "saw a second initial value of " + entry.of.name + ", expected one");
      if (entry.of.thread >= static_cast<int>(test_.threads.size())) reject_thread(entry.of);
      const std::uint64_t value = number_of(entry.value, locations_, test_);
      if (const auto* address = std::get_if<AddressOf>(&entry.value))
        address_taken_.set(locations_.find(address->name)->second);
      if (entry.of.thread < 0)
        result_.program.locations[locations_.find(entry.of.name)->second].initial = value;
    }
  }

  void lower_machine_code() {
    assembly::LoweredTest lowered = assembly::lower(test_, locations_, several_sizes_);
    if (lowered.piece == 0) {
      machine_threads_ = std::move(lowered.threads);
      return;
    }
    result_.has_several_sizes = true;
    lay_out_bytes(lowered);
    machine_threads_ = assembly::lower_bytes(test_, locations_, bytes_);
  }

  /// Makes each byte of a location a location of the program; those at multiples of a piece hold
  /// its value.
  void lay_out_bytes(const assembly::LoweredTest& lowered) {
    const std::vector<Location> whole = std::move(result_.program.locations);
    std::vector<Location>& all = result_.program.locations;
    all.clear();
    bytes_.piece = lowered.piece;
    for (std::size_t l = 0; l < whole.size(); ++l) {
      const std::uint8_t bytes = lowered.sizes[l];
      if (all.size() + bytes > kMaxLocations) reject(test_, {}, "saw too many locations");
      locations_.find(whole[l].name)->second = static_cast<LocId>(all.size());
      for (std::uint8_t b = 0; b < bytes; ++b) {
        bytes_.places.push_back({b, bytes});
        all.push_back({b == 0 ? whole[l].name : whole[l].name + "+" + std::to_string(b), 0});
      }
    }
    set_initial_values();
    const unsigned bits = 8U * bytes_.piece;
    for (std::size_t l = 0; l < all.size(); l += bytes_.places[l].bytes) {
      const std::uint64_t value = all[l].initial;
      for (unsigned b = 0; b < bytes_.places[l].bytes; b += bytes_.piece)
        all[l + b].initial = value >> (8 * b) & (~std::uint64_t{0} >> (64 - bits));
    }
  }

  [[nodiscard]] bool is_signed(const std::string& location) const {
    for (const InitialValue& entry : test_.initial)
      if (entry.of.thread < 0 && entry.of.name == location)
        return !entry.type.base.starts_with("u") && entry.type.pointers == 0;
    return true;
  }

  /// Gives numbers that are compared with locations of several sizes, or with registers that have a
  /// type, the size and sign of these.
  static void fit_numbers(BoundProposition& p, const std::vector<Column>& columns) {
    if (p.kind == PropositionKind::equal || p.kind == PropositionKind::not_equal) {
      const Column& column = columns[p.left];
      if (!p.right_is_column && column.type && !is_address(p.right))
        p.right = assembly::extended(p.right, column.type->bytes, column.type->is_signed);
    }
    for (BoundProposition& operand : p.operands) fit_numbers(operand, columns);
  }

  [[nodiscard]] BoundProposition bind(const Proposition& proposition) const {
    BoundProposition bound = bind_names(proposition, result_.columns, locations_, test_);
    fit_numbers(bound, result_.columns);
    return bound;
  }

  [[noreturn]] void reject_thread(const StateName& name) const {
    reject(test_, name.place,
           "saw thread " + std::to_string(name.thread) + ", expected one below " +
               std::to_string(test_.threads.size()));
  }

  Column column_of(const StateName& name) const {
    Column column{name.thread, name.name};
    if (name.thread < 0) {
      const auto found = locations_.find(name.name);
      if (found == locations_.end())
        reject(test_, name.place, "saw '" + name.name + "', expected a location of the test");
      column.location = found->second;
      if (bytes_.piece != 0) {
        column.bytes = bytes_.places[column.location].bytes;
        column.piece = bytes_.piece;
        column.type = {column.bytes, is_signed(name.name)};
      }
    } else {
      if (name.thread >= static_cast<int>(test_.threads.size())) reject_thread(name);
      if (test_.architecture != Architecture::c) {
        const auto& machine = assembly::machine_of(test_.architecture);
        if (!machine.find_register(name.name))
          reject(test_, name.place, "saw '" + name.name + "', expected a register");
        column.type = assembly::declared_type(test_, name);
        return column;
      }
      const auto& locals = threads_[static_cast<std::size_t>(name.thread)].locals;
      if (locals.find(name.name) == locals.end())
        reject(test_, name.place,
               "saw '" + name.name + "', expected a local of P" + std::to_string(name.thread));
    }
    return column;
  }

  void collect_columns() {
    std::set<Column> shown;
    std::set<Column> all;
    for_each_name(test_.condition, [&](const StateName& name) { shown.insert(column_of(name)); });
    for (const StateName& name : test_.locations) shown.insert(column_of(name));
    all = shown;
    if (test_.filter)
      for_each_name(*test_.filter, [&](const StateName& name) { all.insert(column_of(name)); });
    result_.columns.assign(all.begin(), all.end());
    for (const Column& column : result_.columns) result_.shown.push_back(shown.count(column) != 0);
  }

  void make_threads() {
    LocationSet address_taken = address_taken_;
    for (const LoweredThread& lowered : threads_) address_taken |= lowered.address_taken;
    for (std::size_t t = 0; t < threads_.size(); ++t) {
      LoweredThread& lowered = threads_[t];
      for (std::size_t c = 0; c < result_.columns.size(); ++c) {
        const Column& column = result_.columns[c];
        if (column.thread != static_cast<int>(t)) continue;
        const Slot slot = lowered.locals.find(column.name)->second;
        lowered.code.observed.push_back({slot, static_cast<std::uint32_t>(c)});
        if (result_.required[c]) await_value(lowered.code, slot, *result_.required[c]);
      }
      for (const Use& use : lowered.uses) add_use(use);
      if (has_seq_cst(lowered.code)) result_.program.seq_cst = true;
      lowered.code.joins_forget = options_.dependencies == LitmusDependencies::herd;
      auto code = std::make_shared<const ThreadCode>(std::move(lowered.code));
      result_.code.push_back(code);
      result_.program.threads.push_back(lowered.stores.thread(
          "P" + std::to_string(t), [code](ThreadRun& run) { interpret(*code, run); },
          address_taken));
    }
  }

  void make_machine_threads() {
    for (std::size_t t = 0; t < machine_threads_.size(); ++t) {
      const std::shared_ptr<assembly::Code>& code = machine_threads_[t].code;
      code->rounds = options_.unroll;
      if (options_.dependencies == LitmusDependencies::herd &&
          code->status_sources == assembly::StatusSources::store)
        code->status_sources = assembly::StatusSources::nothing;
      for (std::size_t c = 0; c < result_.columns.size(); ++c)
        if (result_.columns[c].thread == static_cast<int>(t))
          assembly::observe(*code, result_.columns[c].name, static_cast<std::uint32_t>(c),
                            result_.columns[c].type);
      result_.program.threads.push_back(machine_threads_[t].stores.thread(
          "P" + std::to_string(t),
          [code = std::shared_ptr<const assembly::Code>(code)](ThreadRun& run) {
            assembly::execute(*code, run);
          },
          {}));
    }
  }

  void add_use(const Use& use) {
    const auto same = [&](const Use& other) { return other.tags == use.tags; };
    if (std::ranges::none_of(result_.uses, same)) result_.uses.push_back(use);
  }

  const LitmusTest& test_;
  const LitmusOptions& options_;
  const C11Calls* calls_;
  assembly::SeveralSizes several_sizes_;
  assembly::Bytes bytes_;  ///< of a test with accesses of several sizes
  LocationNames locations_;
  LocationSet address_taken_;
  std::vector<LoweredThread> threads_;                  ///< of a test in C
  std::vector<assembly::LoweredCode> machine_threads_;  ///< of an assembly test
  CompiledTest result_;
};

}  // namespace

Place place_of_fault(const CompiledTest& test, const char* fault) {
  for (const auto& code : test.code)
    for (std::size_t i = 0; i < code->faults.size(); ++i)
      for (const std::string& text : code->faults[i])
        if (text.c_str() == fault) return code->places[i];
  return {};
}

CompiledTest compile(const LitmusTest& test, const LitmusOptions& options, const C11Calls* calls,
                     assembly::SeveralSizes sizes) {
  return Compilation(test, options, calls, sizes).compile();
}

}  // namespace ringcheck::litmus
