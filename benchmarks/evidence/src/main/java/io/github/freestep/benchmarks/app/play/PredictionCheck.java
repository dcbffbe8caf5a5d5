package io.github.freestep.benchmarks.app.play;

import io.github.freestep.internal.StateInside;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;
import java.util.Arrays;

/**
 * Checks a predicted world from outside. Its frames must never go back in time. After a quiet phase, in which no input
 * changes, each of its states must be that of the match for the same tick, to the last bit. For one thread, which looks
 * every few milliseconds; a state that it does not see is not compared.
 */
final class PredictionCheck implements AutoCloseable {
    /** More ticks than any prediction is ahead. */
    private static final int REMEMBERED = 512;

    private final Seen match;
    private final Seen shown;
    private final FrameSampler frames;
    private long newestFrame = Long.MIN_VALUE;
    private long after = Long.MAX_VALUE;
    private int comparedInPhase;
    private long compared;
    private String flaw;

    PredictionCheck(StateBuffer match, StateBuffer shown) {
        this.match = new Seen(match.reader());
        this.shown = new Seen(shown.reader());
        frames = FrameSampler.open(shown);
    }

    /** What the last states were. */
    private static final class Seen {
        private final StateReader reader;
        private final long[] ticks = new long[REMEMBERED];
        private final int[] hashes = new int[REMEMBERED];
        private long newest = -1;

        Seen(StateReader reader) {
            this.reader = reader;
            Arrays.fill(ticks, -1);
        }

        void look() {
            if (reader.acquire()) {
                for (int age = reader.size() - 1; age >= 0; age--) {
                    State state = reader.state(age);
                    int at = (int) (state.tick() % REMEMBERED);
                    ticks[at] = state.tick();
                    hashes[at] = Arrays.deepHashCode(StateInside.values(state));
                }
                newest = Math.max(newest, reader.state(0).tick());
            }
        }

        boolean has(long tick) {
            return ticks[(int) (tick % REMEMBERED)] == tick;
        }

        int hash(long tick) {
            return hashes[(int) (tick % REMEMBERED)];
        }
    }

    /** Looks at the newest states and at a frame. */
    void look() {
        frame(frames.sample().simulationNanos());
        match.look();
        shown.look();
        for (long last = Math.min(match.newest, shown.newest); after < last; after++) {
            compare(after + 1);
        }
    }

    /** Takes the time of a frame. */
    void frame(long simulationNanos) {
        if (simulationNanos < newestFrame) {
            found("a frame went back from " + newestFrame + " to " + simulationNanos + " ns");
        }
        newestFrame = simulationNanos;
    }

    private void compare(long tick) {
        if (match.has(tick) && shown.has(tick)) {
            comparedInPhase++;
            compared++;
            if (match.hash(tick) != shown.hash(tick)) {
                found("the predicted state of tick " + tick + " differed from that of the match");
            }
        }
    }

    private void found(String text) {
        flaw = flaw == null ? text : flaw;
    }

    /** Compares nothing until the next quiet phase. */
    void inputChanges() {
        after = Long.MAX_VALUE;
    }

    /** Begins a quiet phase: compares the states after the given number of further ticks. */
    void inputIsQuiet(int settlingTicks) {
        after = Math.max(match.newest, shown.newest) + settlingTicks;
        comparedInPhase = 0;
    }

    /** Returns how many states were compared in this quiet phase. */
    int comparedInPhase() {
        return comparedInPhase;
    }

    /** Returns how many states were compared. */
    long compared() {
        return compared;
    }

    /** Returns the first flaw, in words; null if there is none. */
    String flaw() {
        return flaw;
    }

    @Override
    public void close() {
        frames.close();
        match.reader.close();
        shown.reader.close();
    }
}
