// Tested by families_test.cpp.
#include "tests/explore/families.hpp"

#include "tests/explore/programs.hpp"

namespace ringcheck {

namespace {

Program repeat(int locations, int n, const Thread& each) {
  return program(locations, std::vector<Thread>(static_cast<std::size_t>(n), each));
}

/// What a lock protects: an increment that is lost when two threads overlap.
void increment(ThreadRun& run, LocId l) {
  put(run, l, get(run, l) + Word(1));
}

}  // namespace

Program cas_lock(int n) {
  return repeat(2, n, thread({0, 1}, [](ThreadRun& run) {
                  const Word old =
                      run.read_modify_write(RmwOperation::compare_exchange, address_of(0), 1,
                                            {.read_tags = {Tag::acquire}}, 0);
                  run.assume(old == Word(0));
                  increment(run, 1);
                  run.store(address_of(0), 0, {Tag::release});
                }));
}

Program spin_lock(int n) {
  return repeat(2, n, thread({0, 1}, [](ThreadRun& run) {
                  run.spin_lock(address_of(0));
                  increment(run, 1);
                  run.spin_unlock(address_of(0));
                }));
}

Program ticket_lock(int n) {
  return repeat(3, n, thread({0, 1, 2}, [](ThreadRun& run) {
                  const Word ticket =
                      run.read_modify_write(RmwOperation::add, address_of(0), 1, {});
                  run.assume(run.load(address_of(1), {Tag::acquire}) == ticket);
                  increment(run, 2);
                  run.store(address_of(1), ticket + Word(1), {Tag::release});
                }));
}

Program fetch_adds(int n) {
  return repeat(1, n, thread({0}, [](ThreadRun& run) {
                  run.read_modify_write(RmwOperation::add, address_of(0), 1, {});
                }));
}

Program load_buffering(int n, Dependent dependent) {
  std::vector<Thread> threads;
  for (int t = 0; t < n; ++t) {
    const int next = (t + 1) % n;
    Dependent how = dependent;
    if (how == Dependent::one_thread) how = t == 0 ? Dependent::masked : Dependent::none;
    threads.push_back(thread({next}, [t, next, how](ThreadRun& run) {
      const Word loaded = get(run, static_cast<LocId>(t));
      const auto target = static_cast<LocId>(next);
      if (how == Dependent::value) return put(run, target, loaded);
      if (how == Dependent::masked) return put(run, target, (loaded & Word(0)) + Word(1));
      if (how == Dependent::branch) run.branch(loaded == Word(0));
      put(run, target, 1);
    }));
  }
  return program(n, threads);
}

Program one_writer(int readers, int writes, int reads) {
  std::vector<Thread> threads;
  threads.push_back(thread({0}, [writes](ThreadRun& run) {
    for (int i = 1; i <= writes; ++i) put(run, 0, static_cast<std::uint64_t>(i));
  }));
  for (int t = 0; t < readers; ++t)
    threads.push_back(thread({}, [reads](ThreadRun& run) {
      for (int i = 0; i < reads; ++i) get(run, 0);
    }));
  return program(1, threads);
}

Program ring(std::uint64_t slots, std::uint64_t records) {
  constexpr LocId kHead = 0;
  constexpr LocId kTail = 1;
  const auto slot = [slots](const Word& position) {
    return Word(address_of(2)) + position % Word(slots);
  };
  Thread writer = thread({kHead}, [=](ThreadRun& run) {
    Word head = 0;
    for (std::uint64_t i = 1; i <= records; ++i) {
      run.scope([&] {
        const Word tail = run.load(address_of(kTail), {Tag::acquire});
        if (!run.branch(head - tail < Word(slots))) return;
        run.store(slot(head), i, {});
        head = head + Word(1);
        run.store(address_of(kHead), head, {Tag::release});
      });
    }
  });
  for (std::uint64_t i = 0; i < slots; ++i) writer.may_write.set(2 + static_cast<int>(i));
  writer.least_tags = {{Tag::release}};
  Thread reader = thread({kTail}, [=](ThreadRun& run) {
    Word tail = 0;
    for (std::uint64_t i = 0; i < records; ++i) {
      run.scope([&] {
        const Word head = run.load(address_of(kHead), {Tag::acquire});
        for (; run.branch(tail < head); tail = tail + Word(1)) run.load(slot(tail), {});
        run.store(address_of(kTail), tail, {Tag::release});
      });
    }
  });
  reader.least_tags = {{}, {Tag::release}};
  return program(2 + static_cast<int>(slots), {writer, reader});
}

}  // namespace ringcheck
