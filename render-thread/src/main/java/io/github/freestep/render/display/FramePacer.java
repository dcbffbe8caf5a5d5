package io.github.freestep.render.display;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.internal.Ranges;
import io.github.freestep.internal.time.PreciseWait;
import io.github.freestep.render.FrameTimes;
import io.github.freestep.time.NanoClock;
import java.util.Locale;
import java.util.Objects;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Lets each frame begin as late as it can and still make the next refresh, so that it shows the newest states and
 * input. A pacer belongs to the first thread that waits, and allocates nothing per frame.
 *
 * <pre>{@code
 * FramePacer pacer = FramePacer.open();
 * ...
 * draw(frames.sample(pacer));
 * pacer.swap(() -> glfwSwapBuffers(window));    // and waits until the next frame must begin
 * }</pre>
 *
 * <p>The pacer weighs two costs: a missed refresh counts as much as showing a thousand frames one refresh older, or as
 * many frames as you pass to {@link #open(NanoClock, int)}. {@link #toString} says which event decides. The pacer does
 * not wait where that would make more frames miss, or would be in vain: while the display is not known, if the swap
 * does not wait for it, at a variable rate below its cap, or if threads often wake up late. Then {@link #await} returns
 * at once, and the loop runs as without a pacer. For a thread that does nothing but draw, use a {@link FrameLoop}.
 * If the host swaps by itself, call {@link #drawn} before that, and {@link #await} after it.
 */
public final class FramePacer implements FrameTimes, AutoCloseable {
    /** What frames take before the virtual machine is warm says nothing about later ones. */
    private static final long WARM_NANOS = 2_000_000_000;

    /**
     * One frame in this time begins half a period earlier. Other frames return at the refresh that they wait for, so
     * they cannot show that the display has become faster by a whole factor, or that only long drawing made its
     * refreshes look rare. If its swap then returns between two refreshes, the next {@link #PROBES} frames begin
     * equally early, so that the line no longer fits. One that does not wait at all would be sampled so early that the
     * picture must stand.
     */
    private static final long PROBE_NANOS = 2_500_000_000L;

    /**
     * After this time, such a frame comes although its states may not, and its picture may stand for up to 13 ms. At 30
     * Hz, where that happens with jittery steps or 200 ticks a second, such frames each 8 s leave 0.6 to 1.1 % judder,
     * and each 30 s 0.2 to 0.5 %.
     */
    private static final long LATEST_PROBE_NANOS = 30_000_000_000L;

    private static final LongUnaryOperator AT_ANY_TIME = refresh -> refresh - LATEST_PROBE_NANOS;

    /** The line no longer fits after about half of them. */
    private static final int PROBES = 32;

    /** A return that is later than this share of the period after a refresh was not woken by it. */
    private static final int LATE_SHARE = 16;

    /** As many such returns in a row may be those of another display, to which the line is not adapted yet. */
    private static final int MISFITS = 2;

    private static final int LEAST_FRAMES_PER_MISS = 1;
    private static final int MOST_FRAMES_PER_MISS = 1_000_000;

    private final NanoClock clock;
    private final FineTimer timer;
    private final PreciseWait wait;
    private final RefreshEdge line = new RefreshEdge();
    private final FrameLead lead;
    private @Nullable Thread owner;
    private long firstNanos;
    private boolean isWarm;
    private long probedNanos;

    /** Returns when a frame of a refresh may begin at the earliest. The sampler of each frame sets it for the next. */
    private LongUnaryOperator earliest = AT_ANY_TIME;

    /** Whether the last frame was one that looks for refreshes between those that are known. */
    private boolean isProbe;

    private int probes;
    private int misfits;

    /** When the present frame is to be shown, and began. */
    private long refreshNanos;

    private long begunNanos;
    private long waitNanos;
    private long leadNanos;
    private long lateNanos;

    /** Whether the present frame is begun, and whether it is drawn. */
    private boolean isBegun;

    private boolean isDrawn;
    private long drawnNanos;

    /** Whether the time to sample is that of the last wait. */
    private boolean isAwaited;

    private FramePacer(NanoClock clock, FineTimer timer, int framesPerMiss) {
        this.clock = Objects.requireNonNull(clock, "clock must not be null");
        lead = new FrameLead(framesPerMiss);
        this.timer = timer;
        wait = new PreciseWait(clock);
    }

    /**
     * Opens a pacer on the system's clock, which is that of a service without a clock of its own.
     *
     * @return a pacer for one thread, to be closed
     */
    public static FramePacer open() {
        return open(NanoClock.system());
    }

    /**
     * Opens a pacer on another clock, such as that of a receiver's states. With a stepper, whose clock stands still
     * during a frame, use {@link #open()} and {@code frames.sample()}.
     *
     * @param clock the clock that the times of frames are on
     * @return a pacer for one thread, to be closed
     */
    public static FramePacer open(NanoClock clock) {
        return open(clock, FrameCosts.FRAMES_PER_MISS);
    }

    /**
     * Opens a pacer with another price of a missed refresh. With more frames for each, frames begin earlier, so that
     * fewer of them miss their refresh because of waiting, and with fewer frames, they are younger.
     *
     * @param clock the clock that the times of frames are on
     * @param framesPerMiss how many frames you would rather have a whole refresh older than have one more of them miss
     *     its refresh, from 1 to 1,000,000; 1,000 without this option. Waiting then makes at most about one frame
     *     in {@code framesPerMiss} miss its refresh
     * @return a pacer for one thread, to be closed
     * @throws IllegalArgumentException if framesPerMiss is out of that range
     */
    public static FramePacer open(NanoClock clock, int framesPerMiss) {
        Ranges.require(LEAST_FRAMES_PER_MISS, MOST_FRAMES_PER_MISS, framesPerMiss, "framesPerMiss", "frames");
        return open(clock, FineTimer.system(), framesPerMiss);
    }

    static FramePacer open(NanoClock clock, FineTimer timer, int framesPerMiss) {
        FramePacer pacer = new FramePacer(clock, timer, framesPerMiss);
        timer.raise(pacer);
        return pacer;
    }

    /**
     * Waits until the next frame must begin. Call it as soon as the swap has returned. If a frame was not drawn, or not
     * awaited, the pacer learns nothing from it.
     *
     * <p>A frame begins before its refresh by what frames of the last 96 s have needed, from when their thread should
     * have woken up until they were drawn. Frames that needed more are left out if they are so rare that to miss their
     * refreshes weighs less than the age of all frames. What happens twice in half a second counts for up to a second.
     * A margin of 0.2 ms is added. About one frame in 2.5 s begins half a refresh earlier, to notice a display that has
     * become faster. Such a frame is put off, for at most 30 s, until {@code sample(pacer)} expects to have its states.
     * The method returns early if the thread is interrupted.
     *
     * @throws IllegalStateException if another thread has called this method before
     */
    public void await() {
        requireOwner();
        long now = clock.nanoTime();
        if (owner == null) {
            owner = Thread.currentThread();
            firstNanos = now;
            probedNanos = now;
            refreshNanos = now;
        }
        isWarm |= now - firstNanos > WARM_NANOS;
        boolean hasSwapped = isDrawn;
        isDrawn = false;
        if (hasSwapped) {
            swapped(now);
            lead.choose(now, line.periodNanos(), line.isKnown());
        }
        boolean isKnown = hasSwapped && line.isKnown();
        long next = isKnown ? line.nextNanos() : now + line.periodNanos();
        refreshNanos = next - refreshNanos < 0 ? refreshNanos : next;
        long usualNanos = next - lead.nanos;
        long earlyNanos = usualNanos - line.periodNanos() / 2;
        isProbe = now - probedNanos >= PROBE_NANOS
                && (now - probedNanos >= LATEST_PROBE_NANOS
                        || Math.max(0, earlyNanos - now) >= earliest.applyAsLong(refreshNanos) - now);
        earliest = AT_ANY_TIME;
        probedNanos = isProbe ? now : probedNanos;
        probes = isProbe ? 1 : Math.max(0, probes - 1);
        long beginNanos = probes > 0 ? earlyNanos : usualNanos;
        boolean fits = isKnown && misfits < MISFITS;
        boolean mayWait = fits && lead.nanos <= line.periodNanos() - FrameLead.LEAST_WAIT_NANOS;
        boolean waits = mayWait && beginNanos - now >= FrameLead.LEAST_WAIT_NANOS;
        begunNanos = waits ? wait.until(beginNanos) : now;
        waitNanos = begunNanos - now;
        // While the display is not known, the time of the refresh is that of the wake-up plus what frames usually take.
        leadNanos = mayWait ? refreshNanos - next + lead.nanos : isKnown ? -1 : refreshNanos - now;
        // Threads that never wait still wake up from their swaps. In a frame that only began too late to wait, nothing
        // is late because of waiting.
        lateNanos = waits ? Math.max(0, begunNanos - beginNanos) : mayWait ? 0 : line.lateNanos;
        isBegun = true;
        isAwaited = true;
    }

    private void requireOwner() {
        Thread caller = Thread.currentThread();
        if (owner != null && owner != caller) {
            throw new IllegalStateException("a pacer belongs to the first thread that waits, " + owner.getName()
                    + ", but was called by " + caller.getName() + "; open one for each thread");
        }
    }

    private void swapped(long now) {
        long expected = line.refreshesUntil(drawnNanos);
        line.returned(now);
        // A thread that was stopped has not returned at a refresh, and the display may have shown its frame in time.
        boolean isOnRefresh = line.lateNanos < line.periodNanos() / LATE_SHARE;
        misfits = isOnRefresh ? 0 : misfits + 1;
        if (line.isOther) {
            lead.clear();
        } else if (line.isKnown() && isWarm) {
            probes = isProbe && !isOnRefresh ? PROBES + 1 : probes;
            if (waitNanos > 0 && isOnRefresh && line.refreshes > expected) {
                lead.missed(now, line.periodNanos());
            }
        }
    }

    /**
     * Returns when the frame that begins now is expected on the screen: the time to sample. It is even, whereas the
     * time of the wake-up is not.
     *
     * @return a time of the pacer's clock, which never decreases; while the display is not known, the time of the last
     *     {@link #await} plus what a frame usually takes, at most 100 ms; before the first call of that method, and
     *     after frames without one, as in a minimised window, what the clock reads
     */
    @Override
    public long refreshNanos() {
        if (isAwaited) {
            return refreshNanos;
        }
        long now = clock.nanoTime();
        return owner != null && now - refreshNanos < 0 ? refreshNanos : now;
    }

    /** Returns the lead for which the last {@link #await} has let the frame begin; negative if it may not wait. */
    @Override
    public long leadNanos() {
        return isAwaited ? leadNanos : -1;
    }

    /**
     * Returns how long the last {@link #await} has waited, to see whether the pacer does.
     *
     * @return 0 if it did not wait
     */
    public long waitNanos() {
        return waitNanos;
    }

    @Override
    public void noteEarliest(LongUnaryOperator earliestNanos) {
        earliest = Objects.requireNonNull(earliestNanos, "earliestNanos must not be null");
    }

    /**
     * Swaps the frame that is drawn, and waits until the next one must begin. A lambda or method reference that uses an
     * object allocates 16 bytes in each frame, unless a field holds it.
     *
     * @param swap shows the frame at the next refresh, and returns then; it may poll keys after that, which steps of a
     *     service then read during the wait
     * @throws IllegalStateException if another thread has waited before
     */
    public void swap(Runnable swap) {
        Objects.requireNonNull(swap, "swap must not be null");
        requireOwner();
        drawn();
        swap.run();
        await();
    }

    /** Tells the pacer that the frame is drawn, for hosts that swap by themselves. Call it just before the swap. */
    public void drawn() {
        if (!isBegun) {
            isAwaited = false;
            return;
        }
        isBegun = false;
        isDrawn = true;
        drawnNanos = clock.nanoTime();
        if (isWarm && line.isKnown()) {
            lead.add(drawnNanos, drawnNanos - begunNanos, lateNanos, line.periodNanos());
        }
    }

    /**
     * Says how long the last {@link #await} has waited, how long before its refresh the frame begins, and which event
     * is the reason. Call it on the thread that waits. For example: {@code waits 9.1 ms; begins 7.5 ms before the
     * refresh, because a thread woke up 6.3 ms late and then drew for 1.0 ms, 0.9 s ago}.
     */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "waits %.1f ms; ", waitNanos / 1e6)
                + (line.isKnown()
                        ? lead.describe(clock.nanoTime(), line.periodNanos())
                        : "the display is not known yet, or swaps do not wait for it");
    }

    /** Releases the system's timer, which is finer while a pacer is open on Windows. A second call does nothing. */
    @Override
    public void close() {
        timer.release(this);
    }
}
