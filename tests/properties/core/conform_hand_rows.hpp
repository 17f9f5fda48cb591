#pragma once
// Rows of recorded answers that were worked out by hand from the kernel's functions.

#include <string>

namespace ringcheck::tests {

/// 4 pages of 256 bytes, with no watermark asked for: half of 1024. An AUX area of 5 pages: half of
/// it is 640 bytes, which 4 pages hold (order 2); 4 + 1 pages.
inline const std::string kAllocRow = R"({"q":1,
"page_size":256,"nr_pages":4,"wm_arg":0,"writable":1,"watermark":512,"overwrite":0,"paused":0,
"aux":{"nr_pages":5,"wm_arg":0,"writable":1,"has_setup":1,"setup_ok":1,"no_sg":0,"fail_order":99,
"pgoff":5,"ret":0,"aux_nr_pages":5,"aux_overwrite":0,"aux_watermark":640,"aux_pgoff":5,
"chunks":[2,0]}})";

/// 64 bytes. Writer 1 is interrupted by writer 2 after it has loaded the head that it publishes, so
/// it publishes twice. Writer 3 wants 48 bytes, and 39 are free. With 24 read, writer 4 brings a
/// LOST record along (24 + 8 bytes), passes the watermark of 32 and wakes the reader.
inline const std::string kRingRow =
    R"({"q":0,
"page_shift":6,"nr_pages":1,"wm_arg":0,"wm":32,"overwrite":0,"backward":0,"paused":0,
"head0":0,"tail0":0,"wake0":0,"lost0":0,
"ev":[{"id":256,"pid_id":256,"idall":0,"st":0,"idsz":0,"pid":1,"tid":1,"time":0,
"parent":-1,"rb":1}],
"steps":[
{"op":"w","x":{"w":1,"ev":0,"sz":16,"p":[10,6],"n":[["W",0,{"w":2,"ev":0,"sz":8,"p":[8]}]]},
"log":[["b",1,0,0,0,64,0,16,0,1,0,0,0,0],["b",2,0,0,16,48,0,24,0,2,0,0,0,0],
["e",2,24,0,1,0,0,0,0],["e",1,24,24,0,0,0,0,0]],"crc":2509595906,"ls":[0]},
{"op":"w","x":{"w":3,"ev":0,"sz":48,"p":[48]},
"log":[["b",3,-28,-1,-1,-1,0,24,24,0,1,0,0,0]],"crc":2509595906,"ls":[1]},
{"op":"tail","v":24},
{"op":"w","x":{"w":4,"ev":0,"sz":8,"p":[8]},
"log":[["b",4,0,0,48,16,[24,24,24,256,1],56,24,1,0,32,0,0],["e",4,56,56,0,0,32,65,1]],
"crc":2295343420,"ls":[1]},
{"op":"poll","was":65},
{"op":"pause","v":1,"paused":1}],
"pending_wakeup":[1],"mem":"0900000001001000202326292c2f32350900000002000800020000000000180)"
    R"(00001000000000000010000000000000009000000040008000000000000000000"})";

/// Records of 16 and 32 bytes at -48 and -32; the second reaches the end of 64 bytes, so it is
/// copied. A size of 0 follows.
inline const std::string kOverwriteRow = R"({"q":0,
"mask":63,"head":18446744073709551568,"prev":0,"flush":0,"refcnt":2,
"buf":"000000000000000000000000000000000900000001001000000102030405060709000000020020000001020304)"
                                         R"(05060708090a0b0c0d0e0f1011121314151617",
"find":[0,0],"init":0,"start":18446744073709551568,"end":0,
"ev":[[16,9,1,0,16,1615020026,18446744073709551584],[32,9,2,1,-1,2788049518,0],null],
"start_end":0,"tail_after_consume":23130,"head2":18446744073709551552,
"prev_after_done":18446744073709551552,"unmapped":0,"refcnt_end":2})";

/// One record of 24 bytes is read and given back.
inline const std::string kForwardRow = R"({"q":0,"mask":63,"h0":0,"flush":0,"refcnt":2,
"steps":[["w",1,24,24],["nop"],["init",0,0,24,0,0],["rd",[24,10,1,0,0,3214996499,24],24,24],
["consume",24,0],["rd",null,24,24],["init",0,24,24,24,24],["done",24]],"buf_crc":4263720329})";

/// Samples of 16 bytes, a wakeup every two. Two samples are lost to a pause and reported.
inline const std::string kLiveRow = R"({"name":"by hand",
"data_size":4096,"direction":"forward","sample_id_all":0,"wakeup":{"kind":"events","value":2},
"events":[{"sample_type":1}],
"steps":[
{"op":"emit","event":0,"count":3,"data_head":48,"data_tail":0,
"records":[{"type":9,"size":16,"count":3}]},
{"op":"poll","ready":1,"data_head":48,"data_tail":0,"records":[]},
{"op":"poll","ready":0,"data_head":48,"data_tail":0,"records":[]},
{"op":"pause","data_head":48,"data_tail":0,"records":[]},
{"op":"emit","event":0,"count":2,"data_head":48,"data_tail":0,"records":[]},
{"op":"resume","data_head":48,"data_tail":0,"records":[]},
{"op":"emit","event":0,"count":1,"data_head":88,"data_tail":0,
"records":[{"type":2,"size":24,"lost":2,"count":1},{"type":9,"size":16,"count":1}]},
{"op":"consume","data_head":88,"data_tail":32,"records":[]}]})";

}  // namespace ringcheck::tests
