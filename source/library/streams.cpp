// Output to the streams that are there, which is ignored as printf's is. Streams of a program's own
// are made by constructors that are defined nowhere, so they are refused there.
// Tested by tests/source/cpp_test.cpp.
#include "source/library/rows.hpp"

namespace ringcheck::source {
namespace {

/// Functions that return the stream that they write to.
CallOutcome print(LibraryCall& call) {
  call.result = call.argument(0);
  return CallOutcome::returned;
}

constexpr LibraryRow kRows[] = {
    {"_ZNSo3putEc", print}, {"_ZNSo5writeEPKcl", print}, {"_ZNSo5flushEv", print}};

}  // namespace

std::span<const LibraryRow> stream_rows() {
  return kRows;
}

LibraryFunction find_insertion(std::string_view name) {
  const bool is_operator =
      name.starts_with("_ZStls") && name.find("13basic_ostream") != std::string_view::npos;
  return is_operator || name.starts_with("_ZNSols") ? print : nullptr;
}

}  // namespace ringcheck::source
