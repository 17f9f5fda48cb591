// The calls of the public interface, handed on to the context of the code that makes them.
// Tested by tests/face.
#include "explore/program.hpp"
#include "face/context.hpp"
#include "ringcheck/array.hpp"
#include "ringcheck/error.hpp"

namespace ringcheck {

Context*& Context::current() {
  thread_local Context* current = nullptr;
  return current;
}

namespace detail {
namespace {

Context& here(const place& where = {}) {
  if (Context* current = Context::current()) return *current;
  throw error("a shared object is used, or a value that was loaded, where no program runs" +
              in_parentheses(where, {}));
}

/// The place in an array of the object that is being made; below 0: in none.
std::int64_t& index_of_elements() {
  thread_local std::int64_t index = -1;
  return index;
}

/// C++ gives the order no meaning for such an operation.
void refuse_order(const char* operation, ordering order, const place& where) {
  here().refuse(std::string("C++ allows ") + operation + " no memory order " +
                    (order == ordering::acquire   ? "acquire"
                     : order == ordering::release ? "release"
                                                  : "acq_rel"),
                where);
}

}  // namespace

numbered::numbered(std::size_t index)
    : outer_(std::exchange(index_of_elements(), static_cast<std::int64_t>(index))) {}
numbered::~numbered() {
  index_of_elements() = outer_;
}

cell::cell(const type& what, std::uint64_t initial, bool has_initial, const char* name)
    : initial_(initial),
      name_(name),
      index_(index_of_elements()),
      kind_(what.kind),
      bits_(what.bits),
      has_initial_(has_initial),
      holds_pointer_(what.holds_pointer),
      is_signed_(what.is_signed) {
  if (Context* current = Context::current()) ordinal_ = current->made(*this);
}

sources unite_sources(sources a, sources b) {
  return here().unite(a, b);
}
bool decide(bool condition, sources from, bool known) {
  // A constant is no branch of any thread.
  if (from == 0 && known) return condition;
  return here().decide({condition ? 1U : 0U, from, known});
}
void fault(const char* what) {
  here().fault(what);
  throw EndOfRun{};
}
word pointer_value(std::uint64_t raw) {
  Context* const current = Context::current();
  return current != nullptr ? current->pointer(raw) : word{raw};
}
void* open_object(const void* pointer, std::size_t size, sources from, bool known) {
  return here().open(pointer, size, from, known);
}
void close_object(const void* opened) {
  if (Context* current = Context::current()) current->close(opened);
}

word load(const target& at, const call& how) {
  if (how.order == ordering::release || how.order == ordering::acq_rel)
    refuse_order("a load", how.order, how.where);
  return here(how.where).load(at, how);
}
void store(const target& at, const word& value, const call& how) {
  if (how.order == ordering::acquire || how.order == ordering::acq_rel)
    refuse_order("a store", how.order, how.where);
  here(how.where).store(at, value, how);
}
word update(const target& at, operation what, const word& operand, const call& how) {
  return here(how.where).update(at, what, operand, how);
}
word compare_exchange(const target& at, const word& expected, const word& desired,
                      const call& success, ordering failure) {
  if (failure == ordering::release || failure == ordering::acq_rel)
    refuse_order("a compare_exchange that fails", failure, success.where);
  return here(success.where).compare_exchange(at, expected, desired, success, failure);
}
word add_unless(const target& at, const word& operand, const word& unless, const call& how) {
  return here(how.where).add_unless(at, operand, unless, how);
}
void fence(fence_kind kind, const place& where) {
  here(where).fence(kind, where);
}
void lock(const target& at, cell_kind kind, const place& where) {
  here(where).lock(at, kind, where);
}
bool try_lock(const target& at, cell_kind kind, const place& where) {
  return here(where).try_lock(at, kind, where);
}
void unlock(const target& at, cell_kind kind, const place& where) {
  here(where).unlock(at, kind, where);
}
word is_locked(const target& at, const place& where) {
  return here(where).is_locked(at, where);
}
void require(const word& condition, const char* what, const place& where) {
  here(where).require(condition, what, where);
}
void assume(const word& condition) {
  here().assume(condition);
}
void begin_wait() {
  here().begin_wait();
}
void end_wait(const word& condition, const place& where) {
  here().end_wait(condition, where);
}
void observe(const char* what, const word* values, std::size_t count) {
  here().observe(what, {values, count});
}
std::uint64_t choose(std::uint64_t n) {
  return here().choose(n);
}
sources control() {
  return here().control();
}
void set_control(sources from) {
  if (Context* current = Context::current()) current->set_control(from);
}
void* allocate(std::size_t size, std::size_t alignment, const char* type) {
  return here().allocate(size, alignment, type);
}
void allocated(void* object, void (*end)(void*)) {
  here().allocated(object, end);
}
void deallocate(const word& pointer, const place& where) {
  here(where).deallocate(pointer, where);
}
std::size_t start_thread(const char* name, std::function<void()> body, const place& where) {
  return here(where).start_thread(name, std::move(body), where);
}
void join_threads(bool at_end_of_life, const place& where) {
  if (Context* current = Context::current()) current->join_threads(at_end_of_life, where);
}
void check_index(const word& index, std::size_t size) {
  if (index.known && index.bits >= size)
    here().fault("an index of " + std::to_string(static_cast<std::int64_t>(index.bits)) +
                 " into an array of " + std::to_string(size));
}

}  // namespace detail
}  // namespace ringcheck
