// rb_alloc: what the kernel makes of the requested sizes and watermarks of a buffer.
// Tested by tests/properties/core/conform_test.cpp.
#include "protocol/lifetime/rb_alloc.hpp"

#include "properties/core/conform_set.hpp"
#include "properties/core/expect.hpp"

namespace ringcheck {
namespace {

AuxRequest aux_request(Fields& aux, std::uint64_t page_size) {
  AuxRequest request;
  request.page_size = page_size;
  request.nr_pages = aux.number("nr_pages", INT32_MAX);
  request.watermark = static_cast<std::int64_t>(aux.number("wm_arg", UINT32_MAX));
  request.pgoff = aux.number("pgoff");
  request.writable = aux.flag("writable");
  request.has_aux = aux.flag("has_setup");
  request.setup_succeeds = aux.flag("setup_ok");
  request.no_sg = aux.flag("no_sg");
  if (request.nr_pages == 0) throw RowError(aux.place("nr_pages") + ": saw 0, expected a page");
  return request;
}

void check_aux(Expect& expect, Fields& aux, std::uint64_t page_size) {
  const AuxRequest request = aux_request(aux, page_size);
  const std::uint64_t fail_order = aux.number("fail_order", 99);
  Json chunks = Json::array();
  const AuxSetup setup = rb_alloc_aux(
      request, [&](int order) { return static_cast<std::uint64_t>(order) < fail_order; },
      [&](int order) { chunks.push_back(order); });
  expect.same("aux.ret", aux.signed_number("ret"), setup.result);
  expect.same("aux.aux_nr_pages", aux.number("aux_nr_pages"), setup.nr_pages);
  const bool recorded = aux.signed_number("ret") == 0;
  for (const char* name : {"aux_overwrite", "aux_watermark", "aux_pgoff", "chunks"})
    if (aux.has(name) != recorded)
      throw RowError(aux.place(name) + ": expected exactly where \"ret\" is 0");
  if (!recorded) return;
  expect.same("aux.aux_overwrite", aux.number("aux_overwrite", 1), setup.overwrite ? 1 : 0);
  expect.same("aux.aux_watermark", aux.number("aux_watermark"), setup.watermark);
  expect.same("aux.aux_pgoff", aux.number("aux_pgoff"), setup.pgoff);
  expect.same("aux.chunks", aux.array("chunks"), chunks);
}

std::optional<Difference> check(const Json& row) {
  Fields fields(row, "row");
  fields.number("q");
  const std::uint64_t page_size = power_of_two(fields, "page_size", 1U << 20U);
  const std::uint64_t nr_pages = fields.number("nr_pages", 1U << 20U);
  const auto watermark = static_cast<std::int64_t>(fields.number("wm_arg", UINT32_MAX));
  const RingSetup setup =
      ring_buffer_init(nr_pages * page_size, watermark, fields.flag("writable"));
  Expect expect(row);
  expect.same("watermark", fields.number("watermark"), setup.watermark);
  expect.same("overwrite", fields.number("overwrite", 1), setup.overwrite ? 1 : 0);
  expect.same("paused", fields.number("paused", 1), setup.paused ? 1 : 0);
  Fields aux(fields.any("aux"), "field \"aux\" of row");
  check_aux(expect, aux, page_size);
  aux.finish();
  fields.finish();
  return expect.first();
}

}  // namespace

extern const ConformSet kRbAllocSet;
const ConformSet kRbAllocSet = {"rb_alloc", "sizes and watermarks of a buffer and its AUX area",
                                check};

}  // namespace ringcheck
