#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/exec/process.h"

// Bindings of fibers that have no bound: they are walked in chunks, each of which is staged.
namespace teaal::exec {
namespace {

struct Case {
  std::string order, space;  // of [M, N, K] and their parts
  std::string places;        // components and their ranks
  std::string binding;       // in Shared, or in Registers of lanes
  std::string parts;         // partitioning
  bool of_vector = false;    // Z = A B, with a vector B
  std::string memory = "Shared";
};

const Case of_block = {"M, N1, K, N0", "M, N1, N0", "Block: M, N1; Lane: N0",
                       "tensor: A, rank: K, type: elem, evict-on: N1", "N: [uniform_shape(32)]"};
const Case ahead = {"M, N1, K, N0", "M, N1, N0", "Block: M, N1; Lane: N0",
                    "tensor: A, rank: K, type: elem, evict-on: N1, depth: 3",
                    "N: [uniform_shape(64)]"};
const Case coordinates = {"M, N1, K, N0", "M, N1, N0", "Block: M, N1; Lane: N0",
                          "tensor: A, rank: K, type: coord, evict-on: N1",
                          "N: [uniform_shape(32)]"};
const Case of_warps = {"M1, M0, K, N", "M1, M0, N", "Block: M1; Warp: M0; Lane: N",
                       "tensor: A, rank: K, type: elem, evict-on: M0", "M: [uniform_shape(4)]"};
const Case in_lanes = {"M1, M0, K, N",
                       "M1, M0, N",
                       "Block: M1; Warp: M0; Lane: N",
                       "tensor: A, rank: K, type: elem, evict-on: M0",
                       "M: [uniform_shape(4)]",
                       false,
                       "Registers"};
const Case shared_by_lanes = {"M1, M0, K",
                              "M1, M0, K",
                              "Block: M1; Warp: M0; Lane: K",
                              "tensor: A, rank: K, type: elem, evict-on: M0",
                              "M: [uniform_shape(4)]",
                              true};
const Case of_rows = {"M1, M0, K",
                      "M1, M0",
                      "Block: M1; Lane: M0",
                      "tensor: B, rank: K, type: elem, evict-on: M1",
                      "M: [uniform_shape(32)]",
                      true};

std::string ranks_of(const std::string& order, const std::string& space, bool in_space) {
  std::string out;
  for (size_t at = 0; at < order.size(); at = order.find(", ", at) + 2) {
    const std::string rank = order.substr(at, order.find(", ", at) - at);
    if (((", " + space + ", ").find(", " + rank + ", ") != std::string::npos) == in_space)
      out += (out.empty() ? "" : ", ") + rank;
    if (order.find(", ", at) == std::string::npos) break;
  }
  return out;
}

std::string spec_of(const Case& c) {
  std::string out = "einsum:\n  declaration: { A: [M, K], " +
                    std::string(c.of_vector ? "B: [K], Z: [M] }" : "B: [K, N], Z: [M, N] }") +
                    "\n  expressions: [ '" +
                    (c.of_vector ? "Z[m] = A[m, k] * B[k]" : "Z[m, n] = A[m, k] * B[k, n]") +
                    "' ]\nmapping:\n  partitioning: { Z: { " + c.parts +
                    " } }\n  loop-order: { Z: [" + c.order + "] }\n  spacetime: { Z: { space: [" +
                    ranks_of(c.order, c.space, true) + "], time: [" +
                    ranks_of(c.order, c.space, false) + "] } }\nbindings:\n  Z:\n  - config: gpu\n";
  for (size_t at = 0; at < c.places.size();) {
    const size_t end = std::min(c.places.find("; ", at), c.places.size());
    const std::string place = c.places.substr(at, end - at);
    const size_t colon = place.find(": ");
    std::string ranks = "{ rank: " + place.substr(colon + 2) + " }";
    for (size_t comma = 0; (comma = ranks.find(", ", comma)) != std::string::npos; comma += 11)
      ranks.replace(comma, 2, " }, { rank: ");
    out += "  - component: " + place.substr(0, colon) + "\n    bindings: [" + ranks + "]\n";
    at = end + 2;
  }
  return out + "  - component: " + c.memory + "\n    bindings: [{ " + c.binding + " }]\n";
}

void expect_chunks(const Case& c, const std::string& format, const std::string& loop) {
  Workspace folder;
  const std::string spec = folder.write("spec.yaml", spec_of(c));
  const std::string options = " --format A=" + format + " --format B=dense --quiet ";
  const Finished text = folder.teaalc(spec + " --stop-after=chunk -o - " + options);
  EXPECT_EQ(text.code, 0) << spec_of(c) << text.err;
  EXPECT_NE(text.out.find(loop), text.out.npos) << format << "\n" << spec_of(c) << text.out;
  // Edges, and fibers of many chunks.
  const std::string b = c.of_vector ? "333" : "333x70";
  for (const std::string& command :
       {"check " + spec + " --cases=4",
        "run " + spec + " --checked A=rand:shape=45x333,density=0.6,values=rand B=dense:shape=" +
            b + ",values=rand,seed=3"}) {
    const Finished done = folder.teaalc(command + options);
    EXPECT_EQ(done.code, 0) << command << options << "\n" << spec_of(c) << done.out << done.err;
  }
}

const std::string by_elements = "K_chunk of K by 128 led by A",
                  by_coordinates = "K_chunk of K by 128 ";

TEST(Chunks, of_compressed_fibers_are_so_many_elements) {
  for (const Case& c : {of_block, ahead, coordinates, of_warps, shared_by_lanes})
    for (const char* format : {"csr", "M:C,K:C"}) expect_chunks(c, format, by_elements);
}

TEST(Chunks, of_other_fibers_are_so_many_coordinates) {
  for (const Case& c : {of_block, ahead, of_warps, shared_by_lanes})
    for (const char* format : {"dense", "M:U,K:B"}) expect_chunks(c, format, by_coordinates);
}

TEST(Chunks, that_lanes_hand_round_have_an_element_a_lane) {
  expect_chunks(in_lanes, "csr", "K_chunk of K by 32 led by A");
}

TEST(Chunks, are_read_by_all_threads_at_once) { expect_chunks(of_rows, "dense", by_coordinates); }

// A loop in time around the chunks would fill them anew each time; the whole fiber fits no block.
TEST(Chunks, that_would_be_filled_again_are_refused) {
  Case again = of_rows;
  again.order = "M2, M1, K, M0";
  again.space = "M2, M0";
  again.places = "Block: M2; Lane: M0";
  again.parts = "M: [uniform_shape(128), uniform_shape(32)]";
  again.binding = "tensor: B, rank: K, type: elem, evict-on: M2";
  Workspace folder;
  const Finished done = folder.teaalc(folder.write("spec.yaml", spec_of(again)) +
                                      " --format A=dense --format B=dense -o -");
  EXPECT_EQ(done.code, 1);
  EXPECT_NE(done.err.find("a tile of B that has no bound along K"), done.err.npos) << done.err;
}

}  // namespace
}  // namespace teaal::exec
