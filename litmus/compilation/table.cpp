// Which row a primitive has.
// Tested by tests/litmus/compilation_table_test.cpp.
#include "litmus/compilation/table.hpp"

#include <algorithm>

namespace ringcheck::litmus {

namespace {

/// How the name of an atomic operation ends.
std::string_view suffix_of(const RmwOrder& order) {
  if (order.full) return "";
  if (order.read_tags.has(Tag::acquire)) return "_acquire";
  if (order.write_tags.has(Tag::release)) return "_release";
  return "_relaxed";
}

std::string row_name_of_rmw(const Primitive& primitive) {
  const RmwOrder& order = primitive.order;
  const std::string local = order.atomic ? "" : "local_";
  switch (primitive.operation) {
    case RmwOperation::exchange:
      return local + "xchg" + (order.atomic ? std::string(suffix_of(order)) : "");
    case RmwOperation::compare_exchange:
      return local + "cmpxchg" + (order.atomic ? std::string(suffix_of(order)) : "");
    case RmwOperation::add:
    case RmwOperation::subtract:
      if (!order.atomic)
        return primitive.result == RmwResult::nothing ? "local_add" : "local_add_return";
      if (primitive.result == RmwResult::nothing) return "atomic_add";
      return "atomic_fetch_add" + std::string(suffix_of(order));
    case RmwOperation::add_unless:
      return order.full ? "atomic_add_unless" : std::string(primitive.name);
    default:
      return std::string(primitive.name);
  }
}

}  // namespace

std::size_t CompilationRow::count() const {
  std::size_t count = 0;
  std::string_view rest = instructions;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(';'), rest.size());
    const std::string_view one = rest.substr(0, end);
    if (one.find_first_not_of(' ') != std::string_view::npos && !one.ends_with(':')) ++count;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return count;
}

const CompilationRow* find_row(std::span<const CompilationRow> rows, std::string_view primitive) {
  const auto found = std::ranges::find_if(
      rows, [&](const CompilationRow& row) { return row.primitive == primitive; });
  return found == rows.end() ? nullptr : &*found;
}

std::string row_name(const Primitive& primitive) {
  switch (primitive.action) {
    case Action::load:
      return primitive.tags.has(Tag::acquire) ? "smp_load_acquire" : "READ_ONCE";
    case Action::store:
      return primitive.tags.has(Tag::release) ? "smp_store_release" : "WRITE_ONCE";
    case Action::store_then_mb:
      return "smp_store_mb";
    case Action::read_modify_write:
      return row_name_of_rmw(primitive);
    default:
      return std::string(primitive.name);
  }
}

}  // namespace ringcheck::litmus
