#pragma once
// Accesses that a compiler may treat in more than one way. Each has a place in the text, and is
// marked (READ_ONCE and the like) or plain as the plan says.
//
// Source: Documentation/memory-barriers.txt, "COMPILER BARRIER"; include/asm-generic/rwonce.h. What
// a machine on which the compiler is a party does with them: explore/compiler.hpp. On any other, a
// place says nothing.
// Tested by tests/properties/ring/compiler_test.cpp.

#include <array>
#include <cstdint>
#include <string_view>

#include "protocol/core/cpu.hpp"
#include "protocol/ring/perf_buffer.hpp"
#include "protocol/ring/sites.hpp"

namespace ringcheck {

/// A place in the text that accesses memory plainly in Linux 6.1, whatever the plan. Numbered
/// after the sites of the data ring, so that each place has a number of its own.
enum class PlainPlace : std::uint8_t {
  paused_look = site::kRingSites.size(),  ///< begin: rb->paused
  word_store,                             ///< copy: a word of a record
  header_load,                            ///< reader: the first word of a record
  word_load,                              ///< reader: another word of it
};

/// The name of the place with this number: that of its site, or of a PlainPlace.
constexpr std::string_view place_name(std::uint64_t place) {
  constexpr std::array<std::string_view, 4> kPlain = {"paused_look", "word_store", "header_load",
                                                      "word_load"};
  for (const PerfSite& site : site::kRingSites)
    if (site.place == place) return site.name;
  const auto first = static_cast<std::uint64_t>(PlainPlace::paused_look);
  return place >= first && place - first < kPlain.size() ? kPlain[place - first] : "?";
}

/// The number of a place.
constexpr unsigned place_number(PlainPlace place) {
  return static_cast<unsigned>(place);
}
constexpr unsigned place_number(const PerfSite& site) {
  return site.place;
}

/// Tells the machine where in the text the access that follows stands.
template <Cpu C, class Place>
void at_place(C& cpu, const PerfBuffer& rb, const Place& place) {
  const unsigned number = place_number(place);
  if constexpr (requires { cpu.at_place(number); }) cpu.at_place(number);
  if (rb.names_accesses) cpu.site(place_name(number).data());
}

/// True iff the access at `site` is plain.
constexpr bool is_plain(const PerfBuffer& rb, const PerfSite& site) {
  return rb.plan.at(site) == Strength::none;
}

/// READ_ONCE of the word at `address`, or a plain load.
template <Cpu C>
typename C::Value load_at(C& cpu, const PerfBuffer& rb, const PerfSite& site,
                          std::uint64_t address) {
  at_place(cpu, rb, site);
  return is_plain(rb, site) ? cpu.load(address) : cpu.read_once(address);
}

/// local_read of the word at `address`, or a plain load.
template <Cpu C>
typename C::Value local_read_at(C& cpu, const PerfBuffer& rb, const PerfSite& site,
                                std::uint64_t address) {
  at_place(cpu, rb, site);
  return is_plain(rb, site) ? cpu.load(address) : cpu.local_read(address);
}

/// WRITE_ONCE to the word at `address`, or a plain store.
template <Cpu C>
void store_at(C& cpu, const PerfBuffer& rb, const PerfSite& site, std::uint64_t address,
              const typename C::Value& value) {
  at_place(cpu, rb, site);
  if (is_plain(rb, site))
    cpu.store(address, value);
  else
    cpu.write_once(address, value);
}

/// A local that the load at `site` gave, when the text uses it again: `value`, or what a compiler
/// gets that loads it anew rather than keep it. `use` numbers the uses.
template <Cpu C>
typename C::Value use_again(C& cpu, const PerfBuffer& rb, const PerfSite& site,
                            std::uint64_t address, const typename C::Value& value, unsigned use) {
  if constexpr (requires { cpu.use_again(use, address, value, use); })
    if (is_plain(rb, site)) return cpu.use_again(site.place, address, value, use);
  return value;
}

/// Tells the machine that a plain load at `place` follows before the next barrier(): a compiler may
/// already make it here. `from` numbers the places that tell this.
template <Cpu C, class Place>
void foresee_load(C& cpu, const Place& place, const typename C::Value& address, unsigned from) {
  const unsigned number = place_number(place);
  if constexpr (requires { cpu.foresee_load(number, address, from); })
    cpu.foresee_load(number, address, from);
}

/// The same for the load at `site`, if it is plain.
template <Cpu C>
void foresee_load(C& cpu, const PerfBuffer& rb, const PerfSite& site, std::uint64_t address,
                  unsigned from) {
  if (is_plain(rb, site)) foresee_load(cpu, site, typename C::Value(address), from);
}

}  // namespace ringcheck
