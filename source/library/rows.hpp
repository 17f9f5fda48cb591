#pragma once
// The functions of the library, one row a name.

#include <span>
#include <string_view>

#include "source/library_call.hpp"

namespace ringcheck::source {

/// A name, and what a call of it does.
struct LibraryRow {
  std::string_view name;
  LibraryFunction function;
};

std::span<const LibraryRow> memory_rows();
std::span<const LibraryRow> ending_rows();
std::span<const LibraryRow> thread_rows();
std::span<const LibraryRow> lock_rows();
std::span<const LibraryRow> condition_rows();
std::span<const LibraryRow> meeting_rows();
std::span<const LibraryRow> semaphore_rows();
std::span<const LibraryRow> text_rows();
std::span<const LibraryRow> once_rows();
std::span<const LibraryRow> kernel_rows();
std::span<const LibraryRow> kernel_text_rows();
std::span<const LibraryRow> format_rows();
std::span<const LibraryRow> system_rows();
std::span<const LibraryRow> clock_rows();
std::span<const LibraryRow> cpp_runtime_rows();
std::span<const LibraryRow> tree_rows();
std::span<const LibraryRow> exception_rows();
std::span<const LibraryRow> pointer_lock_rows();
std::span<const LibraryRow> stream_rows();
/// The function that stands for `name` if that is an operator << of std::ostream; else null.
LibraryFunction find_insertion(std::string_view name);
/// The function that stands for `name` if that is a member of kStandardExceptions; else null.
LibraryFunction find_standard_exception(std::string_view name);
std::span<const LibraryRow> ignored_rows();

}  // namespace ringcheck::source
