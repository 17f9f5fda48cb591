#pragma once
// Names of an execution's objects for its reader: local variables by their names, blocks of the
// heap by the type of what they hold.

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "explore/thread_run.hpp"
#include "source/image.hpp"

namespace ringcheck::source {

/// Names of the objects of one execution. `node#2` is the second block for a `node`, in the order
/// of the threads and of what each has allocated; a local variable has its name, with a number as
/// well if several objects share it. Objects unknown to debug information have the name that
/// name_of_memory gives.
class ObjectNames {
 public:
  /// Names the objects in `image`, and those that `said` tells of.
  ObjectNames(const Code& code, const Image& image, const Transcript& said);

  /// Calls the object that `address` lies in `name`, unless it has a name.
  void call_unnamed(std::uint64_t address, const std::string& name);

  /// The name of the `bytes` bytes of memory at `address`: `queue.head`, `node#2.next`.
  [[nodiscard]] std::string of_memory(std::uint64_t address, std::uint32_t bytes = 1) const;
  /// The same for a message. A block without a name is told by where it was allocated: `+8 in the
  /// block that is allocated at list.c:12:20`.
  [[nodiscard]] std::string description_of(std::uint64_t address) const;
  /// The name of a value that is no plain number: `&node#2`, that nothing was stored, or
  /// the halves of one of 128 bits: `{&node#2, 7}`.
  [[nodiscard]] std::optional<std::string> of_value(std::uint64_t value) const;

 private:
  struct Object {
    std::uint64_t bytes = 0;
    std::string name;  ///< empty: it is not known
    std::uint32_t type = kNoType;
  };

  void add(std::uint64_t base, std::uint64_t bytes, VariableId variable);
  void add_block(std::uint64_t base, std::uint64_t bytes, std::uint32_t place);
  void number_namesakes();
  /// The object that `address` lies in; objects_.end(): none that has a name.
  [[nodiscard]] std::map<std::uint64_t, Object>::const_iterator find(std::uint64_t address) const;

  const Code& code_;
  std::map<std::uint64_t, Object> objects_;         ///< by base
  std::map<std::uint64_t, std::uint32_t> unnamed_;  ///< blocks without a variable: base, place
};

/// The name of the `bytes` bytes at `address`, which is in `object`, where no execution is known:
/// `queue.head`, `node.next` for a block of type node.
std::string name_within(const Code& code, const MemoryObject& object, std::uint64_t address,
                        std::uint32_t bytes);

}  // namespace ringcheck::source
