package io.github.freestep.render;

import io.github.freestep.render.picture.ChosenFrame;
import io.github.freestep.render.picture.Picture;
import io.github.freestep.render.picture.StateWindow;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.TimeAnchor;

/**
 * A frame of two states that its caller chooses, for {@code freestep-server} and not for a sampler. It is lazy, because
 * rays need only positions.
 */
final class PairFrame implements ChosenFrame<Frame>, StateWindow {
    private final Picture picture;
    private final Frame frame;
    private final TimeAnchor anchor = new TimeAnchor();

    // Set before the picture asks for them.
    @SuppressWarnings("NullAway.Init")
    private State older;

    @SuppressWarnings("NullAway.Init")
    private State newer;

    PairFrame(StateLayout layout) {
        picture = new Picture(layout, true, false);
        frame = new Frame(picture);
    }

    @Override
    public Frame frame() {
        return frame;
    }

    @Override
    public void show(State first, State second, State newest, long simulationNanos, long frameNanos) {
        older = first;
        newer = second;
        picture.show(this, simulationNanos, frameNanos);
        newest.anchor(anchor);
        frame.begin(frameNanos);
        long presentNanos = newest.simulationNanos();
        frame.shows(simulationNanos, presentNanos, presentNanos - simulationNanos, anchor.isPaused());
    }

    @Override
    public void close() {
        picture.close();
    }

    @Override
    public int size() {
        return older == newer ? 1 : 2;
    }

    @Override
    public State state(int age) {
        return age == 0 ? newer : older;
    }
}
