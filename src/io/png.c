/* png.c - PNG from SVG through librsvg and cairo.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <cairo.h>
#include <errno.h>
#include <librsvg/rsvg.h>
#include <stdio.h>

#include "shapan/map.h"

#define PIXELS_MAX 20000.0

/* Kept out of cairo_surface_write_to_png so that the operating system's errno reaches the caller. */
static cairo_status_t write_bytes(void *closure, const unsigned char *data, unsigned int length) {
  return fwrite(data, 1, length, closure) == length ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static sp_status write_surface(const char *path, cairo_surface_t *surface) {
  FILE *file = fopen(path, "wb");
  if (!file) return SP_IO;
  cairo_status_t done = cairo_surface_write_to_png_stream(surface, write_bytes, file);
  int kept = errno;
  bool closed = fclose(file) == 0;
  if (done == CAIRO_STATUS_NO_MEMORY) return SP_NO_MEMORY;
  if (done != CAIRO_STATUS_SUCCESS) {
    errno = kept;
    return SP_IO;
  }
  return closed ? SP_OK : SP_IO;
}

static sp_status render(const char *path, RsvgHandle *handle) {
  double width = 0.0, height = 0.0;
  rsvg_handle_set_dpi(handle, 96.0);
  if (!rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height)) return SP_BAD_INPUT;
  if (!(width >= 1.0 && width <= PIXELS_MAX && height >= 1.0 && height <= PIXELS_MAX)) return SP_BAD_INPUT;
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)(width + 0.5), (int)(height + 0.5));
  sp_status status = SP_NO_MEMORY;
  if (cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS) {
    cairo_t *cairo = cairo_create(surface);
    RsvgRectangle page = {0.0, 0.0, width, height};
    bool drawn = rsvg_handle_render_document(handle, cairo, &page, NULL);
    if (cairo_status(cairo) == CAIRO_STATUS_SUCCESS) status = drawn ? write_surface(path, surface) : SP_BAD_INPUT;
    cairo_destroy(cairo);
  }
  cairo_surface_destroy(surface);
  return status;
}

sp_status sp_write_png(const char *path, const char *svg, size_t length) {
  if (!path || !svg || length == 0) return SP_BAD_INPUT;
  RsvgHandle *handle = rsvg_handle_new_with_flags(RSVG_HANDLE_FLAG_UNLIMITED);
  if (!handle) return SP_NO_MEMORY;
  GInputStream *stream = g_memory_input_stream_new_from_data(svg, (gssize)length, NULL);
  bool read = rsvg_handle_read_stream_sync(handle, stream, NULL, NULL);
  g_object_unref(stream);
  sp_status status = read ? render(path, handle) : SP_BAD_INPUT;
  g_object_unref(handle);
  return status;
}
