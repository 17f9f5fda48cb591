// Intel BTS on the specification.
// Tested by `make kernel`.
#include "kernel/calls/bts_sides.hpp"

namespace ringcheck {

BtsWords::BtsWords(const BtsSetup& of) : AuxAreaWords(of.area), bts(BtsCells::at(driver)) {
  const AuxAreaSetup& setup = of.area;
  driver_names = {"state",   "cur_buf", "data_size", "buf->head", "buf->end",
                  "enabled", "base",    "index",     "maximum",   "threshold"};
  for (const std::uint64_t word : {bts.state, bts.cur_buf, bts.data_size, bts.head, bts.end})
    traced_driver_words[word - driver] = true;
  std::vector<std::uint64_t> orders;
  refused = alloc_of(setup, orders).result != 0;
  // The first page of each piece tells its order, if there is more than one piece.
  std::vector<BtsPage> pages;
  for (const std::uint64_t order : orders) {
    pages.push_back({order, order != 0});
    pages.resize(pages.size() + (std::size_t{1} << order) - 1);
  }
  pieces = make_bts_pieces(bts_piece_pages(pages), setup.page_bytes);
  refused = refused || (setup.overwrite && pieces.size() > 1) || fails_in(1, setup.failing);
}

BtsSpecification::BtsSpecification(const BtsSetup& setup, const BtsWords& words, ReserveOrder order)
    : SpecifiedDriver(setup.area, words, order, DriverInterrupts::any), words_(words) {
  bts_.at = words.bts;
  bts_.aux = area_.aux;
  bts_.aux.events = area_.events;
  bts_.handle = words.handles[0];
  bts_.pieces = words.pieces;
  bts_.control = bts_control(setup.attr, setup.area.overwrite);
  bts_.taken = setup.taken;
  area_.memory.tracing = true;
}

std::int64_t BtsSpecification::add(std::uint64_t event, bool started) {
  return bts_event_add(area_.cpu, device_, bts_, area_.events.at(event), started);
}

void BtsSpecification::start(std::uint64_t event) {
  bts_event_start(area_.cpu, device_, bts_, area_.events.at(event));
}

void BtsSpecification::stop(std::uint64_t event) {
  bts_event_stop(area_.cpu, device_, bts_, area_.events.at(event));
}

void BtsSpecification::interrupt(const Call&, Answers& answers) {
  answer(answers, "handled", bts_performance_interrupt(area_.cpu, device_, bts_) ? 1 : 0);
}

void BtsSpecification::write(const Call& call) {
  for (std::uint64_t left = call.at(0); left > 0 && word(bts_.at.enabled) != 0; --left) {
    std::uint64_t& index = area_.word(bts_.at.index);
    if (index + kBtsRecordBytes > word(bts_.at.maximum)) {
      if (!bts_.snapshot()) return;
      index = word(bts_.at.base);
    }
    write_bytes(index, kBtsRecordBytes);
    index += kBtsRecordBytes;
  }
}

void BtsSpecification::tell(Answers& answers) {
  const auto number = [&](const char* what, std::uint64_t value) {
    answer(answers, what, static_cast<std::int64_t>(value));
  };
  for (const BtsPhys& piece : bts_.pieces) {
    number("piece's offset", piece.offset);
    number("piece's displacement", piece.displacement);
    number("piece's size", piece.size);
  }
  number("base", word(bts_.at.base));
  number("index", word(bts_.at.index));
  number("maximum", word(bts_.at.maximum));
  number("threshold", word(bts_.at.threshold));
  number("kept base", word(bts_.at.back_base));
  number("kept maximum", word(bts_.at.back_maximum));
  number("kept threshold", word(bts_.at.back_threshold));
  tell_area(answers);
}

}  // namespace ringcheck
