# Sources that are made: the text tables from po/, and the version with the hash of the rules.
# SPDX-License-Identifier: Apache-2.0

# Debian's own interpreter first: the modules that the tools need are packaged for it.
find_program(SP_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(SP_PYTHON python3 REQUIRED)

set(SP_GENERATED_DIR "${CMAKE_BINARY_DIR}/generated")
file(MAKE_DIRECTORY "${SP_GENERATED_DIR}")
set(SP_GENERATED_SOURCES)

file(GLOB po_en CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/po/*.en.po")
file(GLOB po_zh CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/po/*.zh.po")
list(SORT po_en)
list(SORT po_zh)
set(po2c "${CMAKE_SOURCE_DIR}/tools/po2c.py")
if(EXISTS "${po2c}" AND po_en AND po_zh)
  add_custom_command(
    OUTPUT "${SP_GENERATED_DIR}/text_tables.c"
    COMMAND "${SP_PYTHON}" "${po2c}" "${SP_GENERATED_DIR}/text_tables.c" --en ${po_en} --zh ${po_zh}
    DEPENDS "${po2c}" ${po_en} ${po_zh}
    COMMENT "Text tables from po/" VERBATIM)
  list(APPEND SP_GENERATED_SOURCES "${SP_GENERATED_DIR}/text_tables.c")
endif()

# What decides how a war goes: its hash stands in saves, so that replay can refuse other rules.
file(GLOB rule_sources CONFIGURE_DEPENDS
  "${CMAKE_SOURCE_DIR}/src/lore/*.[ch]" "${CMAKE_SOURCE_DIR}/src/rules/*.[ch]" "${CMAKE_SOURCE_DIR}/src/*/*.def")
list(SORT rule_sources)
set(version_info "${CMAKE_SOURCE_DIR}/tools/version_info.py")
add_custom_command(
  OUTPUT "${SP_GENERATED_DIR}/version_info.h"
  COMMAND "${SP_PYTHON}" "${version_info}" "${SP_GENERATED_DIR}/version_info.h"
          --version ${PROJECT_VERSION} --soversion ${SP_SOVERSION} --root "${CMAKE_SOURCE_DIR}" --sources ${rule_sources}
  DEPENDS "${version_info}" "${CMAKE_SOURCE_DIR}/CMakeLists.txt" ${rule_sources}
  COMMENT "Version and hash of the rules" VERBATIM)
list(APPEND SP_GENERATED_SOURCES "${SP_GENERATED_DIR}/version_info.h")

# The page of a run: its template, style and script, as strings of libshapan-io.
set(page_dir "${CMAKE_SOURCE_DIR}/src/io/page")
set(page_files)
set(page_sources)
foreach(kind html css js)
  list(APPEND page_files "sp_page_asset_${kind}=${page_dir}/page.${kind}")
  list(APPEND page_sources "${page_dir}/page.${kind}")
endforeach()
add_custom_command(
  OUTPUT "${SP_GENERATED_DIR}/page_assets.c"
  COMMAND "${CMAKE_COMMAND}" "-DOUT=${SP_GENERATED_DIR}/page_assets.c" "-DHEADER=io/page.h" "-DFILES=${page_files}" -P "${CMAKE_SOURCE_DIR}/cmake/embed.cmake"
  DEPENDS ${page_sources} "${CMAKE_SOURCE_DIR}/cmake/embed.cmake"
  COMMENT "The page of a run" VERBATIM)
set(SP_IO_GENERATED_SOURCES "${SP_GENERATED_DIR}/page_assets.c")
