package io.github.freestep.benchmarks.app.view;

/** A part of the picture, in pixels, from a corner that whoever uses it names. */
record Area(int x, int y, int width, int height) {}
