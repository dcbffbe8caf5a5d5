package io.github.freestep.physics.lockstep.session;

import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.time.NanoClock;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The clock of a service in a match: match time, by which tick n is due at {@link MatchRules#dueNanos}. It follows
 * the sequencer so that a tick is due when its frame has almost surely arrived. So drift between the computers, slow
 * motion and pauses need no changes of the service's time scale: physics thread, states and samplers see even time.
 *
 * <p>Monotonic. {@link #nanoTime} is lock-free and allocates nothing. Any thread may read the clock and wait with it;
 * the session's thread calls all other methods.
 *
 * <p>The clock runs at the declared speed, with a correction in proportion to its error. A correction of a few
 * milliseconds changes the speed by less than 1 %, which no one sees. If the clock is far behind, it runs at up to the
 * {@linkplain MatchRules#CATCH_UP_SPEED catch-up speed}. While the peer joins, the clock jumps.
 *
 * <p>It stands still 250 ms after the time at which the next frame is due, until that frame comes. So the service shows
 * its debt, and does not run away. In a pause it stands still in the middle between two ticks, because the physics
 * thread would spin just before a due time.
 *
 * <p>Rejected: to pause and scale the service. Its requests take effect at a moment that differs from peer to peer, so
 * the pictures of two peers would stand at different times.
 */
public final class MatchClock implements NanoClock {
    private static final long MOST_DEBT_NANOS = 250_000_000;

    /** An error up to this is corrected smoothly, within about these times. */
    private static final double SMALL_NANOS = 50e6;

    private static final double BEHIND_NANOS = 2e9;
    private static final double AHEAD_NANOS = 1e9;

    /** Replaces both in the first seconds, because the estimate changes most then, and the player has just joined. */
    private static final double STARTING_NANOS = 0.3e9;

    /** Above a small error, each further error of this much changes the speed by its full declared value. */
    private static final double LARGE_NANOS = 100e6;

    /** The lowest speed of a clock that is ahead, as a share of the declared speed. */
    private static final double SLOWEST = 0.5;

    /** The longest park while the clock stands still or is slow, after which a change of its speed is seen. */
    private static final long PARK_NANOS = 5_000_000;

    private static final long SPIN_NANOS = 100_000;

    /** A clock that has stood still at its limit for longer than this has waited for a frame. */
    private static final long STOOD_NANOS = 5_000_000;

    /** What the clock reads from a time on, at most up to a limit. */
    private record Anchor(long localNanos, long matchNanos, double rate, long mostNanos) {}

    private final MatchRules rules;
    private final NanoClock local;
    private final SequencerTime sequencer;

    private volatile Anchor anchor;

    /** The greatest reading so far: a thread may hold an old anchor, which can be ahead of a newer, slower one. */
    private final AtomicLong reached;

    // For the session's thread.
    private boolean runs;

    /** Whether the peer joins a match that is running. Then the clock goes to the newest frame at once. */
    boolean isJoining;

    private double speed;
    private long newestTick;
    private long newestStamp;

    /** Creates a clock that stands still. */
    public MatchClock(MatchRules rules, NanoClock local, long matchNanos) {
        this.rules = rules;
        this.local = local;
        sequencer = new SequencerTime(rules);
        anchor = new Anchor(local.nanoTime(), matchNanos, 0, matchNanos);
        reached = new AtomicLong(matchNanos);
    }

    @Override
    public long nanoTime() {
        return reached.accumulateAndGet(read(anchor, local.nanoTime()), Math::max);
    }

    private static long read(Anchor from, long localNanos) {
        return Math.min(from.mostNanos, run(from, localNanos));
    }

    private static long run(Anchor from, long localNanos) {
        return from.matchNanos + (long) (Math.max(0, localNanos - from.localNanos) * from.rate);
    }

    /**
     * Parks for a span of match time, or for less if the clock is slow. While the clock stands still, parks for that
     * span of real time, or until the clock runs again.
     */
    @Override
    public void park(long nanos) {
        Anchor from = anchor;
        long since = local.nanoTime();
        if (read(from, since) < from.mostNanos) {
            local.park((long) Math.min(nanos / from.rate, Math.max(nanos, PARK_NANOS)));
        } else {
            parkStanding(from, nanos, since);
        }
    }

    /** Also ends if the thread is unparked, which shows in a park that ends early. */
    private void parkStanding(Anchor from, long nanos, long sinceNanos) {
        long now = sinceNanos;
        long last;
        long span;
        do {
            last = now;
            span = Math.min(PARK_NANOS, nanos - (now - sinceNanos));
            local.park(span);
            now = local.nanoTime();
        } while (anchor == from && now - last >= span && now - sinceNanos < nanos);
    }

    /** Lets a moment pass. A clock that stands still gives up the processor. */
    @Override
    public void spin() {
        Anchor from = anchor;
        if (read(from, local.nanoTime()) >= from.mostNanos) {
            local.park(SPIN_NANOS);
        } else {
            local.spin();
        }
    }

    /** Stands still at a match time that is not before the present one. */
    void hold(long matchNanos) {
        runs = false;
        anchor = new Anchor(local.nanoTime(), matchNanos, 0, matchNanos);
    }

    /** Begins to follow the frames, those that have arrived before too. */
    public void begin() {
        runs = true;
        if (newestTick > 0) {
            frame(newestTick, newestStamp, speed, local.nanoTime(), false);
        }
    }

    /**
     * Notes that a frame has arrived, in the order of ticks.
     *
     * @param stampNanos the match time of the sequencer when it sent the frame
     * @param declaredSpeed match time per real time, 0 in a pause
     * @param nowNanos the local time
     * @param stalled whether the frame may have waited for the session's thread, so that its delay says nothing about
     *     the network
     */
    public void frame(long tick, long stampNanos, double declaredSpeed, long nowNanos, boolean stalled) {
        newestTick = tick;
        newestStamp = stampNanos;
        if (!runs) {
            speed = declaredSpeed;
            return;
        }
        if (run(anchor, nowNanos) - anchor.mostNanos > STOOD_NANOS) {
            sequencer.restart();
        }
        sequencer.speed(declaredSpeed, stampNanos, nowNanos);
        speed = declaredSpeed;
        sequencer.frame(tick, stampNanos, nowNanos, isJoining, stalled);
        follow(nowNanos);
    }

    /**
     * Notes that the match time of the sequencer runs at another speed.
     *
     * @param stampNanos the match time of the sequencer at the change
     */
    public void rate(long stampNanos, double declaredSpeed, long nowNanos) {
        if (runs && newestTick > 0) {
            sequencer.speed(declaredSpeed, stampNanos, nowNanos);
            speed = declaredSpeed;
            follow(nowNanos);
        }
    }

    private void follow(long nowNanos) {
        long match = Math.max(reached.get(), read(anchor, nowNanos));
        double behind = sequencer.safeNanos(nowNanos) - (double) match;
        if (isJoining && behind > 0) {
            match = Math.min(match + (long) behind, Math.max(match, mostNanos()));
            behind = 0;
        }
        // In a pause, the clock runs on to the newest frame, also if it has never run before.
        double pausedRate = anchor.rate > 0 ? anchor.rate : 1;
        double rate = speed > 0 ? speed * (1 + correction(behind, sequencer.isStarting(nowNanos))) : pausedRate;
        anchor = new Anchor(nowNanos, match, rate, Math.max(match, mostNanos()));
    }

    /** Returns the change of the speed for an error, as a share of the declared speed. */
    private double correction(double behindNanos, boolean starting) {
        double size = Math.abs(behindNanos);
        double within = starting ? STARTING_NANOS : behindNanos > 0 ? BEHIND_NANOS : AHEAD_NANOS;
        double small = Math.min(size, SMALL_NANOS) / within;
        double large = Math.max(0, size - SMALL_NANOS) / LARGE_NANOS;
        // The next frame corrects the speed again. Until then the clock must not go beyond its aim.
        double share = Math.min(small + large, size / rules.periodNanos());
        return behindNanos > 0 ? Math.min(share, MatchRules.CATCH_UP_SPEED - 1) : -Math.min(share, 1 - SLOWEST);
    }

    /** Returns the reading at which the clock stands still until the next frame comes, or until a pause ends. */
    private long mostNanos() {
        return speed == 0
                ? rules.dueNanos(newestTick) + rules.periodNanos() / 2
                : rules.dueNanos(newestTick + 1) + MOST_DEBT_NANOS;
    }
}
