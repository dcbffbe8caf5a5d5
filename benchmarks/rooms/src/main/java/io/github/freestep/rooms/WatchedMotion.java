package io.github.freestep.rooms;

import io.github.freestep.render.Frame;
import io.github.freestep.render.MotionMeter;

/**
 * Measures how even a watcher's picture moves, and reports it second by second. While a room stands still for a move,
 * there is no motion: the time without a picture counts instead. For one thread.
 */
final class WatchedMotion {
    /** How long motion may be uneven after a receiver has joined. */
    private static final long JOIN_NANOS = 5_000_000_000L;

    private static final long WINDOW_NANOS = 1_000_000_000;

    private final Judge judge;

    /** Measures this second. */
    private MotionMeter motion = new MotionMeter();

    private long joinedNanos;
    private long windowNanos;

    /** Whether the room has moved in this second. */
    private boolean moves;

    /** The judder of the second before, which counts if the sender lives; NaN if there is none. */
    private double judder = Double.NaN;

    private boolean hasMoved;

    /** Whether the room stands still for a move, and since which time of the picture. */
    private boolean stands;

    private long stoodNanos;

    WatchedMotion(Judge judge) {
        this.judge = judge;
    }

    /** The watcher has joined a sender that it found itself. */
    void joined(long now) {
        joinedNanos = now;
        stands = false;
        begin(now, false);
    }

    /** Adds a frame. The last time is when a new tick has come. */
    void add(Frame frame, long now, long tickNanos) {
        if (frame.isPaused()) {
            // The picture reaches the end a little later.
            stoodNanos = frame.simulationNanos();
            if (!stands) {
                stands = true;
                moves = true;
                count(now);
                count(now);
            }
            return;
        }
        if (stands) {
            if (frame.simulationNanos() <= stoodNanos) {
                return;
            }
            stands = false;
            begin(now, true);
        }
        motion.add(frame);
        if (now - windowNanos >= WINDOW_NANOS) {
            // If states fail to come, their sender may be dead. Then the second before was not whole either.
            if (now - tickNanos >= WINDOW_NANOS / 2) {
                begin(now, false);
            }
            count(now);
        }
    }

    /** Begins to measure, without the time before. */
    private void begin(long now, boolean afterMove) {
        motion = new MotionMeter();
        judder = Double.NaN;
        windowNanos = now;
        moves = afterMove;
    }

    /** Reports the second before, and keeps this one, if motion has had time to become even. */
    private void count(long now) {
        if (!Double.isNaN(judder)) {
            judge.judder(judder, hasMoved);
        }
        judder = motion.frames() > 1 && now - joinedNanos > JOIN_NANOS ? motion.judder() : Double.NaN;
        hasMoved = moves;
        moves = false;
        motion.reset();
        windowNanos = now;
    }
}
