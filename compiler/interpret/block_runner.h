#pragma once
#include <functional>
#include <span>

#include "compiler/interpret/code.h"
#include "compiler/interpret/recorder.h"
#include "compiler/interpret/words.h"

namespace teaal::interpret {

// Runs one block after the other, all threads of a block together: each statement for those threads
// that come by it, which is what barriers ask for and what threads that exchange nothing do not
// notice.
class BlockRunner {
 public:
  BlockRunner(KernelCode& code, Recorder& recorder, int64_t grid, int64_t threads);
  void run(int64_t block);

 private:
  using Cells = const Cell*;

  void run(Body&, const Lanes&);
  void match_op(Op&, const Lanes&);
  void run(Op&, Loop&, const Lanes&);
  void run(Op&, Repeat&, const Lanes&);
  void run(Op&, Branch&, const Lanes&);
  void run(Op&, Set&, const Lanes&);
  void run(Op&, Store&, const Lanes&);
  void run(Op&, Fresh&, const Lanes&);
  void run(Op&, Effect&, const Lanes&);
  void run(Op&, Move&, const Lanes&);
  struct Neighbours {
    int64_t begin, count;
  };
  void copy_in_bulk(const Move&, const Lanes&, int64_t to_begin, const Neighbours& source);
  void run(Op&, Meet&, const Lanes&);
  void run(Op&, Idle&, const Lanes&) {}
  void emit(Op&, const Store&, const Lanes&, Cells at, Cells given);
  void tell(const Op&, const Lanes&);
  void tell_searches(const Op&, const Lanes&);
  // An iteration that may look in vain.
  void iterate(const Op&, Body&, const Lanes&, std::vector<int64_t>& moves, Lanes& idle);

  // ---- Expressions: what each of the lanes gets, at its thread's number ----
  Cells value(Term&, const Lanes&);
  Cells load(Term&, const Lanes&);
  Cells binary(Term&, const Lanes&);
  Cells logic(Term&, const Lanes&);
  Cells call(Term&, const Lanes&);
  Cells choose(Term&, const Lanes&);
  Cells search(Term&, const Lanes&);
  Cells bits(Term&, const Lanes&);
  Cells about_array(Term&, const Lanes&);
  Cells rows(Term&, const Lanes&);
  Cells take_rows(Term&, const Lanes&);
  Cells give_rows(Term&, const Lanes&);
  Cells pattern(Term&, const Lanes&);
  Cells bits_of(Term&, const Lanes&);
  Cells bits_of_lanes(Term&, const Lanes&);
  Cells any_in_group(Term&, const Lanes&);
  Cells append_bits(Term&, const Lanes&);
  void tell_appended(const std::vector<int64_t>& of_warps, const Lanes&);
  Cells longest_first(Term&, const Lanes&);
  void tell_ordering(const Buffer& order, const Buffer& counts, const std::vector<int64_t>& classes,
                     const std::vector<int64_t>& places, const Lanes&);
  Cells classes(Term&, const Lanes&);
  Cells append_where(Term&, const Lanes&);
  Cells sum_of(Term&, const Lanes&);
  Cells lanes_total(Term&, const Lanes&);
  Cells vote(Term&, const Lanes&);
  Cells shuffle(Term&, const Lanes&);
  Cells carried(Term&, const Lanes&);
  Cells nothing(Term&, const Lanes&);
  Cells words(Term&, const Lanes&);
  Cells largest(Term&, const Lanes&);
  Cells largest_of(Term&, const Lanes&);
  Cells columns_meet(Term&, const Lanes&);
  Cells warp_products(Term&, const Lanes&);
  Cells matrix_products(Term&, const Lanes&);
  Cells matrix(Term&, const Lanes&);
  Cells store_words(Term&, const Lanes&);
  Cells take_listed(Term&, const Lanes&);
  Cells list(Term&, const Lanes&);
  Cells element_bits(Term&, const Lanes&);
  Cells take_bits(Term&, const Lanes&);
  Cells put_bits(Term&, const Lanes&);
  Cells over_threads(Term&, const Lanes&);
  using GroupOf = std::function<size_t(size_t)>;
  void tell_sums_of_warps(const Buffer& sums, size_t warps, const Lanes&);
  void tell_sums_of_block(const Buffer& sums, const Lanes&);
  Cells join(Term&, const Lanes&, const GroupOf&, size_t end = SIZE_MAX);
  Cells simple(Term&, const Lanes&);

  // A lane looks at an element, from a place of a template, in a turn of the loop around it.
  struct Look {
    int32_t lane;
    int64_t at;
    size_t place;
    int64_t turn;
  };
  std::vector<Recorder::Together> together(Term& call, const Buffer&, std::vector<Look>&);
  int64_t& held(Term& call, size_t place, int32_t thread);
  void tell_looks(Term& call, const Buffer&, std::vector<Look>&);
  // Of narrow coordinates at these positions, from a place of the term's.
  void tell_bases(Term&, const Buffer&, size_t place, const Lanes&,
                  std::span<const int64_t> positions);

  // What a lane's search looks at, and how many of that are steps of it.
  struct Seen {
    std::vector<Look>& looks;
    int64_t steps = 0;
    void add(const Look& look) const { looks.push_back(look); }
  };
  int64_t lower_bound(const Term&, int64_t begin, int64_t end, int64_t goal, int32_t, Seen& seen);
  int64_t gallop(const Term&, int64_t begin, int64_t end, int64_t goal, int32_t, Seen& seen);
  int64_t owner(const Term&, int64_t begin, int64_t end, int64_t position, int32_t, Seen& seen);
  int64_t owner_by_eights(const Term&, int64_t begin, int64_t end, int64_t position, int32_t,
                          Seen& seen);
  int64_t ended_on_path(const Term&, int64_t begin, int64_t end, int64_t item, int32_t, Seen& seen);
  int64_t grown(const Term& counts, std::span<const int64_t> sides, int32_t, Seen& seen);
  int64_t climb(const Term&, int64_t fiber, int64_t end, int64_t position, int32_t, Seen& seen);

  bool begins_key(Buffer& keys, int64_t slots, int64_t slot, int32_t thread, std::vector<Look>&);

  Cell& element(Buffer&, int64_t at, int32_t thread);
  // `addresses[i]` is what lane lanes[i] reads or writes; a lane may stand there several times.
  void tell_loads(const Buffer&, const Lanes&, const std::vector<int64_t>& addresses,
                  Way = Way::Cached);
  void tell_stores(const Buffer&, const Lanes&, const std::vector<int64_t>& addresses);
  // Of an array in shared memory that a template has for itself.
  struct Scratch {
    const char* name;
    int64_t element_bytes = 4;
  };
  void tell_loads(Scratch, const Lanes&, const std::vector<int64_t>& addresses);
  void tell_stores(Scratch, const Lanes&, const std::vector<int64_t>& addresses);
  Lanes first_lanes(const Lanes&) const;  // of each warp that has some of them
  // Each warp leaves a number; lanes read those of all warps, or of the warps before their own.
  void leave_numbers(Scratch, const Lanes&);
  void see_numbers(Scratch, const Lanes&, bool before);
  void tell_operands(const Buffer& from);
  void tell_quads(const Buffer& from, const Lanes&, Cells at, Cells counts);
  void tell_taken(const Buffer& from, const Lanes& reading);
  struct Matrix {
    const Buffer& buffer;
    int64_t at, plane, rows;
    bool lines;
  };
  void tell_matrix(const Matrix&, int32_t thread);
  // `each`: of a lane; whole: they are no part of other ones.
  void tell_products(Words, const Lanes&, int64_t each, bool whole);
  // Each address a slot that combines.
  // Slots that have one key, more than one lane adds.
  struct SlotsOfKey {
    int32_t owner;
    std::vector<int64_t> slots;
  };
  void tell_long_key(const SlotsOfKey&, const Buffer& values, const Lanes&);
  // What a warp has of an array that is listed.
  struct ListShare {
    int32_t first_lane = 0, lanes = 0;
    int64_t at = 0, end = 0;
    int64_t found = 0;  // how many of them are to be listed still
    int64_t place = 0;  // where the next one goes
  };
  // What lists are made of, elements begin + stride i; a lane loads `each` neighbours at once.
  struct Source {
    Buffer* array;
    int64_t begin, stride, each;
    bool of_bits;
    double absent;
  };
  // Of a run of `length` in each turn.
  struct Runs {
    std::vector<Source> sources;
    int64_t length, turns;
  };
  struct ListArrays {
    Buffer &coords, &values;
  };
  void list_turn(std::vector<ListShare>&, const Runs&, int64_t turn, Buffer& coords, int64_t first,
                 const std::function<bool(int64_t)>& holds);
  void list_values(const std::vector<ListShare>&, const Source&, ListArrays, int64_t first);
  std::vector<ListShare> shares_of_list(int64_t length, const Runs&,
                                        const std::function<bool(int64_t)>& holds) const;
  bool holds(const Source&, int64_t number, int32_t thread);
  void tell_look(const Runs&, const std::vector<ListShare>&, int64_t turn);
  int64_t key_end(Buffer& keys, int64_t slots, int64_t slot, int32_t thread, std::vector<Look>&);
  void tell_combined(const Buffer&, const Lanes&,
                     const std::vector<std::vector<int64_t>>& addresses);
  void tell_visits(const Buffer&, size_t lanes);
  // What a search or a bitmask looks at.
  int64_t look(const Term& array, int64_t at, int32_t thread);

  KernelCode& code_;
  Recorder& recorder_;
  int64_t grid_, block_ = 0;
  int64_t matrix_products_ = 0;  // asked for so far
  int32_t statement_ = 0;
  Lanes all_;
  std::vector<Recorder::Searched> searches_;
  Lanes loading_;
  std::vector<int64_t> addresses_;
};

}  // namespace teaal::interpret
