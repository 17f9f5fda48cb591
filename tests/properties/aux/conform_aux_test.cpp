// Recorded answers of the AUX area: rows worked out by hand, which agree, and the same rows with
// one value changed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/properties/core/conform_rows.hpp"

namespace ringcheck {
namespace {

using tests::ConformRow;
using tests::with;

class ConformAuxRows : public ::testing::TestWithParam<ConformRow> {};

TEST_P(ConformAuxRows, ComeToWhatTheTableSays) {
  EXPECT_THAT(tests::outcome_of(GetParam()), ::testing::StartsWith(GetParam().expected));
}

std::string name_of(const ::testing::TestParamInfo<ConformRow>& row) {
  return row.param.name;
}

// One page of 64 bytes each for data and AUX, a wakeup every 32 bytes. 40 bytes are written: one
// AUX record of 32 bytes, a wakeup, and the boundary 32 is the last one that was passed.
const std::string kTransaction =
    R"({"q":1,"page_shift":6,"data_pages":1,"aux_pages":1,"aux_size":64,"overwrite":0,"wm_arg":0,)"
    R"("aux_wm":32,"data_wm":32,"A0":0,"tail0":0,"awake0":0,)"
    R"("ev":[{"id":7,"idall":0,"idsz":8,"parent":-1},{"id":8,"idall":1,"idsz":8,"parent":0}],)"
    R"("s0":[0,0,0,0,-1,0,0,0,0,-1,-1,0,0,0,0,0,1,0],"steps":[)"
    R"(["begin",0,1,[0,0,0,1,0,0,63,32,0,-1,-1,0,0,0,0,0,2,0],[]],)"
    R"(["end",40,0,[40,32,40,0,-1,0,63,32,0,-1,-1,1,65,1,32,0,1,0],[["AUX",32,0,40,0]]],)";
// The child writes to its parent's ring, with its own sample id of 8 bytes: 40 bytes do not fit
// after 32 of 64. The reader has taken nothing: 63 - 40 bytes are left.
const std::string kLostRecord =
    kTransaction + R"(["begin",1,1,[40,32,40,1,1,40,23,64,0,-1,-1,1,65,1,32,0,2,0],[]],)"
                   R"(["end",1,0,[41,32,41,0,-1,40,23,64,0,-1,-1,1,65,1,32,1,1,0],[]]]})";
// 23 bytes more fill the area: the next begin is refused, and event 1 is to be disabled by CPU 3.
const std::string kNoRoom =
    kTransaction + R"(["begin",1,1,[40,32,40,1,1,40,23,64,0,-1,-1,1,65,1,32,0,2,0],[]],)"
                   R"(["skip",23,0,[63,32,63,1,1,63,0,64,0,-1,-1,1,65,1,32,0,2,0],[]],)"
                   R"(["skip",1,-28,[63,32,63,1,1,63,0,64,0,-1,-1,1,65,1,32,0,2,0],[]],)"
                   R"(["nestbegin",0,0,[63,32,63,1,1,63,0,64,0,-1,-1,1,65,1,32,0,2,1],[]],)"
                   R"(["end",0,0,[63,32,63,0,-1,63,0,64,0,-1,-1,1,65,1,32,0,1,1],[]],)"
                   R"(["begin",1,0,[63,32,63,0,-1,63,0,64,0,-1,3,3,65,2,32,0,1,1],[]]]})";
// From 2^63 on, the boundary of a wakeup is rounded towards zero: -48 to -32, not to -64.
const std::string kBeyondLong =
    R"({"q":1,"page_shift":6,"data_pages":1,"aux_pages":1,"aux_size":64,"overwrite":0,"wm_arg":0,)"
    R"("aux_wm":32,"data_wm":32,"A0":18446744073709551552,"tail0":0,"awake0":-32,)"
    R"("ev":[{"id":7,"idall":0,"idsz":0,"parent":-1},{"id":8,"idall":0,"idsz":0,"parent":-1}],)"
    R"("s0":[0,-32,0,0,-1,0,0,0,0,-1,-1,0,0,0,0,0,1,0],"steps":[)"
    R"(["begin",0,1,[0,-32,0,1,0,0,63,0,0,-1,-1,0,0,0,0,0,2,0],[]],)"
    R"(["end",16,0,[16,32,16,0,-1,0,63,0,0,-1,-1,1,65,1,32,0,1,0],[["AUX",32,0,16,0]]]]})";

INSTANTIATE_TEST_SUITE_P(
    PerfAux, ConformAuxRows,
    ::testing::Values(
        ConformRow{"lost_record", "perf_aux", kLostRecord, "agrees"},
        ConformRow{"no_room", "perf_aux", kNoRoom, "agrees"},
        ConformRow{"beyond_long", "perf_aux", kBeyondLong, "agrees"},
        ConformRow{"wakeup", "perf_aux", with(kNoRoom, "[40,32,40,0", "[40,0,40,0"),
                   "1 wakeup boundary: 0, 32"},
        ConformRow{"record", "perf_aux", with(kNoRoom, "\"AUX\",32,0,40", "\"AUX\",32,0,41"),
                   R"(1 records: [["AUX",32,0,41,0]], [["AUX",32,0,40,0]])"},
        ConformRow{"room", "perf_aux", with(kNoRoom, "40,23,64", "40,24,64"),
                   "2 handle's size: 24, 23"},
        ConformRow{"no_watermark", "perf_aux", with(kNoRoom, "\"aux_wm\":32", "\"aux_wm\":0"),
                   "FILE:7:1: a watermark of 0"},
        ConformRow{"short_step", "perf_aux",
                   with(kNoRoom, "[\"skip\",1,", "[\"tail\"],[\"skip\",1,"),
                   "FILE:7:1: step: saw \"tail\""},
        ConformRow{"unknown_step", "perf_aux", with(kNoRoom, "\"skip\",23", "\"hop\",23"),
                   "FILE:7:1: step: saw \"hop\""}),
    name_of);

// 64 bytes, read up to 60, written up to 70: 4 bytes at the end, 6 at the start, padded to 16.
const std::string kDrain =
    R"({"q":1,"len":64,"mask":63,"prev":60,"head":70,"snapshot":0,"snapshot_size":1,"fs":0,)"
    R"("alignment":0,"ref":5,"idx":1,"tid":-1,"cpu":2,"fn_ret":0,"has_finish":1,"finish_ret":0,)"
    R"("ret":1,"new_prev":70,"tail_written":1,"finish_called":1,"tail":70,"fn":{"type":71,)"
    R"("hsize":48,"misc":0,"size":16,"offset":60,"reference":5,"idx":1,"tid":4294967295,"cpu":2,)"
    R"("rsv":0,"d1":60,"l1":4,"d2":0,"l2":6}})";
// The snapshot takes the last 8 bytes; with an alignment of 3, 8 % 3 = 2 bytes of them are cut.
const std::string kSnapshot =
    R"({"q":1,"len":60,"mask":0,"prev":0,"head":59,"snapshot":1,"snapshot_size":8,"fs":2,)"
    R"("fs_head":40,"fs_old":20,"alignment":3,"ref":5,"idx":1,"tid":1,"cpu":2,"fn_ret":0,)"
    R"("has_finish":1,"finish_ret":0,"ret":1,"new_prev":40,"tail_written":0,"finish_called":0,)"
    R"("tail":null,"fn":{"type":71,"hsize":48,"misc":0,"size":8,"offset":32,"reference":5,)"
    R"("idx":1,"tid":1,"cpu":2,"rsv":0,"d1":32,"l1":6,"d2":-1,"l2":0}})";

INSTANTIATE_TEST_SUITE_P(
    AuxtraceMmapRead, ConformAuxRows,
    ::testing::Values(ConformRow{"drain", "auxtrace_mmap_read", kDrain, "agrees"},
                      ConformRow{"snapshot", "auxtrace_mmap_read", kSnapshot, "agrees"},
                      ConformRow{"padding", "auxtrace_mmap_read",
                                 with(kDrain, "\"size\":16", "\"size\":10"), "0 fn: "},
                      ConformRow{"tail", "auxtrace_mmap_read",
                                 with(kDrain, "\"tail\":70", "\"tail\":60"), "0 tail: 60, 70"}),
    name_of);

// 64 bytes, all full, read from 48. 31 bytes of room make 16, the last ones: 48 + 64 - 16 = 32,
// modulo 64. Only the barrier packet is copied, to 24 ... 31 and 0 ... 7 of the AUX area.
const std::string kFullEtr =
    R"({"q":1,"ps":32,"mode":"flat","size":64,"aux_pages":1,"seed":0,"rrp":48,"rwp":48,"full":1,)"
    R"("memerr":0,"snap":0,"mw":4,"refcnt":1,"pbok":1,"off0":1,"len0":2,"full0":0,"hsize":31,)"
    R"("hhead":24,"flags0":0,"ret":16,"off":48,"len":64,"efull":1,"head":24,"flags":1,"warn":0,)"
    R"("sync":[[0,64]],"barrier":32,"aux":"ffffff7fffffff7fa5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5)"
    R"(ffffff7fffffff7f"})";
// Two pages that the device finds at 4096 and 0: from 8 in the first to 4 in the second, 28 bytes.
// They fill no second page, so the second page is not synced, although the last 4 bytes are there.
const std::string kScattered =
    R"({"q":1,"ps":32,"mode":"sg","size":64,"aux_pages":1,"seed":0,"daddr":[4096,0],"rrp":4104,)"
    R"("rwp":4,"full":0,"memerr":0,"snap":1,"mw":4,"refcnt":1,"pbok":1,"off0":0,"len0":0,)"
    R"("full0":1,"hsize":0,"hhead":32,"flags0":0,"ret":28,"off":8,"len":28,"efull":0,"head":60,)"
    R"("flags":0,"warn":0,"sync":[[4096,32]],"barrier":-1,"aux":")"
    R"(f81736557493b2d1f00f2e4d6c8baac9e8072645)"
    R"(6483a2c1e0ff1e3da5a5a5a5"})";
// Less than 16 bytes before the end of the buffer, there is no place for the packet: none is put.
const std::string kNoPacket = with(
    with(with(with(with(with(kFullEtr, "\"rrp\":48", "\"rrp\":60"), "\"hsize\":31", "\"hsize\":1"),
                   "\"ret\":16,\"off\":48", "\"ret\":0,\"off\":60"),
              "\"warn\":0", "\"warn\":1"),
         "\"barrier\":32", "\"barrier\":-1"),
    kFullEtr.substr(kFullEtr.find("\"aux\":")), "\"aux\":\"\"}");

INSTANTIATE_TEST_SUITE_P(
    EtrSync, ConformAuxRows,
    ::testing::Values(ConformRow{"full", "etr_sync", kFullEtr, "agrees"},
                      ConformRow{"scattered", "etr_sync", kScattered, "agrees"},
                      ConformRow{"no_packet", "etr_sync", kNoPacket, "agrees"},
                      ConformRow{"packet", "etr_sync",
                                 with(kFullEtr, "\"barrier\":32", "\"barrier\":48"),
                                 "0 barrier: 48, 32"},
                      ConformRow{"synced", "etr_sync",
                                 with(kScattered, "[[4096,32]]", "[[4096,32],[0,32]]"),
                                 "0 sync: [[4096,32],[0,32]], [[4096,32]]"},
                      ConformRow{"pointers", "etr_sync",
                                 with(kFullEtr, "\"rwp\":48,\"full\":1", "\"rwp\":47,\"full\":0"),
                                 "FILE:7:1: field \"rwp\" of row: expected no less"},
                      ConformRow{"byte", "etr_sync", with(kScattered, "f817", "f818"), "0 aux: "}),
    name_of);

// Two snapshots of 64 bytes: 8 bytes, then 60 more around the end. SPE's head is an offset, 4, and
// in an area below 512 bytes the trace is not looked at: from 8 to 4 are 60 bytes.
const std::string kSpe =
    R"({"q":1,"kind":"arm_spe","len":64,"mask":63,"snapshot_size":64,"cont_head":0,"ali)"
    R"(gnment":0,"idx":[2],"hw0":[0],"steps":[{"b":0,"fill":[["z",8,0,0]],"head":8,"pre)"
    R"(v":0,"fs_ret":0,"fs_head":8,"fs_old":0,"wrapped":0,"cnt":3,"ret":1,"new_prev":8,)"
    R"("fn":[0,8,0,8,null,0]},{"b":0,"fill":[["r",60,7,0]],"head":4,"prev":8,"fs_ret":0)"
    R"(,"fs_head":4,"fs_old":8,"wrapped":0,"cnt":3,"ret":1,"new_prev":4,"fn":[184467440)"
    R"(73709551560,64,8,56,0,4]}],"buf_crc":[59873922]})";
// CoreSight's head ran on, to 68, beyond the area: all 64 bytes are taken.
const std::string kEtm =
    R"({"q":1,"kind":"cs_etm","len":64,"mask":63,"snapshot_size":64,"cont_head":1,"alig)"
    R"(nment":0,"idx":[2],"hw0":[0],"steps":[{"b":0,"fill":[["z",8,0,0]],"head":8,"prev)"
    R"(":0,"fs_ret":0,"fs_head":8,"fs_old":0,"wrapped":0,"cnt":3,"ret":1,"new_prev":8,")"
    R"(fn":[0,8,0,8,null,0]},{"b":0,"fill":[["r",60,7,0]],"head":68,"prev":8,"fs_ret":0)"
    R"(,"fs_head":68,"fs_old":4,"wrapped":1,"cnt":3,"ret":1,"new_prev":68,"fn":[4,64,4,)"
    R"(60,0,4]}],"buf_crc":[59873922]})";
// The first 24 of 48 bytes are written. The last 4096 bytes are looked at, so all of it: trace is
// found, and the 24 bytes that nobody wrote are taken too.
const std::string kBts =
    R"({"q":1,"kind":"intel_bts","len":48,"mask":0,"snapshot_size":48,"cont_head":0,"al)"
    R"(ignment":24,"idx":[0],"hw0":[0],"steps":[{"b":0,"fill":[["r",24,7,0]],"head":24,)"
    R"("prev":0,"fs_ret":0,"fs_head":72,"fs_old":24,"wrapped":1,"ref_cnt":16,"ret":1,"n)"
    R"(ew_prev":72,"fn":[24,48,24,24,0,24]}],"buf_crc":[600781688]})";
// 16 bytes of zeroes are no sign of a wrap; the 8 bytes after them are.
const std::string kPt =
    R"({"q":1,"kind":"intel_pt","len":64,"mask":63,"snapshot_size":64,"cont_head":0,"al)"
    R"(ignment":0,"caps_tme":1,"psb_val":0,"psb_err":0,"idx":[0],"hw0":[0],"steps":[{"b)"
    R"(":0,"fill":[["z",16,0,0]],"head":16,"prev":0,"fs_ret":0,"fs_head":16,"fs_old":0,)"
    R"("wrapped":0,"ref_sz":0,"ref_cnt":16,"ref_off":0,"ref_crc":0,"ret":1,"new_prev":1)"
    R"(6,"fn":[0,16,0,16,null,0]},{"b":0,"fill":[["r",8,7,0]],"head":24,"prev":16,"fs_r)"
    R"(et":0,"fs_head":88,"fs_old":24,"wrapped":1,"ref_sz":0,"ref_cnt":16,"ref_off":0,")"
    R"(ref_crc":0,"ret":1,"new_prev":88,"fn":[24,64,24,40,0,24]}],"buf_crc":[3659410771)"
    R"(]})";
// The copy is what is at 10 ... 15 and 0 ... 1, and yet differs: 18 - 16 = 2 bytes are compared
// with 10 ... 11 and 6 with 0 ... 5.
const std::string kReference =
    R"({"q":1,"len":16,"ref_off":10,"head":5,"data":"000102030405060708090a0b0c0d0e0f",)"
    R"("ref":"0a0b0c0d0e0f0001","cmp_buffers":1,"cmp_ref":1,"first_wrap":1,"ref_after":)"
    R"("00010203040d0e0f"})";

INSTANTIATE_TEST_SUITE_P(
    FindSnapshot, ConformAuxRows,
    ::testing::Values(
        ConformRow{"spe", "arm_spe_find_snapshot", kSpe, "agrees"},
        ConformRow{"etm", "cs_etm_find_snapshot", kEtm, "agrees"},
        ConformRow{"bts", "intel_bts_find_snapshot", kBts, "agrees"},
        ConformRow{"pt", "intel_pt_find_snapshot", kPt, "agrees"},
        ConformRow{"reference", "intel_pt_ref_cmp", kReference, "agrees"},
        ConformRow{"spe_window", "arm_spe_find_snapshot", with(kSpe, "8,56,0,4", "8,55,0,4"),
                   "1 fn: "},
        ConformRow{"etm_old", "cs_etm_find_snapshot", with(kEtm, "\"fs_old\":4", "\"fs_old\":8"),
                   "1 fs_old: 8, 4"},
        ConformRow{"bts_count", "intel_bts_find_snapshot",
                   with(kBts, "\"ref_cnt\":16", "\"ref_cnt\":1"), "0 ref_cnt: 1, 16"},
        ConformRow{"pt_trace", "intel_pt_find_snapshot", with(kPt, "\"r\",8,7", "\"z\",8,7"),
                   "1 fs_head: 88, 24"},
        ConformRow{"copy", "intel_pt_ref_cmp", with(kReference, "040d0e0f", "0d0e0f04"),
                   "0 ref_after: \"000102030d0e0f04\""},
        ConformRow{"wrong_kind", "arm_spe_find_snapshot", kEtm,
                   "FILE:7:1: field \"kind\" of row: saw \"cs_etm\", expected arm_spe"},
        ConformRow{"odd_digits", "intel_pt_ref_cmp", with(kReference, "0a0b", "0a0"),
                   "FILE:7:1: field \"data\" of row: expected two hexadecimal digits a byte"}),
    name_of);

// Four pages of 64 bytes, head 10: 6 bytes of padding align it to 16. 249 bytes of room go round to
// 9, so the end would be the limit, but the next wakeup is at 128, before that.
const std::string kAligned =
    R"({"q":1,"ps":64,"np":4,"snap":0,"maxrec":16,"align":16,"aux_wm":128,"A0":10,"tail)"
    R"(0":0,"awake0":-10,"awake_nat":1,"begin":1,"s1":[0,-10,0,0,0,255,118,0,-1,0],"hwa)"
    R"(keup":118,"fn":"next_off","limit":128,"s2":[6,-10,6,0,6,249,118,0,-1,0],"pad":[[)"
    R"(10,6]],"rec":[]})";
// 30 bytes of room end in the page of the head: all of it is padded, the transaction truncated.
const std::string kNoPage =
    R"({"q":1,"ps":64,"np":4,"snap":0,"maxrec":16,"align":16,"aux_wm":128,"A0":256,"tai)"
    R"(l0":-225,"awake0":0,"awake_nat":1,"begin":1,"s1":[0,0,0,0,0,30,128,0,-1,0],"hwak)"
    R"(eup":128,"fn":"__next_off","limit":0,"s2":[30,0,30,-1,30,0,128,1,3,1],"pad":[[0,)"
    R"(30]],"rec":[[30,0,1]]})";
// A snapshot's limit is the middle, 128. 8 bytes before it are too few for a record of 16, so they
// are padded, and the end is the limit. AUX records of snapshots have OVERWRITE, 2, in addition to
// the PARTIAL given.
const std::string kHalves =
    R"({"q":1,"ps":64,"np":4,"snap":1,"maxrec":16,"align":1,"aux_wm":0,"A0":120,"tail0")"
    R"(:0,"awake0":0,"awake_nat":1,"steps":[["begin",1,128,256,1,[0,0,0,0,8,0,-120,0,-1)"
    R"(,0],[[120,8]],[]],["end",40,4,[48,0,48,-1,48,0,-120,6,-1,0],[[48,40,6]]]]})";

INSTANTIATE_TEST_SUITE_P(
    ArmSpe, ConformAuxRows,
    ::testing::Values(ConformRow{"aligned", "arm_spe_off", kAligned, "agrees"},
                      ConformRow{"no_page", "arm_spe_off", kNoPage, "agrees"},
                      ConformRow{"halves", "arm_spe_seq", kHalves, "agrees"},
                      ConformRow{"limit", "arm_spe_off",
                                 with(kAligned, "\"limit\":128", "\"limit\":256"),
                                 "0 limit: 256, 128"},
                      ConformRow{"padding", "arm_spe_off", with(kAligned, "[[10,6]]", "[[10,5]]"),
                                 "0 pad: [[10,5]], [[10,6]]"},
                      ConformRow{"size", "arm_spe_seq", with(kHalves, "[48,40,6]", "[48,48,6]"),
                                 "1 records: [[48,48,6]], [[48,40,6]]"},
                      ConformRow{"no_such_function", "arm_spe_off",
                                 with(kAligned, "next_off", "last_off"),
                                 "FILE:7:1: field \"fn\" of row: saw \"last_off\""}),
    name_of);

// A snapshot of one page without tables: 50 bytes are written, and the record says 4096.
const std::string kSingleRange =
    R"({"q":1,"np":1,"snap":1,"multi":0,"srange":1,"single":1,"aux_wm":0,"A0":100,"tail)"
    R"(0":0,"awake0":0,"tables":[],"steps":[["start",{"h":[0,0,0,-100,0],"rb":[0,0,-1,0)"
    R"(],"st":0,"run":1,"b":[-1,0,100,0,100,0]},[-1,31,100,0],[]],["hw",50,[-1,31,150,0)"
    R"(],0],["stop",{"h":[-1,50,0,-100,2],"rb":[50,0,-1,0],"st":1,"run":0,"b":[-1,0,150)"
    R"(,0,100,0]},null,[[50,4096,2]]]],"warn":0})";
// Four pages. The reader has read nothing, so all four can be filled: STOP at the last. The wakeup
// at 4096 is in page 1: INT at the region before. 10 bytes into page 1 the unit interrupts; the
// next wakeup is at 8192, and INT moves on by one.
const std::string kMarkers =
    R"({"q":1,"np":4,"snap":0,"multi":1,"srange":0,"single":0,"aux_wm":4096,"A0":0,"tai)"
    R"(l0":0,"awake0":0,"tables":[{"off":0,"size":16384,"last":4,"z":3,"ord":[[0,4]]}],)"
    R"("steps":[["start",{"h":[0,0,16383,4096,0],"rb":[0,0,-1,0],"st":0,"run":1,"b":[0,)"
    R"(0,0,0,0,0],"m":[0,[0,3],1,[0,0]],"bits":[[0,0,0,1],[0,3,1,1]]},[0,0,0,0],[]],["h)"
    R"(w",4106,[0,1,10,0],1],["irq",{"h":[0,4106,12277,8192,0],"rb":[4106,4096,-1,1],"s)"
    R"(t":0,"run":1,"b":[0,1,10,0,4106,0],"m":[0,[0,3],2,[0,1]],"bits":[[0,1,0,1],[0,3,)"
    R"(1,1]]},[0,1,10,0],[[0,4106,0]]]],"warn":0})";
// Two pages: 170 records and 16 bytes, then the record's other 8 bytes and 170 records. The
// interrupt comes one record before the end of the first page: the last record's place is padded,
// and 24 + 16 + 8 bytes are skipped. Then the second page is filled to the end: truncated.
const std::string kPieces =
    R"({"q":1,"np":2,"snap":0,"aux_wm":100000,"A0":0,"awake0":0,"real_size":8184,"bufs")"
    R"(:[[0,0,4080,1],[4096,8,4080,1]],"steps":[["start",{"h":[0,0,8191,100000,0],"rb":)"
    R"([0,0,-1,0],"st":0,"bst":2,"on":1,"b":[0,0,0,4080]},[0,0,4080,4056],[],[]],["hw",)"
    R"(169,[0,4056,4080,4056]],["irq",1,{"h":[0,4104,4087,100000,0],"rb":[4104,0,-1,0],)"
    R"("st":0,"bst":2,"on":1,"b":[1,0,4104,8184]},[8,0,4080,4056],[[0,4056,0]],[[4056,2)"
    R"(4]]],["hw",170,[8,4080,4080,4056]],["stop",{"h":[-1,4104,4087,100000,1],"rb":[81)"
    R"(84,0,3,1],"st":1,"bst":0,"on":0,"b":[1,0,8184,8184]},null,[[4104,4080,1]],[]]],")"
    R"(warn":0})";

INSTANTIATE_TEST_SUITE_P(
    IntelHw, ConformAuxRows,
    ::testing::Values(
        ConformRow{"single_range", "intel_pt_hw", kSingleRange, "agrees"},
        ConformRow{"markers", "intel_pt_hw", kMarkers, "agrees"},
        ConformRow{"pieces", "intel_bts_hw", kPieces, "agrees"},
        ConformRow{"no_memory", "intel_pt_hw", R"({"q":1,"np":4,"alloc_failed":1})", "agrees"},
        ConformRow{"marker", "intel_pt_hw", with(kMarkers, "[0,[0,3],2,", "[0,[0,2],2,"),
                   "2 markers: [0,[0,2],2,[0,1]], [0,[0,3],2,[0,1]]"},
        ConformRow{"table", "intel_pt_hw", with(kMarkers, "\"z\":3", "\"z\":4"),
                   "0 table 0's z: 4, 3"},
        ConformRow{"written", "intel_pt_hw", with(kSingleRange, "[50,4096,2]", "[50,50,2]"),
                   "2 records: [[50,50,2]], [[50,4096,2]]"},
        ConformRow{"pads", "intel_bts_hw", with(kPieces, "[[4056,24]]", "[[4056,48]]"),
                   "2 pads: [[4056,48]], [[4056,24]]"},
        ConformRow{"threshold", "intel_bts_hw", with(kPieces, "[0,0,4080,4056]", "[0,0,4080,4080]"),
                   "0 registers: [0,0,4080,4080], [0,0,4080,4056]"}),
    name_of);

// An area of 32 bytes: 30 and 31, then 0 to 2, after the 56 bytes that the ring of 64 has already.
// Byte i is 31 i modulo 256.
std::string copied_row() {
  std::string untouched;
  for (int i = 0; i < 56; ++i) untouched += "a5";
  return R"({"q":1,"ps":32,"aux_pages":1,"data_pages":2,"seed":0,"head0":56,"reserve":16,)"
         R"("from":30,"to":35,"ret":5,"page":1,"off":29,"room":3,"data":")" +
         untouched + R"(a2c1001f3ea5a5a5"})";
}

INSTANTIATE_TEST_SUITE_P(
    PerfCopyAux, ConformAuxRows,
    ::testing::Values(ConformRow{"around", "perf_copy_aux", copied_row(), "agrees"},
                      ConformRow{"bytes", "perf_copy_aux", with(copied_row(), "a2c1", "c1a2"),
                                 "0 data: "},
                      ConformRow{"whole_area", "perf_copy_aux",
                                 with(copied_row(), "\"to\":35", "\"to\":30"), "0 ret: 5, 32"}),
    name_of);

}  // namespace
}  // namespace ringcheck
