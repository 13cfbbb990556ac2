# `cmake --install`: the compiler, the rooms as static libraries with their headers, and a package that
# find_package(teaalc) finds: it gives teaal::<room> for every room, teaal::teaalc, the compiler itself, and
# teaal::libteaal, the C API, which is all that find_package(teaalc COMPONENTS libteaal) asks for.
include(CMakePackageConfigHelpers)

get_property(teaal_rooms GLOBAL PROPERTY TEAAL_ROOMS)
set(teaal_installed ${teaal_rooms} teaal_llvm)
if(TARGET teaalc)
  list(APPEND teaal_installed teaalc)
endif()
install(TARGETS ${teaal_installed} EXPORT teaalcTargets
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS libteaal EXPORT libteaalTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/teaal DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${CMAKE_SOURCE_DIR}/examples/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples)
foreach(part compiler runtime)
  install(DIRECTORY ${CMAKE_SOURCE_DIR}/${part} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/teaal
          FILES_MATCHING PATTERN "*.h" PATTERN "*.def")
endforeach()

set(teaal_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/teaalc)
install(EXPORT teaalcTargets NAMESPACE teaal:: DESTINATION ${teaal_package_dir})
install(EXPORT libteaalTargets NAMESPACE teaal:: DESTINATION ${teaal_package_dir})
configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/teaalcConfig.cmake.in
                              ${CMAKE_BINARY_DIR}/teaalcConfig.cmake
                              INSTALL_DESTINATION ${teaal_package_dir})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/teaalcConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/teaalcConfig.cmake ${CMAKE_BINARY_DIR}/teaalcConfigVersion.cmake
              ${CMAKE_SOURCE_DIR}/cmake/TeaalTests.cmake
        DESTINATION ${teaal_package_dir})
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE ${CMAKE_SOURCE_DIR}/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${CMAKE_SOURCE_DIR}/specs DESTINATION ${CMAKE_INSTALL_DATADIR}/teaalc)
install(FILES ${CMAKE_SOURCE_DIR}/scripts/completions/teaalc.bash
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME teaalc)
install(FILES ${CMAKE_SOURCE_DIR}/scripts/completions/_teaalc
        DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${CMAKE_SOURCE_DIR}/scripts/completions/teaalc.fish
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES ${CMAKE_SOURCE_DIR}/compiler/spec/schema.json
        DESTINATION ${CMAKE_INSTALL_DATADIR}/teaalc RENAME spec.schema.json)
# The manual page is what the program says of itself.
find_package(Python3 COMPONENTS Interpreter)
if(TARGET teaalc AND Python3_FOUND)
  set(teaal_man_page ${CMAKE_BINARY_DIR}/teaalc.1)
  add_custom_command(OUTPUT ${teaal_man_page}
                     COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/scripts/man_page.py $<TARGET_FILE:teaalc>
                             ${teaal_man_page}
                     DEPENDS teaalc ${CMAKE_SOURCE_DIR}/scripts/man_page.py VERBATIM)
  add_custom_target(man_page ALL DEPENDS ${teaal_man_page})
  install(FILES ${teaal_man_page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()
install(DIRECTORY ${CMAKE_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DOCDIR})

# `cpack -G DEB` in the build folder: a package whose dependencies are those of the binaries in it.
set(CPACK_PACKAGE_NAME teaalc)
set(CPACK_PACKAGE_CONTACT "The authors of teaalc")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Compiler from TeAAL specs to CUDA kernels, with a runtime and a C API")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
include(CPack)
