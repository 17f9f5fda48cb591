// Memory of a TMC-ETR on the kernel's text: what the driver gets, and how sink and CATU find it, by
// the tables that the driver wrote.
// Tested by `make kernel`.
#include <algorithm>
#include <cstring>
#include <span>

#include "kernel/calls/answer_sum.hpp"
#include "kernel/calls/etr_sides.hpp"
#include "protocol/tmc/sg_table.hpp"

namespace ringcheck {

std::optional<long long> EtrKernel::give_memory(std::string_view name, std::uint64_t number) {
  if (name == "dma_alloc") {
    steps_.add(EtrStep::ask_for_run, number);
    if (!can_be_had() || setup_.no_run) return 0;
    run_bytes_ = number;
    return reinterpret_cast<long long>(area_.machine.alloc(number, kEtrPageBytes));
  }
  constexpr unsigned kDirectionBits = 2;
  const std::uint64_t bytes = number_before_ >> kDirectionBits;
  auto* memory = reinterpret_cast<std::uint8_t*>(number);
  if (name == "dma_address")
    return static_cast<long long>(map(etr_run_address(given_.runs++), memory, run_bytes_));
  if (name == "dma_map") {
    if (can_be_had())
      return static_cast<long long>(map(etr_page_address(given_.pages++), memory, bytes));
    if (!area_.is_set_up()) area_.lose_page();
    return 0;
  }
  if (name == "dma_unmap") {
    unmap(number);
    return 0;
  }
  return {};
}

void EtrKernel::note_piece(const std::uint8_t* piece) {
  for (std::size_t i = 0; piece != nullptr && i < mapped_.size(); ++i)
    in_pieces_[mapped_[i]] = piece + i * kEtrPageBytes;
  mapped_.clear();
}

void EtrKernel::give(std::uint64_t address, std::uint64_t bytes) {
  std::uint8_t* page = at(address);
  if (page == nullptr) throw NativeFailure("the device is given what it does not have");
  const auto found = in_pieces_.find(page);
  if (found == in_pieces_.end()) return;
  const std::span<const std::uint8_t> piece(found->second, bytes);
  if (std::ranges::any_of(piece, [](std::uint8_t byte) { return byte != 0; }))
    std::ranges::copy(piece, page);
}

std::uint64_t EtrKernel::map(std::uint64_t address, std::uint8_t* memory, std::uint64_t bytes) {
  for (std::uint64_t i = 0; i < bytes; i += kEtrPageBytes) pages_[address + i] = memory + i;
  maps_[address] = {bytes, number_before_};
  return address;
}

void EtrKernel::unmap(std::uint64_t address) {
  const auto found = maps_.find(address);
  if (found == maps_.end()) throw NativeFailure("what the device does not have is taken from it");
  const auto& [bytes, how] = found->second;
  if (how != number_before_) throw NativeFailure("memory is given back in another way than taken");
  for (std::uint64_t i = 0; i < bytes; i += kEtrPageBytes) pages_.erase(address + i);
  maps_.erase(found);
}

std::uint8_t* EtrKernel::at(std::uint64_t address) const {
  const auto page = pages_.find(address - address % kEtrPageBytes);
  return page == pages_.end() ? nullptr : page->second + address % kEtrPageBytes;
}

std::optional<std::uint64_t> EtrKernel::entry_at(std::uint64_t address) const {
  const std::uint8_t* place = at(address);
  if (place == nullptr) return {};
  std::uint64_t entry = 0;
  std::memcpy(&entry, place, sizeof(entry));
  return entry;
}

std::optional<std::uint64_t> EtrKernel::translated(std::uint64_t table,
                                                   std::uint64_t offset) const {
  const auto page =
      walk_catu_table(table, offset, [&](std::uint64_t address) { return entry_at(address); });
  if (!page) return {};
  return *page + offset % kDevicePage;
}

std::vector<EtrHardware::Piece> EtrKernel::find(std::uint64_t base, std::uint64_t bytes,
                                                bool scattered) const {
  if (!scattered) return {{base, bytes}};
  std::vector<EtrHardware::Piece> pieces;
  for (std::uint64_t left = bytes; left > 0; base += sizeof(std::uint32_t)) {
    std::uint32_t entry = 0;
    const std::uint8_t* place = at(base);
    if (place == nullptr) break;
    std::memcpy(&entry, place, sizeof(entry));
    const std::uint64_t leads_to = std::uint64_t{entry >> 4U} << 12U;
    const auto type = static_cast<EtrEntry>(entry & 3U);
    if (type == EtrEntry::link) {
      base = leads_to - sizeof(std::uint32_t);
      continue;
    }
    pieces.push_back({leads_to, kEtrPageBytes});
    left -= std::min(left, kEtrPageBytes);
    if (type == EtrEntry::last) break;
  }
  return pieces;
}

std::uint64_t EtrKernel::missing() const {
  const EtrBufferTold buffer = told(held().front());
  const std::uint64_t bytes = buffer.pages * kEtrPageBytes;
  return buffer.bytes > bytes ? buffer.bytes - bytes : 0;
}

EtrBufferTold EtrKernel::told(const void* buffer) const {
  constexpr std::uint64_t kMostTables = 8;
  constexpr std::uint64_t kCatuPrevious = kDevicePage - 16, kCatuNext = kDevicePage - 8;
  const auto says = unit_call<decltype(rc_etr_buffer_says)>("buffer_says")(buffer);
  EtrBufferTold told = {says.bytes,  says.hwaddr, says.mode, says.references,
                        says.offset, says.len,    says.full};
  told.table = says.table;
  for (std::uint64_t table = told.table, i = 0; table != 0 && i < kMostTables; ++i) {
    told.places = sum_after(told.places, entry_at(table + kCatuPrevious).value_or(0));
    const std::uint64_t next = entry_at(table + kCatuNext).value_or(0);
    told.places = sum_after(told.places, next);
    table = next & ~(kDevicePage - 1);
  }
  for (const EtrHardware::Piece& piece :
       find(says.hwaddr, says.bytes, says.mode == static_cast<unsigned>(EtrMode::sg)))
    for (std::uint64_t i = 0; i < piece.bytes; i += kEtrPageBytes) {
      const std::optional<std::uint64_t> address =
          says.table == 0 ? piece.address + i : translated(says.table, i);
      const std::uint8_t* page = address ? at(*address) : nullptr;
      told.places = sum_after(told.places, address.value_or(0));
      const bool summed = told.pages++ < kEtrToldPages;
      for (std::uint64_t k = 0; summed && page != nullptr && k < kEtrPageBytes; ++k)
        told.sum = sum_after(told.sum, page[k]);
    }
  return told;
}

}  // namespace ringcheck
