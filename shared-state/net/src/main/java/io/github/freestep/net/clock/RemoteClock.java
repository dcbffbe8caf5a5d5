package io.github.freestep.net.clock;

import io.github.freestep.internal.time.EstimatedClock;
import io.github.freestep.internal.time.SlewedClock;
import io.github.freestep.time.NanoClock;

/**
 * Estimates the clock of the machine that sends states, on the machine that receives them. Any number of threads read
 * it; one thread feeds it with the stamps of datagrams. Allocates nothing once made, never locks.
 *
 * <p>The clock is the local one plus a correction. The correction changes by at most 500 ppm, or by 0.8 % while the
 * clock catches up. So the clock never jumps and never runs backwards. {@link #base} is the constant that converts a
 * reading of the sender's clock to this clock; it makes this clock start at the local time. This clock is behind the
 * sender's by the least delay of a datagram: when a datagram that had only this delay arrives, this clock shows its
 * stamp.
 *
 * <p><b>The estimate.</b> The least delay (arrival minus stamp) of the last 4 s, after the growth by drift since then
 * has been added. The rate of drift comes from the least delays of the last 16 s, because over 4 s a jitter of 5 ms
 * looks like 100 ppm. With 5 ms of jitter and 100 ppm of drift, the error after 10 s is below 0.2 ms in 99.97 % of the
 * readings of 45,000 runs of a minute, in 98 % of the runs throughout, and at most 0.93 ms. Rejected: both from one
 * window of 4 s, which had errors of 0.6 ms.
 *
 * <p><b>A shorter way.</b> If all datagrams of a second come earlier than the fastest one was expected, the network has
 * got a shorter way, and the clock catches up. If it is behind by more than 70 ms, it takes a new base at once. It does
 * not hurry back to a longer way: a sampler has covered that already, and would have to become faster again. Rejected:
 * to catch up whenever the least delay falls by much. On a link that keeps the order, delays are long for a second and
 * short in the next one, and the clock would follow the shortest of all.
 *
 * <p><b>Steps.</b> If the sender's clock steps, for example because its machine was suspended, delays differ by more
 * than 100 ms from then on. After 4 s with longer delays alone, or 0.5 s with shorter ones alone, the clock takes a new
 * base. It does not jump itself.
 */
public final class RemoteClock implements EstimatedClock {
    /** The clock is ready once datagrams have come for this long. A new receiver has its bodies sooner. */
    private static final long WARM_UP_NANOS = 100_000_000;

    /** The time in which an error is corrected, about. It smooths the noise of the estimate. */
    private static final double CORRECTION_NANOS = 1e9;

    /** The most by which this clock is faster or slower than the local one, usually. */
    private static final double SLOW = 500e-6;

    /** The same while it catches up. A sampler changes its delay at most a little faster. */
    private static final double FAST = 0.008;

    /**
     * This clock catches up if every datagram of the last second came at least this much before the earliest time that
     * the clock expects: the network has become faster. It catches up until its error is below this value.
     */
    private static final long BEHIND_NANOS = 1_000_000;

    /**
     * If this clock is behind by more than this, it takes a new base: while it caught up, states would leave a window
     * before they are shown. That happens if the first datagrams have waited in a full queue.
     */
    private static final long FAR_NANOS = 70_000_000;

    /** A link that has become faster delivers a piece this much earlier than all those of the last seconds. */
    private static final long FASTER_NANOS = 3_000_000;

    /** For how long a link counts as faster, so that a sampler sees this in the oldest state of its window. */
    private static final long FASTER_LASTS_NANOS = 500_000_000;

    private final NanoClock local;
    private final long originNanos;
    private final SlewedClock slewed;
    private final DelayEstimate delays = new DelayEstimate();

    /** By how much the clock gains, and since when: the correction was this one then. */
    private double rate;

    private long rateNanos;
    private long leadNanos;

    private boolean begun;
    private boolean ready;

    /** Whether this clock catches up. */
    private boolean isFast;

    /** When the first datagram arrived, since the origin. */
    private long begunAt;

    /** The delay of the first datagram, which other delays are counted from: the clocks' origins are arbitrary. */
    private long zeroDelayNanos;

    private long nextUpdateNanos;
    private long baseNanos;

    /** When the last stall of the thread that takes datagrams has ended. */
    private long stalledToNanos;

    /** How late the least late piece since {@link #takeLateNanos} was; negative if none has come. */
    private long lateNanos = -1;

    /** Whether a piece since {@link #takeFaster} came earlier by much than those of the last seconds. */
    private boolean isFaster;

    /** When the last such piece came, or long before the first one. */
    private long fasterNanos;

    public RemoteClock(NanoClock local) {
        this.local = local;
        originNanos = local.nanoTime();
        slewed = new SlewedClock(local);
        rateNanos = originNanos;
        stalledToNanos = originNanos;
        fasterNanos = originNanos - FASTER_LASTS_NANOS;
    }

    @Override
    public long nanoTime() {
        return slewed.nanoTime();
    }

    @Override
    public void park(long nanos) {
        local.park(nanos);
    }

    @Override
    public void spin() {
        local.spin();
    }

    /** This clock's reading at a reading of the local clock, with the present correction. */
    public long at(long localNanos) {
        return localNanos + slewed.leadNanos();
    }

    /** Whether enough datagrams have come since the beginning or the last {@link #restart}. */
    public boolean isReady() {
        return ready;
    }

    /** Add this to a reading of the sender's clock to get a reading of this clock. Only if {@link #isReady}. */
    public long base() {
        return baseNanos;
    }

    /** Forgets the sender's clock, for one that has another origin. This clock continues at the local clock's rate. */
    public void restart(long nowNanos) {
        begun = false;
        ready = false;
        rate(nowNanos, 0);
    }

    /** Notes that the thread that takes datagrams did not run until now. What was due before counts as in time. */
    public void stalled(long nowNanos) {
        stalledToNanos = nowNanos;
    }

    /**
     * The time, by the local clock, after which a piece with this stamp is not expected any more.
     *
     * @param ignoresStall whether only a delay counts that was reached twice, half a second apart
     */
    public long latestNanos(long stampNanos, long nowNanos, boolean ignoresStall) {
        return stampNanos + zeroDelayNanos + delays.latest(nowNanos - originNanos, ignoresStall);
    }

    /** If no piece of the last half second was late by a time, forgets those before. Returns whether it has. */
    public boolean forgetLate(long nowNanos, long leastNanos) {
        return delays.forgetLate(nowNanos - originNanos, leastNanos);
    }

    /** When, by this clock, a piece with this stamp comes if it has the greatest delay that recurs. */
    public long recurring(long stampNanos, long nowNanos) {
        return at(stampNanos + zeroDelayNanos + delays.recurring(nowNanos - originNanos));
    }

    /**
     * Takes the stamp of a datagram.
     *
     * @param stampNanos when it was sent, by the sender's clock
     * @param arrivedNanos when it arrived, by the local clock
     * @param isPiece whether the network never repeats such a datagram, so that its delay is that of the network
     * @return false if the stamp is later than that of a datagram that was not delayed at all, so it must be wrong
     */
    public boolean sample(long stampNanos, long arrivedNanos, boolean isPiece) {
        long at = arrivedNanos - originNanos;
        long delay = arrivedNanos - stampNanos - zeroDelayNanos;
        boolean isEarly = delays.isEarly(at, delay);
        long late = Math.max(0, delay - delays.expected(at));
        // A piece that was due while this thread stood still may have arrived then.
        boolean isOfNetwork = isPiece && (!begun || arrivedNanos - late - stalledToNanos >= 0);
        if (isOfNetwork && begun) {
            lateNanos = lateNanos < 0 ? late : Math.min(lateNanos, late);
            if (delays.earlyNanos(at, delay) > FASTER_NANOS) {
                isFaster = true;
                fasterNanos = arrivedNanos;
            }
        }
        // If a datagram comes much earlier than the first one did, the first one was held up somewhere.
        boolean firstWasHeldUp = !ready && isEarly;
        if (!begun || firstWasHeldUp) {
            begin(at, arrivedNanos - stampNanos);
            delay = 0;
        } else if (isEarly || delays.isLate(at, delay)) {
            if (delays.addStep(at, delay)) {
                rebase(arrivedNanos);
            }
            // While the sender's clock stands still, as that of a match does in a pause, each datagram is later.
            warmUp(at, arrivedNanos);
            return !isEarly;
        }
        delays.add(at, delay, isOfNetwork, ready);
        warmUp(at, arrivedNanos);
        return true;
    }

    private void warmUp(long at, long arrivedNanos) {
        if (!ready && at - begunAt >= WARM_UP_NANOS) {
            ready = true;
            rebase(arrivedNanos);
            nextUpdateNanos = arrivedNanos;
        }
    }

    /**
     * Returns the shortest time that a piece since the last call has waited in a queue; negative if no piece has come.
     * The time is counted from the least delay of the link.
     */
    public long takeLateNanos() {
        long taken = lateNanos;
        lateNanos = -1;
        return taken;
    }

    /** Returns whether a piece since the last call shows that the link has become faster, and so carries more. */
    public boolean takeFaster() {
        boolean taken = isFaster;
        isFaster = false;
        return taken;
    }

    /** Whether the link has become faster within the last half second, and so carries more. */
    public boolean hasBecomeFaster(long nowNanos) {
        return nowNanos - fasterNanos < FASTER_LASTS_NANOS;
    }

    private void begin(long at, long delayNanos) {
        delays.clear();
        begun = true;
        begunAt = at;
        zeroDelayNanos = delayNanos;
    }

    /** Corrects this clock, and its rate every 250 ms. Call it often, because each call is a step of this clock. */
    public void update(long nowNanos) {
        slewed.lead(leadNanos + (long) ((nowNanos - rateNanos) * rate));
        if (!ready || nowNanos - nextUpdateNanos < 0) {
            return;
        }
        nextUpdateNanos = nowNanos + DelayEstimate.BUCKET_NANOS;
        delays.learnDrift(nowNanos - originNanos);
        long errorNanos = target(nowNanos) - at(nowNanos);
        boolean isBehind = errorNanos - BEHIND_NANOS > delays.jitter(nowNanos - originNanos);
        if (isBehind && errorNanos > FAR_NANOS) {
            rebase(nowNanos);
            errorNanos = 0;
        }
        isFast = isBehind || isFast && errorNanos > BEHIND_NANOS;
        double most = isFast ? FAST : SLOW;
        rate(nowNanos, Math.max(-SLOW, Math.min(most, errorNanos / CORRECTION_NANOS - delays.growth)));
    }

    /** Lets this clock gain at a rate from now on. */
    private void rate(long nowNanos, double next) {
        leadNanos = slewed.leadNanos();
        rateNanos = nowNanos;
        rate = next;
    }

    /** What this clock should show now. */
    private long target(long nowNanos) {
        return nowNanos - zeroDelayNanos - delays.expected(nowNanos - originNanos) + baseNanos;
    }

    /** Chooses the base for which this clock has no error now. */
    private void rebase(long nowNanos) {
        baseNanos += at(nowNanos) - target(nowNanos);
    }
}
