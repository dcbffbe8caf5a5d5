package io.github.freestep.benchmarks.app.view;

import io.github.freestep.benchmarks.report.Units;
import io.github.freestep.render.FrameMode;
import java.util.List;

/** The titles of the pictures, and the graph below them. */
final class Overlay {
    static final int BACKGROUND = 0x10_16_20_C8;
    private static final int[] COLOURS = {0xFF_9D_5C_FF, 0x6F_D3_9A_FF};

    private final Sheet sheet = new Sheet();

    /** Draws over all pictures; {@code views} has the area of the picture of each eye, in the order of {@code eyes}. */
    void draw(String summary, List<Eye> eyes, List<Area> views, Window.Size size) {
        int width = size.width();
        int height = size.height();
        sheet.begin(Math.max(1, Math.min(Math.round(2 * size.contentScale()), Math.min(width / 620, height / 330))));
        int pictures = height - graphHeight(height);
        Graph graph = new Graph(sheet, new Area(0, pictures, width, graphHeight(height)));
        graph.axes("how fast each picture moves: 1 is even, 0 stands still      " + summary);
        for (int i = 0; i < eyes.size(); i++) {
            graph.draw(eyes.get(i).speed, COLOURS[i]);
            title(eyes.get(i), views.get(i), COLOURS[i]);
        }
        sheet.area(views.get(1).x() - 1, 0, 2, pictures, BACKGROUND);
        sheet.draw(width, height);
    }

    /** Returns the height of the graph, which takes the whole width below the pictures. */
    static int graphHeight(int height) {
        return height / 5;
    }

    private void title(Eye eye, Area view, int colour) {
        String name = eye.mode == FrameMode.LATEST ? "NEWEST STATE, as it is" : "INTERPOLATED";
        String text = Units.text("%s: judder %.1f %%", name, 100 * eye.judder());
        int gap = sheet.advance();
        int wide = (text.length() + 2) * gap;
        int left = view.x() + (view.width() - wide) / 2;
        sheet.area(left, gap, wide, 1.6f * sheet.lineHeight(), BACKGROUND);
        sheet.text(left + gap, gap + 0.45f * sheet.lineHeight(), text, colour);
    }
}
