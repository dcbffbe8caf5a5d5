package io.github.freestep.benchmarks.app.view;

import io.github.freestep.render.FrameMode;
import java.util.List;

/**
 * A world and two pictures of it: the newest state, and what a sampler makes of the same states. Close a show before
 * you open the next.
 */
final class Show implements AutoCloseable {
    final World world;
    final Eye raw;
    final Boxes rawBoxes;
    final Boxes boxes;

    private final boolean even;
    private Eye eye;

    /** {@code even} means that frames are presented exactly at display refreshes (vsync). */
    Show(World world, FrameMode mode, boolean even) {
        this.world = world;
        this.even = even;
        raw = new Eye(world.states(), FrameMode.LATEST, even);
        eye = new Eye(world.states(), mode, even);
        int capacity = world.states().layout().capacity();
        rawBoxes = new Boxes(capacity);
        boxes = new Boxes(capacity);
    }

    /**
     * Samples both pictures at the same time, and uploads what has changed. If the simulation has failed, throws its
     * failure.
     */
    void look() {
        world.requireRunning();
        long now = nanoTime();
        rawBoxes.upload(raw.look(now));
        boxes.upload(eye.look(now));
    }

    /** Reports when the display showed the frames of {@code ago} frames ago, by {@code System.nanoTime()}. */
    void displayed(int ago, long nanos) {
        // The clock of a clip, or of another machine, is another one.
        long byClock = nanos - System.nanoTime() + nanoTime();
        raw.displayed(ago, byClock);
        eye.displayed(ago, byClock);
    }

    long nanoTime() {
        return world.states().clock().nanoTime();
    }

    Eye eye() {
        return eye;
    }

    List<Eye> eyes(boolean one) {
        return one ? List.of(eye) : List.of(raw, eye);
    }

    /** Opens another sampler, because the mode of a sampler is fixed. */
    void mode(FrameMode mode) {
        eye.close();
        eye = new Eye(world.states(), mode, even);
    }

    @Override
    public void close() {
        raw.close();
        eye.close();
        rawBoxes.free();
        boxes.free();
        world.close();
    }
}
