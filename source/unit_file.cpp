#include "source/unit_file.hpp"

#include <cstring>
#include <type_traits>
#include <vector>

namespace ringcheck::source {

namespace {

class Writer {
 public:
  template <class T>
  void take(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof(T));
  }
  template <class T>
  std::size_t size(const T& list) {
    take(list.size());
    return list.size();
  }
  template <class T>
  void take_all(const T& list) {
    bytes_.append(reinterpret_cast<const char*>(list.data()),
                  size(list) * sizeof(typename T::value_type));
  }
  std::string& bytes() { return bytes_; }

 private:
  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  template <class T>
  void take(T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (rest_.size() < sizeof(T)) {
      is_complete_ = false;
      value = {};
      return;
    }
    std::memcpy(&value, rest_.data(), sizeof(T));
    rest_.remove_prefix(sizeof(T));
  }
  template <class T>
  std::size_t size(T& list, std::size_t least = 1) {
    std::size_t size = 0;
    take(size);
    if (size > rest_.size() / least) {  // Each element has at least `least` bytes.
      is_complete_ = false;
      size = 0;
    }
    list.resize(size);
    return size;
  }
  template <class T>
  void take_all(T& list) {
    constexpr std::size_t kEach = sizeof(typename T::value_type);
    const std::size_t bytes = size(list, kEach) * kEach;
    if (bytes > 0) std::memcpy(static_cast<void*>(list.data()), rest_.data(), bytes);
    rest_.remove_prefix(bytes);
  }
  /// True iff everything that was asked for was there, and nothing more.
  [[nodiscard]] bool is_complete() const { return is_complete_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool is_complete_ = true;
};

// What each type consists of, for writer and reader alike: const for the writer only. Types without
// gaps are taken as they lie in memory.

template <class Archive, class... Values>
void pass_all(Archive& archive, Values&... values);

template <class Archive, class T>
void pass(Archive& archive, T& value) {
  using Plain = std::remove_const_t<T>;
  if constexpr (std::is_same_v<Plain, Case>)
    pass_all(archive, value.value, value.target);
  else if constexpr (std::is_same_v<Plain, Phi>)
    pass_all(archive, value.target, value.ways, value.place);
  else if constexpr (std::is_same_v<Plain, Block>)
    pass_all(archive, value.phis, value.instructions);
  else if constexpr (std::is_same_v<Plain, Function>)
    pass_all(archive, value.name, value.registers, value.parameters, value.results, value.constants,
             value.arguments, value.cases, value.blocks, value.variadic);
  else if constexpr (std::is_same_v<Plain, Type::Field>)
    pass_all(archive, value.name, value.offset, value.type);
  else if constexpr (std::is_same_v<Plain, Type>)
    pass_all(archive, value.kind, value.name, value.size, value.element, value.fields);
  else if constexpr (std::is_same_v<Plain, Variable>)
    pass_all(archive, value.name, value.type);
  else if constexpr (std::is_same_v<Plain, Global>)
    pass_all(archive, value.name, value.slot, value.size, value.bytes, value.type, value.place,
             value.constant, value.thread_local_storage, value.external);
  else if constexpr (std::is_same_v<Plain, Unit>)
    pass_all(archive, value.pointer_bytes, value.triple, value.digest, value.files, value.places,
             value.types, value.variables, value.blocks, value.globals, value.functions,
             value.externals, value.texts, value.constructors, value.destructors);
  else if constexpr (std::has_unique_object_representations_v<Plain>)
    archive.take(value);
  else if constexpr (std::has_unique_object_representations_v<typename Plain::value_type>)
    archive.take_all(value);
  else
    for (std::size_t n = archive.size(value), i = 0; i < n; ++i) pass(archive, value[i]);
}

template <class Archive, class... Values>
void pass_all(Archive& archive, Values&... values) {
  (pass(archive, values), ...);
}

}  // namespace

std::string bytes_of_unit(const Unit& unit, const std::string& bitcode) {
  Writer writer;
  pass_all(writer, bitcode, unit);
  return std::move(writer.bytes());
}

bool unit_of_bytes(std::string_view bytes, const std::string& bitcode, Unit& unit) {
  Reader reader(bytes);
  std::string made_from;
  pass_all(reader, made_from, unit);
  return reader.is_complete() && made_from == bitcode;
}

}  // namespace ringcheck::source
