package io.github.freestep.benchmarks.app.view;

import io.github.freestep.benchmarks.report.Resource;
import java.util.List;

/** Printable ASCII from {@code font.txt}: letters 5 pixels wide, 7 above the base line, 2 below. Immutable. */
final class Font {
    /** Width of a letter with the gap to the next one. */
    static final int WIDTH = 6;

    static final int HEIGHT = 9;

    private static final char FIRST = ' ';
    private static final char LAST = '~';
    private static final int COLUMNS = 16;
    private static final int ROWS = 6;
    private static final char UNKNOWN = '?';

    /** A full cell after the last letter, to draw areas with. */
    static final char AREA = LAST + 1;

    static final int SHEET_WIDTH = COLUMNS * WIDTH;
    static final int SHEET_HEIGHT = ROWS * (HEIGHT + 1);

    private final byte[] sheet = new byte[SHEET_WIDTH * SHEET_HEIGHT];

    Font() {
        List<String> lines = Resource.text(Font.class, "font.txt").lines().toList();
        for (char c = FIRST; c <= LAST; c++) {
            for (int y = 0; y < HEIGHT; y++) {
                // font.txt has an empty line below each row of letters.
                String line = lines.get(row(c) * (HEIGHT + 1) + y);
                for (int x = 0; x < WIDTH - 1; x++) {
                    set(c, x, y, line.charAt(column(c) * WIDTH + x) == '#');
                }
            }
        }
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            set(AREA, i % WIDTH, i / WIDTH, true);
        }
    }

    private void set(char c, int x, int y, boolean ink) {
        sheet[(row(c) * (HEIGHT + 1) + y) * SHEET_WIDTH + column(c) * WIDTH + x] = (byte) (ink ? 0xFF : 0);
    }

    /** Returns all letters, one byte per pixel, row by row. */
    byte[] sheet() {
        return sheet.clone();
    }

    static int column(char c) {
        return (known(c) - FIRST) % COLUMNS;
    }

    static int row(char c) {
        return (known(c) - FIRST) / COLUMNS;
    }

    private static char known(char c) {
        return c >= FIRST && c <= AREA ? c : UNKNOWN;
    }
}
