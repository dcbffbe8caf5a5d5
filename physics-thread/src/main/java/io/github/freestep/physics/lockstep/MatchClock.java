package io.github.freestep.physics.lockstep;

import io.github.freestep.time.NanoClock;
import java.util.concurrent.locks.LockSupport;

/**
 * The clock of a service in a match: match time, by which tick n is due at {@link MatchSettings#dueNanos}. It follows
 * the frames, so that a tick is due when its frame has almost surely arrived. The session thread calls all methods but
 * {@link #nanoTime} and {@link #park}, which any thread calls.
 */
final class MatchClock implements NanoClock {
    private static final long MOST_DEBT_NANOS = 250_000_000;
    private static final long SLEW_NANOS = 500_000_000;
    private static final double MOST_SLEW = 0.05;
    private static final int FRAMES = 64;

    /** What the clock reads from a time on. Immutable. */
    private record Anchor(long localNanos, long matchNanos, double rate, long mostNanos) {}

    private final MatchSettings settings;
    private final NanoClock local;
    private final long[] early = new long[FRAMES];
    private int frames;
    private long lastTick;
    private double lastSpeed;
    private boolean runs;
    private boolean joining;
    private volatile Anchor anchor;

    /** Creates a clock that stands still. */
    MatchClock(MatchSettings settings, NanoClock local, long matchNanos) {
        this.settings = settings;
        this.local = local;
        anchor = new Anchor(local.nanoTime(), matchNanos, 0, matchNanos);
    }

    @Override
    public long nanoTime() {
        return read(anchor, local.nanoTime());
    }

    private static long read(Anchor from, long localNanos) {
        return Math.min(from.mostNanos, from.matchNanos + (long) ((localNanos - from.localNanos) * from.rate));
    }

    @Override
    public void park(long nanos) {
        LockSupport.parkNanos(nanos);
    }

    /** Stands still at a match time that is not before the present one. */
    void hold(long matchNanos) {
        runs = false;
        anchor = new Anchor(local.nanoTime(), matchNanos, 0, matchNanos);
    }

    /** Begins to follow the frames, those that have arrived before too. */
    void begin() {
        runs = true;
        frames = 0;
        if (lastTick > 0) {
            frame(lastTick, 0, lastSpeed, local.nanoTime());
        }
    }

    /** While joining, the clock goes to the newest frame at once. */
    void joining(boolean isJoining) {
        joining = isJoining;
    }

    /**
     * Notes that a frame has arrived, in the order of ticks.
     *
     * @param stampNanos the match time of the sequencer when it sent the frame
     * @param speed the speed of match time that the sequencer declares, 0 in a pause
     */
    void frame(long tick, long stampNanos, double speed, long nowNanos) {
        lastTick = tick;
        lastSpeed = speed;
        if (!runs) {
            return;
        }
        long match = read(anchor, nowNanos);
        long due = settings.dueNanos(tick);
        long most = due + settings.periodNanos() + MOST_DEBT_NANOS;
        if (joining && match < due) {
            anchor = new Anchor(nowNanos, due, speed, most);
            frames = 0;
            return;
        }
        early[frames++ % FRAMES] = due - match;
        long least = Long.MAX_VALUE;
        for (int i = 0; i < Math.min(frames, FRAMES); i++) {
            least = Math.min(least, early[i]);
        }
        double off = (double) (least - settings.periodNanos() / 2) / SLEW_NANOS;
        double slew =
                least > MOST_DEBT_NANOS ? settings.catchUpSpeed() - 1 : Math.max(-MOST_SLEW, Math.min(MOST_SLEW, off));
        for (int i = 0; i < FRAMES; i++) {
            early[i] -= (long) (slew * settings.periodNanos());
        }
        anchor = new Anchor(nowNanos, match, speed * (1 + slew), most);
    }

    /** Notes that the speed of match time changes. */
    void rate(long stampNanos, double speed, long nowNanos) {
        if (runs) {
            anchor = new Anchor(nowNanos, read(anchor, nowNanos), speed, anchor.mostNanos);
        }
    }

    /** The speed of this clock, as match time per local time. */
    double rate() {
        return anchor.rate;
    }
}
