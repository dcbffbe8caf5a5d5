package io.github.freestep.net.clock;

import io.github.freestep.internal.time.EstimatedClock;
import io.github.freestep.time.NanoClock;

/**
 * Estimates the clock of the machine that sends states, on the machine that receives them. Any number of threads read
 * it; one thread feeds it with the stamps of datagrams. Allocates nothing once made, never locks.
 *
 * <p>The clock is the local one plus a correction. The correction changes by at most 500 ppm, so the clock never jumps
 * and never runs backwards. {@link #base} is the constant that converts a reading of the sender's clock to this clock;
 * it makes this clock start at the local time. This clock is behind the sender's by the least delay of a datagram: when
 * a datagram that had only this delay arrives, this clock shows its stamp.
 *
 * <p><b>The estimate.</b> The least delay (arrival minus stamp) of the last 4 s, after the growth by drift since then
 * has been added. The rate of drift comes from the least delays of the last 16 s, because over 4 s a jitter of 5 ms
 * looks like 100 ppm. With 5 ms of jitter and 100 ppm of drift, the error after 10 s is below 0.2 ms in 99.97 % of the
 * readings of 45,000 runs of a minute, in 98 % of the runs throughout, and at most 0.93 ms. Rejected: both from one
 * window of 4 s, which had errors of 0.6 ms.
 *
 * <p><b>Steps.</b> If the sender's clock steps, for example because its machine was suspended, delays differ by more
 * than 100 ms from then on. After 4 s with longer delays alone, or 0.5 s with shorter ones alone, the clock takes a new
 * base. It does not jump itself.
 */
public final class RemoteClock implements EstimatedClock {
    /** The clock is ready once datagrams have come for this long. */
    private static final long WARM_UP_NANOS = 200_000_000;

    /** The time in which an error is corrected, about. It smooths the noise of the estimate. */
    private static final double CORRECTION_NANOS = 1e9;

    private static final int FASTEST = (int) (500e-6 * (1 << SlewedTime.SHIFT));

    private final NanoClock local;
    private final long originNanos;
    private final SlewedTime slewed;
    private final DelayEstimate delays = new DelayEstimate();

    private boolean begun;
    private boolean ready;

    /** When the first datagram arrived, since the origin. */
    private long begunAt;

    /** The delay of the first datagram, which other delays are counted from: the clocks' origins are arbitrary. */
    private long zeroDelayNanos;

    private long nextUpdateNanos;
    private long baseNanos;

    public RemoteClock(NanoClock local) {
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
    public long at(long localNanos) {
        return localNanos + slewed.offset(localNanos);
    }

    /** Whether enough datagrams have come since the beginning or the last {@link #restart}. */
    public boolean isReady() {
        return ready;
    }

    /** Add this to a reading of the sender's clock to get a reading of this clock. Only if {@link #isReady}. */
    public long base() {
        return baseNanos;
    }

    /** Forgets the sender's clock, for one that has another origin. This clock goes on at the local clock's rate. */
    public void restart(long nowNanos) {
        begun = false;
        ready = false;
        slewed.rate(nowNanos, 0);
    }

    /** The time, by the local clock, after which a piece with this stamp is not expected any more. */
    public long latestNanos(long stampNanos, long nowNanos) {
        return stampNanos + zeroDelayNanos + delays.latest(nowNanos - originNanos);
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
        // If a datagram comes much earlier than the first one did, the first one was held up somewhere.
        boolean firstWasHeldUp = !ready && isEarly;
        if (!begun || firstWasHeldUp) {
            begin(at, arrivedNanos - stampNanos);
            delay = 0;
        } else if (isEarly || delays.isLate(at, delay)) {
            if (delays.addStep(at, delay)) {
                rebase(arrivedNanos);
            }
            return !isEarly;
        }
        delays.add(at, delay, isPiece, ready);
        if (!ready && at - begunAt >= WARM_UP_NANOS) {
            ready = true;
            rebase(arrivedNanos);
            nextUpdateNanos = arrivedNanos;
        }
        return true;
    }

    private void begin(long at, long delayNanos) {
        delays.clear();
        begun = true;
        begunAt = at;
        zeroDelayNanos = delayNanos;
    }

    /** Corrects the rate of this clock. Call it often; it does something every 250 ms. */
    public void update(long nowNanos) {
        if (!ready || nowNanos - nextUpdateNanos < 0) {
            return;
        }
        nextUpdateNanos = nowNanos + DelayEstimate.BUCKET_NANOS;
        delays.learnDrift(nowNanos - originNanos);
        double rate = (target(nowNanos) - at(nowNanos)) / CORRECTION_NANOS - delays.growth();
        long units = Math.round(rate * (1 << SlewedTime.SHIFT));
        slewed.rate(nowNanos, (int) Math.max(-FASTEST, Math.min(FASTEST, units)));
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
