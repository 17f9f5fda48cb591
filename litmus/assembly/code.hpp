#pragma once
// A thread of machine code in the form that is run. Internal to litmus/.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "litmus/assembly/machine.hpp"
#include "litmus/lower.hpp"

namespace ringcheck::litmus::assembly {

/// What may go wrong when an instruction runs.
enum class Fault : std::uint8_t {
  address,    ///< arithmetic moves an address out of its location
  number,     ///< arithmetic makes a number that stands for an address
  no_access,  ///< an access through a value that is not an address
  size,       ///< an access of another size than the location
  unaligned,  ///< an access of several sizes that leaves its location, or is not aligned in it
  narrow,     ///< an address in 4 bytes
  overflow,   ///< a read-modify-write of 4 bytes that overflows
  flags,      ///< a branch asks for flags that are not modelled
  between,    ///< a store between load-reserved and store-conditional
  count
};

/// A register, or a number.
struct Source {
  int slot = -1;  ///< of the thread's registers; -1: the number
  std::uint64_t number = 0;
  std::uint8_t size = 8;      ///< bytes of the register that count
  bool sign_extends = false;  ///< of 4 bytes
};

/// An instruction with its operands.
struct Step {
  const Row* row = nullptr;
  int target = -1;  ///< slot; -1: nowhere
  int status = -1;
  std::uint8_t target_size = 8;
  std::uint8_t size = 8;  ///< bytes that are accessed or computed
  Source a, b;
  Source base, offset;
  TagSet tags, write_tags;
  std::size_t jump = 0;
  Place place;
  std::array<std::string, static_cast<std::size_t>(Fault::count)> faults;  ///< how each is told
};

/// A register that the final state shows.
struct ObservedRegister {
  int slot = -1;  ///< -1: one that the code never names
  std::uint8_t size = 8;
  bool sign_extends = false;
  std::uint32_t column = 0;
};

/// Where a byte is in its location.
struct ByteOfLocation {
  std::uint8_t offset = 0;
  std::uint8_t bytes = 0;  ///< of the location
};

/// The layout of a test with accesses of several sizes: each byte of its locations is a location of
/// the engine, and those at multiples of `piece` are accessed.
struct Bytes {
  std::uint8_t piece = 0;              ///< bytes of each piece of an access; 0: of one size
  std::vector<ByteOfLocation> places;  ///< by location of the engine
};

/// The code of a thread.
struct Code {
  const Machine* machine = nullptr;
  StatusSources status_sources = StatusSources::nothing;  ///< the machine's
  int rounds = 2;  ///< how often a thread may jump backwards to one label before it is cut
  std::vector<Step> steps;
  std::vector<std::uint64_t> initial;  ///< by slot
  std::vector<std::uint8_t> sizes;     ///< of the locations, in bytes
  Bytes bytes;                         ///< of a test with accesses of several sizes
  std::vector<int> slot_of_register = std::vector<int>(kMaxRegisters, -1);
  std::vector<ObservedRegister> observed;
};

/// Runs a thread's code against `run`. If the run ends early, it does so by longjmp: nothing here
/// has a destructor.
void execute(const Code& code, ThreadRun& run);

/// A thread's code, and what is known of its stores.
struct LoweredCode {
  std::shared_ptr<Code> code;
  KnownStores stores;
};

/// The names of locations that are operands in the code of `test` (x86-64: `(x)`).
std::vector<StateName> named_locations(const LitmusTest& test);

/// Whether accesses of several sizes to one location have a meaning.
enum class SeveralSizes : bool { refused, known };

/// The threads of a test.
struct LoweredTest {
  std::vector<LoweredCode> threads;
  /// Every access is made of pieces of this many bytes; 0: each location is accessed in one size.
  std::uint8_t piece = 0;
  std::vector<std::uint8_t> sizes;  ///< of the locations, in bytes
};

/// Lowers the threads of an assembly test. Errors: InputError for instructions and operands that no
/// row has, missing labels, registers that do not exist, several sizes where they are refused,
/// exceeded capacities.
LoweredTest lower(const LitmusTest& test, const LocationNames& locations, SeveralSizes sizes);
/// The same once the locations of a test with accesses of several sizes are laid out: `locations`
/// names their first bytes.
std::vector<LoweredCode> lower_bytes(const LitmusTest& test, const LocationNames& locations,
                                     const Bytes& bytes);

/// The type that `test` gives to the register `name` of a thread, if it is one of numbers.
std::optional<NumberType> declared_type(const LitmusTest& test, const StateName& name);

/// Lets `code` show the register called `name` as a column, as a number of `type` if it has one.
/// False iff there is no such register.
bool observe(Code& code, std::string_view name, std::uint32_t column,
             const std::optional<NumberType>& type);

}  // namespace ringcheck::litmus::assembly
