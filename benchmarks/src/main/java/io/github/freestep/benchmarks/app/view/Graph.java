package io.github.freestep.benchmarks.app.view;

/** How fast pictures moved in the newest frames, where 1 is as fast as simulation time. For one frame. */
final class Graph {
    private static final float MOST = 3;
    private static final int RULE = 0x60_6C_7C_FF;

    private final Sheet sheet;
    private final Area area;
    private final int pad;
    private final int left;
    private final int top;
    private final int width;
    private final int height;

    /** In an area by its top left. */
    Graph(Sheet sheet, Area area) {
        this.sheet = sheet;
        this.area = area;
        pad = sheet.advance();
        left = area.x() + 3 * pad;
        top = area.y() + sheet.lineHeight() * 3 / 2;
        width = area.width() - 4 * pad;
        height = area.y() + area.height() - pad - top;
    }

    void axes(String title) {
        sheet.area(area.x(), area.y(), area.width(), area.height(), Panel.GROUND);
        sheet.text(area.x() + pad, area.y() + pad / 2f, title, Panel.FAINT);
        for (int value = 0; value <= MOST; value++) {
            sheet.area(left, y(value), width, 1, RULE);
            sheet.text(area.x() + pad, y(value) - sheet.lineHeight() / 3f, Integer.toString(value), Panel.FAINT);
        }
    }

    /** Upright from each value to the next: jumps are what is to be seen. */
    void draw(RecentValues trace, int colour) {
        float step = (float) width / RecentValues.KEPT;
        int thick = Math.max(1, pad / 6);
        float before = Float.NaN;
        for (int i = 0; i < RecentValues.KEPT; i++) {
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
        return top + height * (1 - Math.max(0, Math.min(MOST, value)) / MOST);
    }
}
