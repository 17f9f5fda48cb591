#pragma once
// Which events synchronise under rc11, to look for races.
// Source: Lahav, Vafeiadis, Kang, Hur, Dreyer, "Repairing sequential consistency in C/C++11", PLDI
// 2017, section 3.

#include "graph/execution_graph.hpp"
#include "models/fast_rc11.hpp"

namespace ringcheck::source {

inline bool acquires(const Event& read) {
  return read.tags.has_any({Tag::acquire, Tag::lock_read, Tag::seq_cst});
}
inline bool releases(const Event& write) {
  return write.tags.has_any({Tag::release, Tag::unlock, Tag::seq_cst});
}
inline bool is_acquire_fence(const Event& e) {
  return e.kind == EventKind::fence && (e.tags.has(Tag::rmb) || c11::is_sc_fence(e));
}
inline bool is_release_fence(const Event& e) {
  return e.kind == EventKind::fence && (e.tags.has(Tag::wmb) || c11::is_sc_fence(e));
}

}  // namespace ringcheck::source
