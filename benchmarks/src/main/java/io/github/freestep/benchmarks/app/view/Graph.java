package io.github.freestep.benchmarks.app.view;

/** A graph of how fast pictures moved in the newest frames, where 1 is the speed of simulation time. */
final class Graph {
    private static final float MAX = 4;
    private static final int FAINT = 0xA4_B0_C0_FF;
    private static final int RULE = 0x60_6C_7C_90;
    private static final int EVEN = 0xA0_AC_BC_FF;

    private final Sheet sheet;
    private final Area area;
    private final int pad;
    private final int left;
    private final int top;
    private final int width;
    private final int height;

    Graph(Sheet sheet, Area area) {
        this.sheet = sheet;
        this.area = area;
        pad = sheet.advance();
        left = area.x() + 4 * pad;
        top = area.y() + sheet.lineHeight() * 3 / 2;
        width = area.width() - 5 * pad;
        height = area.y() + area.height() - pad - top;
    }

    void axes(String title) {
        sheet.area(area.x(), area.y(), area.width(), area.height(), Overlay.BACKGROUND);
        sheet.text(area.x() + pad, area.y() + pad / 2f, title, FAINT);
        for (int value = 0; value <= MAX; value++) {
            // The line of even motion stands out.
            sheet.area(left, y(value), width, value == 1 ? 2 : 1, value == 1 ? EVEN : RULE);
            sheet.text(area.x() + pad, y(value) - sheet.lineHeight() / 3f, Integer.toString(value), FAINT);
        }
    }

    /** Joins successive values by upright lines, so that jumps stand out. */
    void draw(RecentValues trace, int colour) {
        float step = (float) width / RecentValues.SIZE;
        int thick = Math.max(2, pad / 4);
        float before = Float.NaN;
        for (int i = 0; i < RecentValues.SIZE; i++) {
            float y = y(trace.get(i));
            if (!Float.isNaN(y)) {
                float from = Float.isNaN(before) ? y : Math.min(before, y);
                float to = Float.isNaN(before) ? y : Math.max(before, y);
                sheet.area(left + i * step, from - thick / 2f, Math.max(step, thick), to - from + thick, colour);
            }
            before = y;
        }
    }

    private float y(float value) {
        return top + height * (1 - Math.max(0, Math.min(MAX, value)) / MAX);
    }
}
