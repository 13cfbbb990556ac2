# teaal_room(NAME SOURCES a.cc … USES room … THIRD_PARTY target …)
# One room of the house: a static library teaal_NAME. Headers are included from the repository root
# ("compiler/ir/nodes.h"); THIRD_PARTY stays private to the room's own files.
function(teaal_room name)
  cmake_parse_arguments(room "" "" "SOURCES;USES;THIRD_PARTY" ${ARGN})
  add_library(teaal_${name} STATIC ${room_SOURCES})
  add_library(teaal::${name} ALIAS teaal_${name})
  target_include_directories(teaal_${name} PUBLIC $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}>
                                                  $<INSTALL_INTERFACE:include/teaal>)
  foreach(used IN LISTS room_USES)
    target_link_libraries(teaal_${name} PUBLIC teaal_${used})
  endforeach()
  target_link_libraries(teaal_${name} PRIVATE ${room_THIRD_PARTY})
  teaal_warnings(teaal_${name})
endfunction()

# teaal_test(NAME SOURCES a.cc … USES room … LABELS l …): one GoogleTest binary, one ctest entry a case.
function(teaal_test name)
  cmake_parse_arguments(test "" "" "SOURCES;USES;THIRD_PARTY;LABELS" ${ARGN})
  add_executable(${name} ${test_SOURCES})
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR})
  foreach(used IN LISTS test_USES)
    target_link_libraries(${name} PRIVATE teaal_${used})
  endforeach()
  target_link_libraries(${name} PRIVATE ${test_THIRD_PARTY} GTest::gtest GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE TEAAL_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
                                             TEAAL_BINARY_DIR="${CMAKE_BINARY_DIR}")
  teaal_warnings(${name})
  add_test(NAME ${name} COMMAND ${name} --gtest_brief=1)
  set_tests_properties(${name} PROPERTIES LABELS "${test_LABELS}")
endfunction()

function(teaal_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wno-missing-field-initializers)
  if(TEAAL_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=address,undefined -fno-omit-frame-pointer)
    target_link_options(${target} PRIVATE -fsanitize=address,undefined)
  endif()
endfunction()
