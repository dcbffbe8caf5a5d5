package io.github.freestep.benchmarks.app.view;

import java.util.ArrayList;
import java.util.List;

/** Lines of text on a dark background. Drawing allocates nothing. */
final class Panel {
    static final int BACKGROUND = 0x10_16_20_C8;
    static final int PLAIN = 0xE8_EC_F2_FF;
    static final int FAINT = 0xA4_B0_C0_FF;

    private final List<String> lines = new ArrayList<>();
    private final List<Integer> colours = new ArrayList<>();
    private int longest;

    Panel clear() {
        lines.clear();
        colours.clear();
        longest = 0;
        return this;
    }

    Panel line(int rgba, String text) {
        lines.add(text);
        colours.add(rgba);
        longest = Math.max(longest, text.length());
        return this;
    }

    float width(Sheet sheet) {
        return (longest + 2) * sheet.advance();
    }

    float height(Sheet sheet) {
        return (lines.size() + 0.6f) * sheet.lineHeight();
    }

    /** Draws at a top left corner; a panel without lines is not drawn. */
    void draw(Sheet sheet, float x, float y) {
        if (lines.isEmpty()) {
            return;
        }
        sheet.area(x, y, width(sheet), height(sheet), BACKGROUND);
        for (int i = 0; i < lines.size(); i++) {
            sheet.text(x + sheet.advance(), y + (i + 0.45f) * sheet.lineHeight(), lines.get(i), colours.get(i));
        }
    }
}
