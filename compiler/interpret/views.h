#pragma once
#include <map>
#include <set>
#include <string>

#include "compiler/interpret/interpret.h"
#include "compiler/interpret/memory.h"
#include "compiler/interpret/recorder.h"
#include "compiler/interpret/sizes.h"

namespace teaal::interpret {

// A tensor's arrays in one stored form.
struct StoredView {
  runtime::StorageRequest request;
  runtime::Stored levels;  // without values
  std::map<std::pair<ir::Param::Kind, int>, Array> arrays;
  bool points = false;
};

// The arrays that kernels name, made when they are first asked for, and the tensors that they hold.
class Views {
 public:
  Views(const ir::Program&, const Problem&, Sizes&, Recorder&);

  Array& array(const ir::Param&, const ir::Kernel&);
  Array& workspace(const std::string& name, ir::Type type);
  void fill(const std::string& view_or_workspace, double value);
  void resort(const std::string& view);
  // `to` gets what `from` holds now.
  void carry(const std::string& to, const std::string& from);
  // A kernel has written the view: other forms of its tensor are made anew.
  void wrote(const std::string& view);

  bool written(const std::string& tensor) const { return holders_.contains(tensor); }
  runtime::Coo tensor(const std::string& name);

 private:
  const ir::View& view(const std::string& name) const;
  StoredView& stored(const ir::View&);
  runtime::StorageRequest request(const ir::View&) const;
  std::vector<int64_t> shape(const std::string& tensor) const;
  StoredView packed(const ir::View&, const runtime::Coo&);
  StoredView empty(const ir::View&);
  runtime::Coo content(const ir::View&);
  runtime::Coo points(const ir::View&, const StoredView&) const;
  void set_count(const std::string& tensor, size_t entries);
  void place(Array&, const std::string& tensor, const std::string& part, bool workspace);
  int32_t form(const ir::View&, const runtime::Stored&);

  const ir::Program& program_;
  const Problem& problem_;
  Sizes& sizes_;
  Recorder& recorder_;
  std::map<std::string, StoredView> views_;
  std::map<std::string, Array> workspaces_;
  std::map<std::string, std::string> holders_;  // computed tensor → the view written last
  int64_t end_ = 0;                             // of the addresses given out
};

// An iteration that does not end in time.
struct Endless : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace teaal::interpret
