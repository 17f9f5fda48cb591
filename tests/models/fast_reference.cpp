// The three models, axiom by axiom.
// Source: herd7's sc.cat and x86tso.cat; Lahav et al., "Repairing sequential consistency in
// C/C++11", PLDI 2017.
#include "tests/models/fast_reference.hpp"

namespace ringcheck::reference {

namespace {

bool read(const Event& e) {
  return e.kind == EventKind::read;
}
bool write(const Event& e) {
  return e.kind == EventKind::write;
}
bool fence(const Event& e) {
  return e.kind == EventKind::fence;
}

// True for half of an atomic read-modify-write that writes.
bool locked(const Event& e) {
  return e.atomic && (write(e) || e.claim == Claim::sure);
}

bool atomicity(const Base& base) {
  const Relation fre = base.fr & base.external;
  const Relation coe = base.co & base.external;
  return (base.rmw & (fre * coe)).empty();
}

}  // namespace

Base::Base(const ExecutionGraph& its)
    : graph(its), po(0), po_loc(0), po_other(0), rf(0), co(0), fr(0), rmw(0), external(0) {
  const auto number = [&](const Event& e) { return graph.find(e.id); };
  po = pairs([](const Event& a, const Event& b) {
    return a.id.thread == b.id.thread && a.id.thread != kInitThread && a.id.index < b.id.index;
  });
  po_loc = po & pairs([](const Event& a, const Event& b) {
             return a.location == b.location && a.location != kNoLocation;
           });
  po_other = (po - po_loc) & pairs([](const Event& a, const Event& b) {
               return a.kind != EventKind::choice && b.kind != EventKind::choice;
             });
  external = pairs([](const Event& a, const Event& b) { return a.id.thread != b.id.thread; });
  rf = pairs([&](const Event& a, const Event& b) { return read(b) && b.rf == number(a); });
  co = pairs([](const Event& a, const Event& b) {
    return write(a) && write(b) && a.location == b.location && a.co_position < b.co_position;
  });
  fr = rf.inverse() * co;
  rmw = pairs([&](const Event& a, const Event& b) {
    return read(a) && write(b) && b.atomic && b.rmw == number(a);
  });
}

bool sc(const ExecutionGraph& graph) {
  const Base base(graph);
  return atomicity(base) && (base.po | base.rf | base.co | base.fr).acyclic();
}

bool tso(const ExecutionGraph& graph) {
  const Base base(graph);
  const Relation ppo = base.po & base.pairs([](const Event& a, const Event& b) {
    return (read(a) && !fence(b)) || (write(a) && write(b));
  });
  const Relation mfence = base.only([](const Event& e) {
    return fence(e) && e.tags.has(Tag::mb) && !e.tags.has(Tag::of_full_rmw);
  });
  const Relation implied = base.po & base.pairs([](const Event& a, const Event& b) {
    return write(a) && read(b) && (locked(a) || locked(b));
  });
  const Relation ghb =
      ppo | base.po * mfence * base.po | implied | (base.rf & base.external) | base.co | base.fr;
  return atomicity(base) && (base.po_loc | base.rf | base.co | base.fr).acyclic() && ghb.acyclic();
}

namespace {

bool rc11_with(const ExecutionGraph& graph, bool own_stores_continue) {
  const Base base(graph);
  const auto sc_fence = [](const Event& e) {
    return fence(e) &&
           e.tags.has_any({Tag::mb, Tag::before_atomic, Tag::after_atomic, Tag::after_spinlock});
  };
  const auto acquires = [&](const Event& e) {
    return (read(e) && e.tags.has_any({Tag::acquire, Tag::lock_read, Tag::seq_cst})) ||
           (fence(e) && e.tags.has(Tag::rmb)) || sc_fence(e);
  };
  const auto releases = [&](const Event& e) {
    return (write(e) && e.tags.has_any({Tag::release, Tag::unlock, Tag::seq_cst})) ||
           (fence(e) && e.tags.has(Tag::wmb)) || sc_fence(e);
  };
  const auto atomic = [&](const Event& e) {
    return !fence(e) && (acquires(e) || releases(e) ||
                         e.tags.has_any({Tag::once, Tag::noreturn, Tag::lock_write, Tag::lock_fail,
                                         Tag::read_locked, Tag::read_unlocked}));
  };
  const Relation& sb = base.po;
  const Relation fences = base.only(fence);
  const Relation own = own_stores_continue ? base.po_loc : Relation(graph.size());
  const Relation rs = base.only(write) * own.optional() * base.only([&](const Event& e) {
    return write(e) && atomic(e);
  }) * (base.rf * base.rmw).plus().optional();
  const Relation sw = base.only(releases) * (fences * sb).optional() * rs * base.rf *
                      base.only([&](const Event& e) { return read(e) && atomic(e); }) *
                      (sb * fences).optional() * base.only(acquires);
  const Relation hb = (sb | sw).plus();
  const Relation eco = (base.rf | base.co | base.fr).plus();
  const Relation sc_fences = base.only(sc_fence);
  const Relation same_place = base.pairs([](const Event& a, const Event& b) {
    return a.location == b.location && a.location != kNoLocation;
  });
  const Relation scb =
      sb | base.po_other * hb * base.po_other | (hb & same_place) | base.co | base.fr;
  const Relation sc_events = base.only(
      [&](const Event& e) { return sc_fence(e) || (!fence(e) && e.tags.has(Tag::seq_cst)); });
  const Relation to_sc = sc_events | hb.optional() * sc_fences;
  const Relation psc = (sc_events | sc_fences * hb.optional()) * scb * to_sc |
                       sc_fences * (hb | hb * eco * hb) * sc_fences;
  return atomicity(base) && (sb | base.rf).acyclic() && (hb * eco.optional()).irreflexive() &&
         psc.acyclic();
}

}  // namespace

bool rc11(const ExecutionGraph& graph) {
  return rc11_with(graph, true);
}

bool rc11_of_programs(const ExecutionGraph& graph) {
  return rc11_with(graph, false);
}

}  // namespace ringcheck::reference
