# teaal_embed(TARGET NAMESPACE FILE…): adds to TARGET a generated source that defines, in namespace NAMESPACE,
#   const std::vector<std::pair<std::string, std::string>>& embedded_files();   // (file name, text), in the order given
# A change of a file re-generates it.
function(teaal_embed target namespace)
  set(out ${CMAKE_CURRENT_BINARY_DIR}/${target}_embedded.cc)
  set(body "#include <string>\n#include <utility>\n#include <vector>\nnamespace ${namespace} {\n")
  string(APPEND body "const std::vector<std::pair<std::string, std::string>>& embedded_files();\n")
  string(APPEND body "const std::vector<std::pair<std::string, std::string>>& embedded_files() {\n")
  string(APPEND body "  static const std::vector<std::pair<std::string, std::string>> files = {\n")
  foreach(file IN LISTS ARGN)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${file})
    file(READ ${CMAKE_CURRENT_SOURCE_DIR}/${file} text)
    get_filename_component(name ${file} NAME)
    string(APPEND body "{\"${name}\", R\"teaal(${text})teaal\"},\n")
  endforeach()
  string(APPEND body "  };\n  return files;\n}\n}  // namespace ${namespace}\n")
  file(CONFIGURE OUTPUT ${out} CONTENT "${body}" @ONLY)
  target_sources(${target} PRIVATE ${out})
endfunction()
