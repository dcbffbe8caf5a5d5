package io.github.freestep.benchmarks.app.view;

/** A part of the picture in pixels. OpenGL viewports count y from the bottom, the overlay from the top. */
record Area(int x, int y, int width, int height) {}
