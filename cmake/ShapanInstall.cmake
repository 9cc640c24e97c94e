# Installed: program, libraries, headers, pkg-config files, and the data that the program reads.
# SPDX-License-Identifier: Apache-2.0

function(shapan_pkg_config name description requires libs_private)
  set(SP_PC_NAME ${name})
  set(SP_PC_DESCRIPTION "${description}")
  set(SP_PC_REQUIRES "${requires}")
  set(SP_PC_REQUIRES_PRIVATE "${ARGV4}")
  set(SP_PC_LIBS_PRIVATE "${libs_private}")
  # Relative, so that an installed tree may be moved.
  file(RELATIVE_PATH SP_PC_UP "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
  string(REGEX REPLACE "/$" "" SP_PC_UP "${SP_PC_UP}")
  configure_file("${CMAKE_SOURCE_DIR}/cmake/shapan.pc.in" "${CMAKE_BINARY_DIR}/${name}.pc" @ONLY)
  install(FILES "${CMAKE_BINARY_DIR}/${name}.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endfunction()

if(TARGET shapan_core_shared)
  install(TARGETS shapan_core_shared shapan_core_static)
  shapan_pkg_config(shapan "${PROJECT_DESCRIPTION}" "" "-lm -pthread")
endif()
if(TARGET shapan_io_shared)
  install(TARGETS shapan_io_shared shapan_io_static)
  shapan_pkg_config(shapan-io "${PROJECT_DESCRIPTION}: files" "shapan" "-lm" "${SP_IO_REQUIRES}")
endif()
if(TARGET shapan_cli)
  install(TARGETS shapan_cli)
  # Manual pages and completions are what the program itself says.
  set(manual_dir "${CMAKE_BINARY_DIR}/manual")
  file(MAKE_DIRECTORY "${manual_dir}/man1" "${manual_dir}/zh_CN/man1")
  set(manual_files "${manual_dir}/man1/shapan.1" "${manual_dir}/zh_CN/man1/shapan.1" "${manual_dir}/shapan.bash" "${manual_dir}/_shapan" "${manual_dir}/shapan.fish")
  add_custom_command(OUTPUT ${manual_files}
    COMMAND shapan_cli manual --lang en > "${manual_dir}/man1/shapan.1"
    COMMAND shapan_cli manual --lang zh > "${manual_dir}/zh_CN/man1/shapan.1"
    COMMAND shapan_cli manual --completion bash > "${manual_dir}/shapan.bash"
    COMMAND shapan_cli manual --completion zsh --lang en > "${manual_dir}/_shapan"
    COMMAND shapan_cli manual --completion fish --lang en > "${manual_dir}/shapan.fish"
    DEPENDS shapan_cli VERBATIM COMMENT "Manual pages and completions")
  add_custom_target(shapan_manual ALL DEPENDS ${manual_files})
  install(FILES "${manual_dir}/man1/shapan.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
  install(FILES "${manual_dir}/zh_CN/man1/shapan.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/zh_CN/man1")
  install(FILES "${manual_dir}/shapan.bash" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME shapan)
  install(FILES "${manual_dir}/_shapan" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
  install(FILES "${manual_dir}/shapan.fish" DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
endif()
install(DIRECTORY "${CMAKE_SOURCE_DIR}/include/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
  FILES_MATCHING PATTERN "*.h" PATTERN "*.def")
foreach(data theatres scenarios reference schema)
  if(IS_DIRECTORY "${CMAKE_SOURCE_DIR}/${data}")
    install(DIRECTORY "${CMAKE_SOURCE_DIR}/${data}" DESTINATION "${CMAKE_INSTALL_DATADIR}/shapan")
  endif()
endforeach()
install(FILES "${CMAKE_SOURCE_DIR}/LICENSE" "${CMAKE_SOURCE_DIR}/NOTICE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
