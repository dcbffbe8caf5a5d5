package io.github.freestep.render;

import io.github.freestep.history.CompactReader;
import io.github.freestep.history.CompactStates;
import io.github.freestep.history.KeptState;
import io.github.freestep.history.StatePlayer;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.TimeAnchor;

/**
 * Shows the world at instants for which there are only compact states. For one thread; allocates only for attachments
 * that have changed. It decodes the two states around an instant, and makes the frame as that of a buffer with these
 * two.
 */
final class OlderStates {
    /**
     * The first tick of the states that this publishes, later than all ticks of a run. The picture gets the ticks of
     * the run, so it is never taken for one of the states that are published next.
     */
    private static final long FIRST_TICK = 1L << 40;

    /** A state may be overwritten while it is decoded. The next try begins at the oldest state that is then left. */
    private static final int TRIES = 3;

    private final CompactStates kept;
    private final CompactReader reader;
    private final KeptState older;
    private final KeptState newer;
    private final StatePublisher publisher;
    private final StatePlayer player;
    private final StateReader pair;
    private final StateWindow window;
    private final TimeAnchor anchor = new TimeAnchor();
    private final Picture picture;
    private long tick = FIRST_TICK;

    final Frame frame;

    OlderStates(CompactStates kept, NanoClock clock) {
        this.kept = kept;
        reader = kept.reader();
        older = reader.newState();
        newer = reader.newState();
        publisher = StatePublisher.of(reader.layout(), 2, clock, true);
        player = new StatePlayer(publisher);
        pair = publisher.states().reader();
        window = StateWindow.of(pair);
        picture = new Picture(reader.layout());
        frame = new Frame(picture);
    }

    /** The instant of the oldest state; {@code Long.MAX_VALUE} if there is none. */
    long oldestNanos() {
        long first = kept.first();
        return first == kept.end() ? Long.MAX_VALUE : kept.time(first);
    }

    /**
     * Shows an instant, or the oldest state if that is later.
     *
     * @return the instant that is shown; {@code Long.MAX_VALUE} if there is no state
     */
    long show(long simulationNanos, long frameNanos) {
        for (int i = 0; i < TRIES; i++) {
            long number = Math.max(kept.first(), reader.find(simulationNanos));
            if (!reader.read(number, older)) {
                continue;
            }
            // A stepper may have published a single state, and the newest one has no successor yet.
            boolean hasNewer = reader.read(number + 1, newer) && newer.simulationNanos() > older.simulationNanos();
            long shown = hasNewer ? Math.max(simulationNanos, older.simulationNanos()) : older.simulationNanos();
            show(hasNewer ? newer : older, shown, frameNanos);
            return shown;
        }
        return Long.MAX_VALUE;
    }

    private void show(KeptState second, long shown, long frameNanos) {
        try {
            publish(older);
            publish(second);
            pair.acquire();
            picture.show(window, shown, frameNanos);
            name(second);
        } finally {
            // So that another thread of the group may ask next.
            pair.release();
            publisher.release();
        }
    }

    private void publish(KeptState state) {
        state.anchor(anchor);
        player.write(state, publisher.begin(tick++, state.simulationNanos(), anchor, state.publishedNanos()));
        publisher.input(state.inputSequence(), state.inputNanos());
        publisher.publish(state.publishedNanos());
    }

    /** Gives the picture the ticks of the run. */
    private void name(KeptState second) {
        picture.olderTick = older.tick();
        picture.newerTick = second.tick();
        picture.reachedTick = picture.alpha >= 1 ? second.tick() : older.tick();
    }
}
