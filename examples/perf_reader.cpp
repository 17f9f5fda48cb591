// Your own reader against the writer of the kernel's perf buffer, in the kernel's primitives: which
// machine needs which of the reader's two orders?
#include <iostream>

#include "ringcheck/check.hpp"
#include "ringcheck/linux.hpp"

using namespace ringcheck::kernel;

struct buffer {
  ringcheck::var<unsigned> head{0, "data_head"};
  ringcheck::var<unsigned> tail{0, "data_tail"};
  ringcheck::array<ringcheck::var<int>, 2> data{"data"};
};

/// As perf_output_begin and perf_output_put_handle do it. A record is lost when there is no room
/// for it.
void write(buffer& rb) {
  unsigned head = 0;
  for (int record = 1; record <= 3; ++record) {
    if (head - READ_ONCE(rb.tail) == rb.data.size()) continue;
    WRITE_ONCE(rb.data[head % rb.data.size()], record);
    smp_wmb();
    WRITE_ONCE(rb.head, ++head);
  }
}

struct reader {
  const char* name;
  bool acquires;
  bool releases;

  void operator()(buffer& rb) const {
    unsigned tail = 0;
    ringcheck::tracked<int> last = 0;
    for (int poll = 0; poll < 3; ++poll) {
      if ((acquires ? smp_load_acquire(rb.head) : READ_ONCE(rb.head)) == tail) continue;
      const ringcheck::tracked<int> record = READ_ONCE(rb.data[tail % rb.data.size()]);
      ringcheck::require(record > last, "records are whole, and come in order");
      last = record;
      ++tail;
      releases ? smp_store_release(rb.tail, tail) : WRITE_ONCE(rb.tail, tail);
    }
  }
};

int main() {
  const reader readers[] = {
      {"both", true, true}, {"no acquire", false, true}, {"no release", true, false}};
  for (const reader& mine : readers) {
    const ringcheck::program against_perf(mine.name, [&] {
      buffer rb;
      ringcheck::thread kernel("kernel", [&] { write(rb); });
      ringcheck::thread user("user", [&] { mine(rb); });
    });
    for (const char* model : {"lkmm", "x86-tso", "armv8"})
      std::cout << ringcheck::check(against_perf, model).text();
  }
}
