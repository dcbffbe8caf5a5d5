package io.github.freestep.benchmarks.app.view;

import io.github.freestep.physics.Physics;
import io.github.freestep.physics.recording.Rewind;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * The last seconds of Freestep's half as a strip: how long its steps took, with a red mark for a late frame, and a
 * green one for a key. While the mouse holds the strip, the world stands in the past, and on release, it plays on from
 * there. One thread moves the mouse, and another draws.
 */
final class Timeline {
    /** The height in pixels of the font. */
    static final int HEIGHT = 26;

    private static final int SECONDS = 20;

    private Rewind rewind;

    // Of each tick, in the places of a ring.
    private long[] nanos;
    private int[] marks;

    private CompletableFuture<Void> going = CompletableFuture.completedFuture(null);
    private long newest;

    /** The tick that the world was sent to; -1 while it plays. */
    private long to;

    /** Where the mouse holds the strip, from 0 to 1; negative if it does not. */
    private volatile double held = -1;

    /** Whether a key was pressed since the last frame. Any thread may set it. */
    volatile boolean hasKey;

    /** Begins with a new world. */
    void begin(Physics run, int rate) {
        rewind = Rewind.of(run, Duration.ofSeconds(SECONDS));
        nanos = new long[SECONDS * rate];
        marks = new int[nanos.length];
        newest = 0;
        to = -1;
    }

    /** Takes hold of the strip if the mouse is on it. */
    void press(double x, double y, int wide, int high) {
        double up = (high - y) / Canvas.scale(wide, high) - Sliders.HEIGHT;
        held = up >= 0 && up < HEIGHT ? 0 : -1;
        drag(x, wide);
    }

    void drag(double x, int wide) {
        held = held < 0 ? -1 : Math.max(0, Math.min(1, x / wide));
    }

    void release() {
        held = -1;
    }

    /**
     * Takes note of a frame, and goes where the mouse is. Returns whether the world stands in the past.
     *
     * @param stepNanos how long the newest step took
     */
    boolean frame(long stepNanos, boolean isLate) {
        for (long tick = rewind.newestTick(); newest < tick; ) {
            int next = (int) (++newest % nanos.length);
            nanos[next] = stepNanos;
            marks[next] = hasKey ? Canvas.GREEN : isLate ? Viewer.RED : 0;
            hasKey = false;
        }
        double at = held;
        long wanted = Math.max(rewind.oldestTick(), newest - Math.round((1 - at) * nanos.length));
        if (at < 0 && to >= 0) {
            to = -1;
            rewind.play();
        } else if (at >= 0 && going.isDone() && wanted != to && wanted <= newest) {
            to = wanted;
            going = rewind.to(to);
        }
        return to >= 0;
    }

    void draw(Canvas canvas, int wide, int high) {
        int scale = Canvas.scale(wide, high);
        int top = high - (Sliders.HEIGHT + HEIGHT - 2) * scale;
        int tall = (HEIGHT - 2) * scale;
        double tickNanos = SECONDS * 1e9 / nanos.length;
        long tick = Math.max(1, newest - nanos.length + 1);
        for (int x = 0; x < wide; x += scale) {
            long longest = 0;
            int mark = 0;
            for (; tick <= newest - (long) (wide - x - scale) * nanos.length / wide; tick++) {
                longest = Math.max(longest, nanos[(int) (tick % nanos.length)]);
                mark = Math.max(mark, marks[(int) (tick % nanos.length)]);
            }
            float bar = (float) Math.min(1, longest / tickNanos / 2) * tall;
            canvas.area(x, top + tall - bar, scale, bar, longest > tickNanos ? Canvas.GREY : Canvas.DIM);
            canvas.area(x, top, scale, mark == 0 ? 0 : tall / 4f, mark);
        }
        float x = wide * (to < 0 ? 1 : 1 - (float) (newest - to) / nanos.length) - scale;
        canvas.area(x, top, scale, tall, Canvas.WHITE);
    }
}
