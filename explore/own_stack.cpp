// A stack of its own: jumps between it and the caller's stack.
// A function that saves a place calls another one to jump: the compiler wants the two apart, and
// the frame of the second lies below all that the first needs.
#include "explore/own_stack.hpp"

#include <boost/context/fiber.hpp>
#include <boost/context/preallocated.hpp>

#include <exception>
#include <memory>
#include <new>
#include <utility>

#if defined(__SANITIZE_ADDRESS__)
#define RC_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define RC_ADDRESS_SANITIZER 1
#endif
#endif
#ifdef RC_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

// clang has these jumps only for x86-64. Elsewhere no stack is copied, and none of this is called.
#if defined(__clang__) && !defined(__x86_64__)
#define RC_STACK_JUMPS 0
#define RC_CAME_BACK_TO(place) ((void)(place), false)
#define RC_JUMP_TO(place) ((void)(place), std::terminate())
#else
#define RC_STACK_JUMPS 1
#define RC_CAME_BACK_TO(place) (__builtin_setjmp((place).data()) != 0)
#define RC_JUMP_TO(place) __builtin_longjmp((place).data(), 1)
#endif

// Not inlined, since they deal with frames, and not instrumented: before a call that does not
// return, the address sanitizer would forget the frames of all callers. Nor may gcc infer for
// callers which registers they use: the code on the other side uses all of them.
#if defined(__clang__)
#define RC_JUMPS gnu::noinline, gnu::no_sanitize_address
#else
#define RC_JUMPS gnu::noipa, gnu::noinline, gnu::no_sanitize_address
#endif

namespace ringcheck {

namespace {

/// For a stack that exists already, and that Boost never frees.
struct NoAllocator {
  static void deallocate(boost::context::stack_context& /*stack*/) {}
};

}  // namespace

bool stacks_can_be_copied() {
#if !RC_STACK_JUMPS
  return false;
#elif defined(RC_ADDRESS_SANITIZER)
  return __asan_get_current_fake_stack() == nullptr;
#else
  return true;
#endif
}

OwnStack::OwnStack(Code code)
    : code_(code), stack_(std::make_unique_for_overwrite<std::byte[]>(kSize)) {}

void* OwnStack::call(void* argument) {
  if (highest_ == nullptr) start();
  return enter(base_, argument);
}

void* OwnStack::go_on(const Place& place, void* argument) {
  return enter(place, argument);
}

// The two sides switch once through Boost, so that what Boost has on the caller's stack ends in
// order. Neither fiber comes to its end: the one that waits for calls goes with the stack, and
// destroying its handle would end it now.
void OwnStack::start() {
  using boost::context::fiber;
  boost::context::stack_context context;
  context.size = kSize;
  context.sp = stack_.get() + kSize;
  fiber inner(std::allocator_arg, boost::context::preallocated(context.sp, context.size, context),
              NoAllocator{}, [this](fiber&& outer) {
                arrive_inside();
                wait_for_calls(&outer);
                return std::move(outer);
              });
#ifdef RC_ADDRESS_SANITIZER
  __sanitizer_start_switch_fiber(nullptr, stack_.get(), kSize);
#endif
  alignas(fiber) std::array<std::byte, sizeof(fiber)> kept;
  new (kept.data()) fiber(std::move(inner).resume());
  lowest_ = stack_.get();
  arrive_outside();
}

[[RC_JUMPS]] void* OwnStack::enter(const Place& place, void* argument) {
  passed_ = argument;
  if (!RC_CAME_BACK_TO(outside_)) jump_in(place);
  arrive_outside();
  return passed_;
}

[[RC_JUMPS]] void* OwnStack::leave(void* result) {
  passed_ = result;
  if (!RC_CAME_BACK_TO(inside_)) jump_out();
  arrive_inside();
  return passed_;
}

[[RC_JUMPS]] void OwnStack::wait_for_calls(void* outer) {
  highest_ = static_cast<std::byte*>(__builtin_frame_address(0));
  if (!RC_CAME_BACK_TO(base_)) {
#ifdef RC_ADDRESS_SANITIZER
    __sanitizer_start_switch_fiber(nullptr, outer_bottom_, outer_size_);
#endif
    std::move(*static_cast<boost::context::fiber*>(outer)).resume();
  }
  arrive_inside();
  code_(passed_);
  passed_ = nullptr;
  jump_out();
}

[[RC_JUMPS]] void OwnStack::jump_out() {
  lowest_ = static_cast<std::byte*>(__builtin_frame_address(0));
#ifdef RC_ADDRESS_SANITIZER
  __sanitizer_start_switch_fiber(nullptr, outer_bottom_, outer_size_);
#endif
  RC_JUMP_TO(outside_);
}

[[RC_JUMPS]] void OwnStack::jump_in(const Place& place) {
#ifdef RC_ADDRESS_SANITIZER
  __sanitizer_start_switch_fiber(nullptr, stack_.get(), kSize);
#endif
  Place there = place;
  RC_JUMP_TO(there);
}

void OwnStack::arrive_inside() {
#ifdef RC_ADDRESS_SANITIZER
  __sanitizer_finish_switch_fiber(nullptr, &outer_bottom_, &outer_size_);
#endif
}

void OwnStack::arrive_outside() {
#ifdef RC_ADDRESS_SANITIZER
  __sanitizer_finish_switch_fiber(nullptr, nullptr, nullptr);
  ASAN_UNPOISON_MEMORY_REGION(lowest_, used_size());
#endif
}

}  // namespace ringcheck
