// What holds in the AUX area at the level of values.
#include "properties/aux/aux_invariants.hpp"

#include <array>

namespace ringcheck {
namespace {

constexpr std::array kInvariants = {
    AuxInvariant{"I-01",
                 "Publication: what a record tells of is what was stored for it, not what stood "
                 "there before"},
    AuxInvariant{
        "I-06", "No clobber: what perf writes to its file is what the ring held when it was taken"},
    AuxInvariant{"I-07", "Space: a record is taken exactly when it fits what is not read"},
    AuxInvariant{"I-09", "One CPU at a time: the events of a ring are active on one CPU"},
    AuxInvariant{"I-10", "Lost conservation: losses that are told are those that there were"},
    AuxInvariant{"I-12",
                 "Framing: each AUXTRACE record of perf's file ends where the next begins, and "
                 "samples fit their header"},
    AuxInvariant{
        "I-13", "Untrusted page: what the reader may write decides nothing but what was looked at"},
    AuxInvariant{
        "I-15",
        "Exactly once: perf's files have the records of a ring in order, none twice; no block is "
        "taken whose write is on its way, and what two snapshots share is decoded once"},
    AuxInvariant{"I-18",
                 "Backward head: what is written downwards moves the head by what it takes"},
    AuxInvariant{"I-20",
                 "Quiescence: trace is copied to a sample or a snapshot only while the unit is "
                 "stopped, and it runs again after that; overwritable rings are read paused"},
    AuxInvariant{"I-21", "No replay: a snapshot takes nothing from before the last one"},
    AuxInvariant{"I-23", "AUX publication: what the device has stored is accounted for"},
    AuxInvariant{"I-24",
                 "AUX no clobber: nothing is written but into room that the reader left, and "
                 "into the buffer"},
    AuxInvariant{"I-25",
                 "AUX accounting: aux_head moves by what was written and skipped, and what "
                 "was skipped is filler"},
    AuxInvariant{"I-26",
                 "One transaction: begins and ends alternate; the driver is active only "
                 "while one is open"},
    AuxInvariant{"I-27",
                 "Loss is flagged: lost trace and gaps are told, and trace is called "
                 "truncated only where room was short"},
    AuxInvariant{"I-28",
                 "Disable means disabled and woken: a request without room reaches the event "
                 "and the reader; interrupts are taken by whom they are for"},
    AuxInvariant{"I-29",
                 "AUX cadence: aux_wakeup is the last boundary before the head, the next one "
                 "ahead of it; nothing is divided by a watermark of 0"},
    AuxInvariant{"I-30",
                 "Record and head: an AUX record tells what was written, and no reader "
                 "loads a head that never was"},
    AuxInvariant{"I-31",
                 "Overwrite head: in overwrite mode the head is where the device writes next"},
    AuxInvariant{"I-32",
                 "Window: a read takes the newest bytes, as many as are new and still there"},
    AuxInvariant{"I-33", "Wrap detector: a lap is reported only when one was written"},
    AuxInvariant{"I-34", "Offsets: windows are the stream in order, each where the last one ended"},
    AuxInvariant{"I-35", "Copy: the newest trace that fits, in order, across both ends"},
    AuxInvariant{"I-36", "Sync coverage: every byte copied was synced"},
    AuxInvariant{"I-37",
                 "Discontinuity: after dropped trace a copy starts at a frame, with a "
                 "barrier packet"},
    AuxInvariant{
        "I-38",
        "Shared sink: the last tracer of a session drains the sink, and hardware that runs "
        "is not programmed"},
    AuxInvariant{"I-39",
                 "No use after free: a transaction is opened on mapped pages only, and never "
                 "drops their last reference; buffers in use are not freed"},
    AuxInvariant{"I-40",
                 "Filter generation: the unit traces with the ranges of one generation, that of "
                 "the last update that is complete"},
    AuxInvariant{"I-42",
                 "Wakeups: a sample wakes the reader if it is the last of as many as were asked "
                 "for, and otherwise does not"},
    AuxInvariant{"I-43", "No foreign sample: who was not asked for is not recorded"},
    AuxInvariant{"I-44", "One ring: each sample that was asked for comes to one ring, once"},
    AuxInvariant{"I-45",
                 "Deployment: the kernel grants what perf asks for, in sizes that are enough, and "
                 "data and AUX areas in pairs"},
    AuxInvariant{"I-46", "Sample id: each record tells who wrote it, when and where"},
    AuxInvariant{"I-47", "No LOST in an overwritable ring"},
    AuxInvariant{"I-48",
                 "A whole recording: what rings took before the end, or before a dump was asked "
                 "for, is in perf's files"},
    AuxInvariant{"I-49", "perf switches its files and ends when it is to"},
    AuxInvariant{"I-50", "Path order: nothing passes trace on to a component that is off"},
    AuxInvariant{"I-51",
                 "Path undone: components are enabled, claimed and counted for those who use them, "
                 "and for nobody else, whatever failed"},
    AuxInvariant{"I-52", "Way: what a running tracer traces comes to the sink of its session"},
    AuxInvariant{"I-53", "Refusal: nothing is refused that nothing stands in the way of"},
    AuxInvariant{"I-54", "Claim: no component is the kernel's and a debugger's at once"},
    AuxInvariant{"I-56",
                 "Table: a device comes by each page of the buffer once, in order, and by nothing "
                 "after the last"},
    AuxInvariant{"I-57",
                 "Filters: a set is taken if the unit can be programmed with it, and no other"},
    AuxInvariant{"I-58",
                 "Registers: a unit is enabled with what its event and its buffer say, and is not "
                 "programmed while it traces"},
    AuxInvariant{"I-60", "Interval: operations are sampled as often as the event asks for"},
    AuxInvariant{
        "I-61",
        "Filter: the trace has a record of each sampled operation that the event asks for, "
        "and of no other"},
    AuxInvariant{"I-62", "Packets: perf reads each record as the unit wrote it"},
    AuxInvariant{"I-63",
                 "Capabilities: an event is opened if the hardware can do what it asks, and sysfs "
                 "tells what that is"},
    AuxInvariant{"I-64", "Own CPUs: a unit is used on the CPUs that have one, and on no other"},
    AuxInvariant{"I-65",
                 "Rewritten: each overflow that the CPU wrote down is one sample of its event and "
                 "task, or told to be lost"},
    AuxInvariant{"I-08", "Nest balance: sources leave their marks of nesting as they found them"},
    AuxInvariant{
        "I-67",
        "Occasion: each source takes its own sample, whole, wherever it comes, unless it is "
        "in itself"},
    AuxInvariant{"I-66", "Raw: a sample has the registers as the unit left them, and no other"},
    AuxInvariant{"I-68",
                 "Session: each of perf's files tells its events, ids, data and features, and what "
                 "its records are decoded by"},
    AuxInvariant{"I-69", "Information: a decoder of trace knows of the recording what perf knew"},
    AuxInvariant{
        "I-70",
        "Options: a recording of trace is opened so that it can be mapped, put in order and "
        "decoded, or refused"},
    AuxInvariant{
        "I-71",
        "Registration: a unit is used if it can be, by one event at a time, and whose trace "
        "it makes is told once"},
    AuxInvariant{"I-72", "Source: what is opened by a name is that PMU's event, as it was asked"},
    AuxInvariant{"I-73",
                 "In time: trace is decoded in the order in which it was made, and as what it is"},
    AuxInvariant{"I-74", "No tail: a snapshot gives nothing back, and stores no aux_tail"},
    AuxInvariant{"I-80",
                 "Session: it traces on the CPUs that have a path to its sink, whose driver has "
                 "made its buffer"},
    AuxInvariant{"I-81",
                 "Given back: what a session took is given back once, whatever failed, and who "
                 "unmaps the area does not wait for it"},
    AuxInvariant{"I-82",
                 "Start undone: what runs has a transaction, a path and a tracer, and what could "
                 "not start has none of them and tells so"},
    AuxInvariant{"I-83", "Named sink: trace goes to the sink that the event names"},
    AuxInvariant{"I-84",
                 "One tracer: no two events want a unit, and a record tells which task is traced"},
    AuxInvariant{"I-85",
                 "Sink memory: an ETR has the largest memory that there is of what is asked for, "
                 "in a mode that it has"},
    AuxInvariant{"I-86",
                 "Sink buffer: a driver knows the area's pages and mode, the session's owner, and "
                 "has its buffer near the event's CPU"},
    AuxInvariant{"I-87",
                 "Sink owner: a sink is used by one session or by sysfs, cleared by the first, and "
                 "copied by the last, to where its transaction starts"},
    AuxInvariant{"I-88", "Filtered: a tracer traces what its event's filters ask for, and no more"},
    AuxInvariant{"I-89",
                 "Write-back: what the CPU stored in a device's memory takes the place of nothing "
                 "that the device writes later"},
    AuxInvariant{"I-90",
                 "Run: what a transaction of a device that writes to the area tells of is a run of "
                 "what was traced, in order"},
    AuxInvariant{"I-100",
                 "Header: a record's type, misc and size stand where struct perf_event_header has "
                 "them"},
    AuxInvariant{"I-101",
                 "Branches: a record of BTS leads to the branches that were stored for it, whole "
                 "and in order, and its driver stores nothing else in the area but filler"},
    AuxInvariant{"I-102",
                 "Window: BTS gets whole records of the room in one piece, in the next where that "
                 "has more, and interrupts before they are used up"},
    AuxInvariant{"I-103",
                 "Noted: an event is noted as stopped if its unit is, and as running if it runs"},
    AuxInvariant{"I-104",
                 "Programmed: Intel PT goes on where its transaction starts, and stops and "
                 "interrupts at the regions that its room and the next wakeup end in"},
    AuxInvariant{"I-105",
                 "Limit: a TRBE writes from its transaction's start to a page boundary in the "
                 "room, not far after a wakeup, and what is less than a run is filler"},
    AuxInvariant{"I-106",
                 "Attached: an event has the buffer, the mappings and the references that calls "
                 "gave it, and who waits on it is woken when it gets another"},
    AuxInvariant{"I-107",
                 "Progress: code ends, and in no error of its own; no lock is taken for good"},
    AuxInvariant{"I-108",
                 "Given: a buffer has the size, mode, watermark and place that were asked for, in "
                 "the largest pieces that can be had, or is refused"},
    AuxInvariant{"I-109",
                 "Shared: events share a buffer, and user space its pages, if nothing stands in "
                 "the way, and no others"},
    AuxInvariant{"I-110",
                 "Read: each read of an AUX area hands over the bytes before the head, tells what "
                 "they are, and leaves head, tail and driver where they belong"},
    AuxInvariant{"I-111",
                 "Rule: a driver's finder puts a snapshot's ends where its rule has them, in an "
                 "area of the size that was asked for"},
    AuxInvariant{"I-112",
                 "Round: each round of perf reads what is worth it, in pieces within a ring, gives "
                 "that back, drains AUX areas, and is followed by another if there was something"},
    AuxInvariant{"I-113",
                 "Charged: users and address spaces are charged for the buffers that they mapped, "
                 "as long as those are mapped, and for nothing else"},
    AuxInvariant{"I-118",
                 "Told counts: what an inherited event has counted for a task that leaves it goes "
                 "to its parent, and into a record if that was asked for"},
    AuxInvariant{"I-119",
                 "Hung up: who polls an event that writes nothing more is woken and told, and "
                 "nobody else; of records poll tells once"},
    AuxInvariant{"I-117",
                 "Told apart: the trace of each tracer carries an ID of its own that is not "
                 "reserved"},
    AuxInvariant{"I-124",
                 "Answered: who asks for a sink that is shared, or for its file, has it if nothing "
                 "stands in the way, and is told what does otherwise"},
    AuxInvariant{
        "I-125",
        "Owned: each buffer of a shared sink is sysfs's, a session's or an event's, of the "
        "size that was asked for, and is freed once, when nobody has it any more"},
    AuxInvariant{"I-126",
                 "Own trace: who reads the file of a shared sink, or copies from it, gets the "
                 "newest of what was traced for him, in order, and nobody else's"},
    AuxInvariant{"I-127",
                 "Locked: a shared sink is touched under its lock alone, and memory for it is "
                 "allocated and freed under none"},
};

}  // namespace

std::span<const AuxInvariant> all_aux_invariants() {
  return kInvariants;
}

}  // namespace ringcheck
