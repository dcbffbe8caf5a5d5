package io.github.freestep.benchmarks.app.play;

import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.content.StateInside;
import io.github.freestep.time.TimeAnchor;
import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * Checks a predicted world from outside. Its frames must never go back in time. While no input changes, and the errors
 * of all corrections have ended, each of its states must be that of the match for the same tick, to the last bit. For
 * one thread, which looks every few milliseconds; a state that it does not see is not compared.
 *
 * <p>On a busy machine, input takes effect late, so no number of ticks says when the last correction comes. So a state
 * that differs is a flaw only if no correction follows, and each correction lets the check wait until its error has
 * ended. Errors decay in wall time, of which ticks take less while the world catches up.
 */
final class PredictionCheck implements AutoCloseable {
    /** More ticks than any prediction is ahead. */
    private static final int REMEMBERED = 512;

    /** A wrong guess is corrected before the prediction has shown this many further ticks, and usually far earlier. */
    static final int CORRECTED_WITHIN = REMEMBERED / 2;

    private final Seen match;
    private final Seen shown;
    private final FrameSampler frames;
    private final LongSupplier corrections;
    private final long settlingNanos;
    private long corrected;
    private long newestFrame = Long.MIN_VALUE;
    private long after = Long.MAX_VALUE;
    private int comparedInPhase;
    private long compared;
    private String flaw;

    /**
     * Opens the states of both worlds.
     *
     * @param corrections how often the prediction was corrected
     * @param settlingNanos the time after which the error of a correction has ended
     */
    PredictionCheck(StateBuffer match, StateBuffer shown, LongSupplier corrections, long settlingNanos) {
        this.corrections = corrections;
        this.settlingNanos = settlingNanos;
        corrected = corrections.getAsLong();
        this.match = new Seen(match.reader());
        this.shown = new Seen(shown.reader());
        frames = FrameSampler.open(shown);
    }

    /** What the last states were. */
    private static final class Seen {
        private final StateReader reader;
        private final long[] ticks = new long[REMEMBERED];
        private final int[] hashes = new int[REMEMBERED];
        private final TimeAnchor anchor = new TimeAnchor();
        private long newest = -1;

        /** At least this much wall time has passed since it was set to 0, in the new states that were seen. */
        private double passedNanos;

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
                    if (state.tick() > newest && age + 1 < reader.size()) {
                        pass(reader.state(age + 1), state);
                    }
                    newest = Math.max(newest, state.tick());
                }
            }
        }

        /** Over states that were left out, the time may have passed at another pace, so it does not count. */
        private void pass(State from, State to) {
            to.anchor(anchor);
            if (to.tick() == from.tick() + 1) {
                long span = to.simulationNanos() - from.simulationNanos();
                passedNanos += (double) span * anchor.scaleDenominator() / anchor.scaleNumerator();
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
        // After the states, so that a state of a correction is never seen without it.
        long now = corrections.getAsLong();
        if (now != corrected) {
            corrected = now;
            // States that came before the correction may not have been seen yet.
            shown.look();
            shown.passedNanos = 0;
        }
        if (shown.passedNanos < settlingNanos) {
            after = Math.max(after, shown.newest);
        }
        long last = Math.min(match.newest, shown.newest);
        while (after < last && compare(after + 1)) {
            after++;
        }
    }

    /** Takes the time of a frame. */
    void frame(long simulationNanos) {
        if (simulationNanos < newestFrame) {
            found("a frame went back from " + newestFrame + " to " + simulationNanos + " ns");
        }
        newestFrame = simulationNanos;
    }

    /** Returns false if a correction may still come that explains why a state differs. */
    private boolean compare(long tick) {
        if (!match.has(tick) || !shown.has(tick)) {
            return true;
        }
        if (match.hash(tick) != shown.hash(tick)) {
            if (shown.newest < tick + CORRECTED_WITHIN) {
                return false;
            }
            found("the predicted state of tick " + tick + " differed from that of the match");
        }
        comparedInPhase++;
        compared++;
        return true;
    }

    private void found(String text) {
        flaw = flaw == null ? text : flaw;
    }

    /** Compares nothing until the next quiet phase. */
    void inputChanges() {
        after = Long.MAX_VALUE;
    }

    /** Begins a quiet phase: compares the states once as much time has passed as after a correction. */
    void inputIsQuiet() {
        after = Math.max(match.newest, shown.newest);
        shown.passedNanos = 0;
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
