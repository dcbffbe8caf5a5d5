package io.github.freestep.benchmarks.app.view;

import io.github.freestep.render.FrameMode;
import io.github.freestep.time.Ratio;
import java.util.List;

/**
 * A world and the two pictures of it: the newest state, and what a sampler makes of the same states. For the window's thread;
 * the last one must be closed before the next is made.
 */
final class Show implements AutoCloseable {
    final ViewedScene world;
    final Eye raw;
    final Boxes rawBoxes;
    final Boxes boxes;

    private final boolean even;
    private Eye eye;

    /** Even is the display, if frames are shown at its refreshes. */
    Show(ViewSettings settings, Ratio rate, Ratio speed, boolean paused, FrameMode mode, boolean even) {
        this.even = even;
        world = new ViewedScene(settings, rate, speed, paused);
        raw = new Eye(world.states(), FrameMode.LATEST, even);
        eye = new Eye(world.states(), mode, even);
        int capacity = world.states().layout().capacity();
        rawBoxes = new Boxes(capacity);
        boxes = new Boxes(capacity);
    }

    /** Both of one and the same time. */
    void look() {
        world.check();
        long now = world.nanoTime();
        raw.look(now);
        eye.look(now);
    }

    Eye eye() {
        return eye;
    }

    List<Eye> eyes(boolean one) {
        return one ? List.of(eye) : List.of(raw, eye);
    }

    /** A sampler has one mode. */
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
