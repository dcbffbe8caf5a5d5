package io.github.freestep.benchmarks.app.view;

import io.github.freestep.benchmarks.report.Units;
import io.github.freestep.physics.PhysicsMetrics;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameMode;
import java.util.List;

/** Text and graphs over the pictures. Updates the text ten times a second. */
final class Overlay {
    private static final long UPDATE_NANOS = 100_000_000;
    private static final int[] COLOURS = {0xFF_9D_5C_FF, 0x6F_D3_9A_FF};
    private static final int ALERT = 0xFF_D8_66_FF;

    private final Sheet sheet = new Sheet();
    private final Panel service = new Panel();
    private final Panel[] titles = {new Panel(), new Panel()};
    private final Panel keys = new Panel();

    private boolean stale = true;
    private long updatedNanos;

    Overlay() {
        Key[] all = Key.values();
        for (int i = 0; i < all.length; i += 2) {
            keys.line(Panel.PLAIN, column(all[i]) + (i + 1 < all.length ? column(all[i + 1]) : ""));
        }
        keys.line(Panel.PLAIN, "mouse: right turn, wheel zoom");
    }

    private static String column(Key key) {
        return Units.text("%-6s%-14s", key.label, key.effect);
    }

    /** Makes the next frame update the text, after a key or for the last frame. */
    void invalidate() {
        stale = true;
    }

    /** Draws over all pictures; {@code views} has the area of the picture of each eye, in the order of {@code eyes}. */
    void draw(Viewer viewer, List<Eye> eyes, List<Area> views, int width, int height, float contentScale) {
        long now = viewer.show().nanoTime();
        if (stale || now - updatedNanos >= UPDATE_NANOS) {
            stale = false;
            updatedNanos = now;
            update(viewer, eyes);
        }
        sheet.begin(Math.max(1, Math.min(Math.round(2 * contentScale), Math.min(width / 620, height / 330))));
        int gap = sheet.advance();
        for (int i = 0; i < eyes.size(); i++) {
            Panel title = titles[i];
            title.draw(sheet, views.get(i).x() + (views.get(i).width() - title.width(sheet)) / 2, gap);
            if (i > 0) {
                sheet.area(views.get(i).x() - 1, 0, 2, height - graphHeight(height), Panel.BACKGROUND);
            }
        }
        int pictures = height - graphHeight(height);
        float serviceTop = pictures - gap - service.height(sheet);
        service.draw(sheet, gap, serviceTop);
        if (viewer.showsKeys()) {
            keys.draw(sheet, gap, serviceTop - gap - keys.height(sheet));
        }
        graph(eyes, width, height);
        sheet.draw(width, height);
    }

    /** Returns the height of the graph, which takes the whole width below the pictures. */
    static int graphHeight(int height) {
        return height / 5;
    }

    private void graph(List<Eye> eyes, int width, int height) {
        Graph graph = new Graph(sheet, new Area(0, height - graphHeight(height), width, graphHeight(height)));
        graph.axes("how fast each picture moves: 1 is even, 0 stands still");
        for (int i = 0; i < eyes.size(); i++) {
            graph.draw(eyes.get(i).speed, COLOURS[i]);
        }
        for (int i = 0; i < eyes.size(); i++) {
            graph.name(eyes.size() - 1 - i, name(eyes.get(i).mode), COLOURS[i]);
        }
    }

    private void update(Viewer viewer, List<Eye> eyes) {
        service(viewer);
        for (int i = 0; i < eyes.size(); i++) {
            title(titles[i].clear(), eyes.get(i), COLOURS[i]);
        }
    }

    private void service(Viewer viewer) {
        PhysicsMetrics metrics = viewer.show().physics.metrics();
        service.clear()
                .line(ALERT, viewer.summary())
                .line(Panel.PLAIN, Units.text("tick %d   took %.2f ms", metrics.tick(), metrics.computeNanos() / 1e6))
                .line(
                        Panel.PLAIN,
                        Units.text(
                                "late %.3f ms   max %.1f ms",
                                metrics.publicationLatenessNanos() / 1e6, metrics.maxPublicationLatenessNanos() / 1e6));
    }

    private static void title(Panel panel, Eye eye, int colour) {
        panel.line(colour, name(eye.mode));
        Frame frame = eye.frame();
        if (frame != null && frame.hasState()) {
            panel.line(
                            Panel.PLAIN,
                            frame.olderTick() == frame.newerTick() || eye.mode == FrameMode.LATEST
                                    ? "tick " + frame.newerTick()
                                    : Units.text(
                                            "tick %d to %d, alpha %.2f",
                                            frame.olderTick(), frame.newerTick(), frame.alpha()))
                    .line(
                            Panel.PLAIN,
                            Units.text("judder %.1f %%   delay %.1f ms", 100 * eye.judder(), delayNanos(frame) / 1e6));
        }
    }

    /** In simulated time, so that it is the same in slow motion. */
    private static long delayNanos(Frame frame) {
        return frame.currentSimulationNanos() - frame.simulationNanos();
    }

    static String name(FrameMode mode) {
        return mode == FrameMode.LATEST ? "NEWEST STATE, as it is" : "INTERPOLATED";
    }
}
