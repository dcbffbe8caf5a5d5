package io.github.freestep.benchmarks.app.view;

import io.github.freestep.render.FrameMode;
import java.util.List;

/** A world and two pictures of it: the newest state, and what a sampler makes of the same states. */
final class Show implements AutoCloseable {
    final World world;
    final Eye raw;
    final Boxes rawBoxes;
    final Boxes boxes;

    private final Eye eye;

    /** {@code even} means that frames are presented exactly at display refreshes (vsync). */
    Show(World world, FrameMode mode, boolean even) {
        this.world = world;
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
        raw.displayed(ago, nanos);
        eye.displayed(ago, nanos);
    }

    long nanoTime() {
        return world.states().clock().nanoTime();
    }

    Eye eye() {
        return eye;
    }

    List<Eye> eyes() {
        return List.of(raw, eye);
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
