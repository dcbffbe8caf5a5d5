package io.github.freestep.wire;

import io.github.freestep.time.NanoClock;

/**
 * Estimates the clock of the machine that sends states, on the machine that receives them. Any number of threads read
 * it; one thread feeds it with the stamps of datagrams. Allocates nothing once made, never locks.
 *
 * <p>The clock is the local one plus a correction. The correction changes by at most 500 ppm, so the clock never jumps
 * and never runs backwards. {@link #base} is the constant that converts a reading of the sender's clock to this clock;
 * it makes this clock start at the local time. What stays is the least delay of a datagram: when one that was delayed
 * no more than that arrives, this clock shows the datagram's stamp.
 *
 * <p><b>The estimate.</b> The least delay (arrival minus stamp) of the last 4 s, after the growth by drift since then
 * has been added. The rate of drift comes from the least delays of the last 16 s, because over 4 s a jitter of 5 ms
 * looks like 100 ppm. With 5 ms of jitter and 100 ppm of drift, the error is below 0.2 ms after 10 s. Rejected: both
 * from one window of 4 s, which had errors of 0.6 ms.
 *
 * <p><b>Steps.</b> If the sender's clock steps, for example because its machine was suspended, delays differ by more
 * than 100 ms from then on. After 4 s with longer delays alone, or 0.5 s with shorter ones alone, the clock takes a new
 * base. It does not jump itself.
 */
final class RemoteClock implements NanoClock {
    /** The clock is not ready before it has seen datagrams for this long. */
    static final long WARM_UP_NANOS = 200_000_000;

    /** A delay that differs by more than this from the expected one does not count. */
    static final long STEP_NANOS = 100_000_000;

    private static final long BUCKET_NANOS = 250_000_000;
    private static final long DRIFT_BUCKET_NANOS = 1_000_000_000;

    /** A network can be congested for seconds. */
    private static final long LATE_LASTS_NANOS = 4_000_000_000L;

    /** No network delivers before the datagram was sent. */
    private static final long EARLY_LASTS_NANOS = 500_000_000;

    /** Over a shorter time, the jitter of the delays is greater than the growth by any drift. */
    private static final long DRIFT_SPAN_NANOS = 3_000_000_000L;

    /** The drift that was measured over this time is replaced only by one of as long a time. */
    private static final long DRIFT_KNOWN_NANOS = 12_000_000_000L;

    /** Two crystals that are each 100 ppm off. */
    private static final double MOST_DRIFT = 200e-6;

    /** An error is corrected within about this time, so that noise of the estimate is smoothed. */
    private static final double CORRECTION_NANOS = 1e9;

    /** Most new maxima of the delay are greater than the one before by less than these. */
    private static final int MARGIN_SHIFT = 3;

    private static final long MARGIN_NANOS = 200_000;

    private static final int FASTEST = (int) (500e-6 * (1 << SlewedTime.SHIFT));

    private final NanoClock local;
    private final long originNanos;
    private final SlewedTime slewed;
    private final Delays delays = new Delays(BUCKET_NANOS);
    private final Delays pieceDelays = new Delays(BUCKET_NANOS);
    private final Delays driftDelays = new Delays(DRIFT_BUCKET_NANOS);

    private boolean begun;
    private boolean ready;

    /** When the first datagram arrived, since the origin. */
    private long begunAt;

    /** The delay of the first datagram, which other delays are counted from: the clocks' origins are arbitrary. */
    private long zeroDelayNanos;

    /** By how much delays grow per time: the drift between the clocks. */
    private double growth;

    private boolean growthKnown;

    /** The least delay of a datagram that comes now, as of the last look at {@link #delays}. */
    private long expectedDelay;

    private long expectedAt;
    private long nextUpdateNanos;
    private long baseNanos;

    /** Since when all delays have been off by a step, and by about the same one. */
    private boolean stepped;

    private long steppedNanos;
    private long steppedDelay;

    RemoteClock(NanoClock local) {
        this.local = local;
        originNanos = local.nanoTime();
        slewed = new SlewedTime(originNanos);
    }

    @Override
    public long nanoTime() {
        return at(local.nanoTime());
    }

    @Override
    public void park(long nanos) {
        local.park(nanos);
    }

    @Override
    public void spin() {
        local.spin();
    }

    /** This clock's reading at a reading of the local clock. */
    long at(long localNanos) {
        return localNanos + slewed.offset(localNanos);
    }

    /** Whether enough datagrams have come since the beginning or the last {@link #restart}. */
    boolean isReady() {
        return ready;
    }

    /** Add this to a reading of the sender's clock to get a reading of this clock. Only if {@link #isReady}. */
    long base() {
        return baseNanos;
    }

    /** Forgets the sender's clock, for one that has another origin. This clock goes on at the local clock's rate. */
    void restart(long nowNanos) {
        begun = false;
        ready = false;
        slewed.rate(nowNanos, 0);
    }

    /**
     * The time, by the local clock, after which a piece with this stamp is hardly expected: it would be later than any
     * piece of the last 4 s, by an eighth of the jitter and a little more.
     */
    long latestNanos(long stampNanos, long nowNanos) {
        long at = nowNanos - originNanos;
        long least = expected(at);
        long most = Math.max(least, pieceDelays.most(at));
        return stampNanos + zeroDelayNanos + most + (most - least >> MARGIN_SHIFT) + MARGIN_NANOS;
    }

    /**
     * Takes the stamp of a datagram.
     *
     * @param stampNanos when it was sent, by the sender's clock
     * @param arrivedNanos when it arrived, by the local clock
     * @param isPiece whether the network never repeats such a datagram, so that its delay is that of the network
     * @return false if the stamp is later than that of a datagram that was not delayed at all, so it must be wrong
     */
    boolean sample(long stampNanos, long arrivedNanos, boolean isPiece) {
        long at = arrivedNanos - originNanos;
        long delay = arrivedNanos - stampNanos - zeroDelayNanos;
        long off = delay - expected(at);
        if (!begun || !ready && off < -STEP_NANOS) {
            // A first datagram that comes this much later than the next was stuck somewhere, and is no measure.
            begin(at, arrivedNanos - stampNanos);
            delay = 0;
        } else if (off < -STEP_NANOS || off > STEP_NANOS) {
            step(arrivedNanos, delay, off < 0 ? EARLY_LASTS_NANOS : LATE_LASTS_NANOS);
            return off > 0;
        }
        stepped = false;
        delays.add(at, delay);
        driftDelays.add(at, delay);
        if (isPiece) {
            pieceDelays.add(at, delay);
        }
        expect(at);
        if (!ready && at - begunAt >= WARM_UP_NANOS) {
            ready = true;
            rebase(arrivedNanos);
            nextUpdateNanos = arrivedNanos;
        }
        return true;
    }

    private void begin(long at, long delayNanos) {
        clear();
        begun = true;
        begunAt = at;
        zeroDelayNanos = delayNanos;
    }

    private void clear() {
        delays.clear();
        pieceDelays.clear();
        driftDelays.clear();
        stepped = false;
        growth = 0;
        growthKnown = false;
    }

    private void step(long arrivedNanos, long delay, long lastsNanos) {
        if (!stepped || Math.abs(delay - steppedDelay) > STEP_NANOS) {
            stepped = true;
            steppedNanos = arrivedNanos;
            steppedDelay = delay;
        }
        steppedDelay = Math.min(steppedDelay, delay);
        if (arrivedNanos - steppedNanos >= lastsNanos) {
            clear();
            long at = arrivedNanos - originNanos;
            delays.add(at, steppedDelay);
            expectedDelay = steppedDelay;
            expectedAt = at;
            rebase(arrivedNanos);
        }
    }

    /** Corrects the rate of this clock. Call it often; it does something every 250 ms. */
    void update(long nowNanos) {
        if (!ready || nowNanos - nextUpdateNanos < 0) {
            return;
        }
        nextUpdateNanos = nowNanos + BUCKET_NANOS;
        long at = nowNanos - originNanos;
        learnDrift(at);
        double rate = (target(nowNanos) - at(nowNanos)) / CORRECTION_NANOS - growth;
        long units = Math.round(rate * (1 << SlewedTime.SHIFT));
        slewed.rate(nowNanos, (int) Math.max(-FASTEST, Math.min(FASTEST, units)));
    }

    /** What this clock should show now. */
    private long target(long nowNanos) {
        return nowNanos - zeroDelayNanos - expected(nowNanos - originNanos) + baseNanos;
    }

    /** Chooses the base for which this clock has no error now. */
    private void rebase(long nowNanos) {
        baseNanos += at(nowNanos) - target(nowNanos);
    }

    /** Without datagrams for so long that the delays say less than what is known, the drift stays. */
    private void learnDrift(long at) {
        long spanNanos = driftDelays.spanNanos(at);
        if (spanNanos >= (growthKnown ? DRIFT_KNOWN_NANOS : DRIFT_SPAN_NANOS)) {
            expect(at);
            growth = Math.max(-MOST_DRIFT, Math.min(MOST_DRIFT, driftDelays.growth(at)));
            growthKnown |= spanNanos >= DRIFT_KNOWN_NANOS;
        }
    }

    /**
     * Takes the least delay of the last seconds as the delay to expect. After a time without datagrams, they have to
     * come for some seconds before a longer delay counts.
     */
    private void expect(long at) {
        long least = delays.least(at, growth);
        expectedDelay = delays.isFull(at) || !ready ? least : Math.min(least, expected(at));
        expectedAt = at;
    }

    private long expected(long at) {
        return expectedDelay + Math.round(growth * (at - expectedAt));
    }
}
