#pragma once
#include <functional>

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
  Cells copy(Term&, const Lanes&);
  Cells rows(Term&, const Lanes&);
  Cells take_rows(Term&, const Lanes&);
  Cells give_rows(Term&, const Lanes&);
  Cells pattern(Term&, const Lanes&);
  Cells bits_of(Term&, const Lanes&);
  Cells any_in_group(Term&, const Lanes&);
  Cells append_bits(Term&, const Lanes&);
  Cells classes(Term&, const Lanes&);
  Cells append_where(Term&, const Lanes&);
  Cells sum_of(Term&, const Lanes&);
  Cells lanes_total(Term&, const Lanes&);
  Cells vote(Term&, const Lanes&);
  Cells carried(Term&, const Lanes&);
  Cells nothing(Term&, const Lanes&);
  Cells words(Term&, const Lanes&);
  Cells largest(Term&, const Lanes&);
  Cells largest_of(Term&, const Lanes&);
  Cells warp_products(Term&, const Lanes&);
  Cells matrix_products(Term&, const Lanes&);
  Cells matrix(Term&, const Lanes&);
  Cells store_words(Term&, const Lanes&);
  Cells copy_matrix(Term&, const Lanes&);
  Cells copy_line(Term&, const Lanes&);
  Cells take_listed(Term&, const Lanes&);
  Cells list(Term&, const Lanes&);
  Cells over_threads(Term&, const Lanes&);
  using GroupOf = std::function<size_t(size_t)>;
  Cells join(Term&, const Lanes&, const GroupOf&, size_t end = SIZE_MAX);
  Cells simple(Term&, const Lanes&);

  // Each adds what it loads to `seen`, but what lies under the finger, or beside it: that is a step
  // of the walk.
  using Seen = std::vector<int64_t>;
  int64_t lower_bound(const Term&, int64_t begin, int64_t end, int64_t goal, int32_t, Seen& seen);
  int64_t gallop(const Term&, int64_t begin, int64_t end, int64_t goal, int32_t, Seen& seen);
  int64_t owner(const Term&, int64_t begin, int64_t end, int64_t position, int32_t, Seen& seen);
  int64_t owner_by_eights(const Term&, int64_t begin, int64_t end, int64_t position, int32_t,
                          Seen& seen);
  int64_t climb(const Term&, int64_t fiber, int64_t position, int32_t, Seen& seen);

  Cell& element(Buffer&, int64_t at, int32_t thread);
  // `addresses[i]` is what lane lanes[i] reads or writes; a lane may stand there several times.
  void tell_loads(const Buffer&, const Lanes&, const std::vector<int64_t>& addresses);
  void tell_bases(const Array& bases, const Lanes&, std::vector<int64_t> positions);
  void tell_stores(const Buffer&, const Lanes&, const std::vector<int64_t>& addresses);
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
