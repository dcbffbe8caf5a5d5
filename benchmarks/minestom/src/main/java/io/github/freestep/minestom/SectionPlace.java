package io.github.freestep.minestom;

/** Where a section is: the coordinates of its cells, divided by 16 and rounded down. */
record SectionPlace(int x, int y, int z) {}
