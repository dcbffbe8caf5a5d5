package io.github.freestep.render.display;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.internal.time.PreciseWait;
import io.github.freestep.time.NanoClock;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Lets each frame begin as late as it can and still make the next refresh, so that it shows the newest states and
 * input. A pacer belongs to the first thread that waits, and allocates nothing per frame.
 *
 * <pre>{@code
 * FramePacer pacer = FramePacer.open();
 * ...
 * pacer.await();                                // after the swap; learns the refresh, and waits
 * draw(frames.sample(pacer.refreshNanos()));
 * pacer.drawn();                                // before the swap
 * swap();
 * }</pre>
 *
 * <p>The pacer does not wait where that could make a frame miss its refresh, or would be in vain: while the display is
 * not known, if the swap does not wait for it, at a variable rate below its cap, or if threads wake up late. Then
 * {@link #await} returns at once, and the loop runs as without a pacer. For a thread that does nothing but draw, use a
 * {@link FrameLoop}.
 */
public final class FramePacer implements AutoCloseable {
    /** A new time beats the greatest of this many once in as many frames, whatever its distribution. */
    private static final int DRAWINGS = 1_000;

    /** Each frame waits twice. */
    private static final int WAITS = 2 * DRAWINGS;

    private static final int LEAST_DRAWINGS = 60;

    /** What frames take before the virtual machine is warm says nothing about later ones. */
    private static final long WARM_NANOS = 2_000_000_000;

    private static final long LEAST_WAIT_NANOS = 200_000;

    /** The lead falls slowly, because the picture would jump otherwise. It rises at once, to miss no refresh. */
    private static final long LEAD_FALL_NANOS = 25_000;

    /**
     * What the GPU or the compositor needs after drawing is known only from frames that were drawn in time and missed
     * their refresh. The rise after such a frame and the fall in every frame let one in 2,500 frames miss.
     */
    private static final long LEAST_MARGIN_NANOS = 200_000;

    private static final long MARGIN_RISE_NANOS = 500_000;
    private static final long MARGIN_FALL_NANOS = 200;

    /**
     * One frame in this many begins half a period earlier. Other frames return at the refresh that they wait for, so
     * they cannot show that the display has become faster by a whole factor, or that only long drawing made its
     * refreshes look rare. If its swap then returns between two refreshes, that counts as a late wake-up, so all frames
     * begin as early, and the line no longer fits. One that does not wait at all would be sampled so early that the
     * picture must stand.
     */
    private static final int PROBED = 256;

    private final NanoClock clock;
    private final FineTimer timer;
    private final PreciseWait wait;
    private final RefreshEdge line = new RefreshEdge();
    private final Greatest drawings = new Greatest(DRAWINGS);
    private final Greatest oversleeps = new Greatest(WAITS);
    private @Nullable Thread owner;
    private long firstNanos;
    private boolean isWarm;
    private int drawn;
    private int awaited;
    private long marginNanos = LEAST_MARGIN_NANOS;
    private long leadNanos;

    /** When the present frame is to be shown, and began. */
    private long refreshNanos;

    private long begunNanos;
    private long waitNanos;

    /** Whether the present frame is begun, and whether it is drawn. */
    private boolean isBegun;

    private boolean isDrawn;
    private long drawnNanos;

    FramePacer(NanoClock clock, FineTimer timer) {
        this.clock = Objects.requireNonNull(clock, "clock must not be null");
        this.timer = timer;
        wait = new PreciseWait(clock);
        timer.raise(this);
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
        return new FramePacer(clock, FineTimer.system());
    }

    /**
     * Waits until the next frame must begin. Call it as soon as the swap has returned. If a frame was not drawn, or not
     * awaited, the pacer learns nothing from it.
     *
     * <p>A frame begins before the next refresh by the greatest drawing time of the last 1,000 frames, plus the
     * greatest lateness of a wake-up, plus a margin of at least 0.2 ms, which grows when a refresh is missed. One frame
     * in 256 begins half a refresh earlier, to notice a display that has become faster. The method returns early if the
     * thread is interrupted.
     *
     * @throws IllegalStateException if another thread has called this method before
     */
    public void await() {
        Thread caller = Thread.currentThread();
        long now = clock.nanoTime();
        if (owner == null) {
            owner = caller;
            firstNanos = now;
            refreshNanos = now;
        } else if (owner != caller) {
            throw new IllegalStateException("a pacer belongs to the first thread that waits, " + owner.getName()
                    + ", but was called by " + caller.getName() + "; open one for each thread");
        }
        isWarm |= now - firstNanos > WARM_NANOS;
        boolean hasSwapped = isDrawn;
        isDrawn = false;
        if (hasSwapped) {
            swapped(now);
            leadNanos = lead();
        }
        boolean isKnown = hasSwapped && line.isKnown();
        long next = isKnown ? line.nextNanos() : now + line.periodNanos();
        refreshNanos = next - refreshNanos < 0 ? refreshNanos : next;
        boolean probes = ++awaited % PROBED == 0;
        long beginNanos = next - leadNanos - (probes ? line.periodNanos() / 2 : 0);
        boolean waits = isKnown && leadNanos < line.periodNanos() && beginNanos - now >= LEAST_WAIT_NANOS;
        begunNanos = waits ? wait.until(beginNanos) : now;
        waitNanos = begunNanos - now;
        if (waits) {
            oversleeps.add(Math.max(0, Math.min(line.periodNanos(), begunNanos - beginNanos)));
        }
        isBegun = true;
    }

    private void swapped(long now) {
        long expected = line.refreshesUntil(drawnNanos);
        line.returned(now);
        if (line.isNew()) {
            oversleeps.clear();
            drawn = 0;
            marginNanos = 0;
        } else if (line.isKnown() && isWarm) {
            oversleeps.add(line.lateNanos());
            marginNanos += waitNanos > 0 && line.refreshes() > expected ? MARGIN_RISE_NANOS : -MARGIN_FALL_NANOS;
        }
        marginNanos = Math.max(LEAST_MARGIN_NANOS, Math.min(line.periodNanos(), marginNanos));
    }

    private long lead() {
        if (!line.isKnown() || drawn < LEAST_DRAWINGS) {
            return line.periodNanos();
        }
        // If swaps do not wait, the period is what drawing takes, so this is more.
        long least = drawings.get() + oversleeps.get() + marginNanos;
        return Math.min(line.periodNanos(), Math.max(least, leadNanos - LEAD_FALL_NANOS));
    }

    /**
     * Returns when the frame that begins now is expected on the screen: the time to sample. It is even, whereas the
     * time of the wake-up is not.
     *
     * @return a time of the pacer's clock, which never decreases; while the display is not known, the time of the last
     *     {@link #await} plus what a frame usually takes, at most 100 ms
     */
    public long refreshNanos() {
        return refreshNanos;
    }

    /**
     * Returns how long the last {@link #await} has waited, to see whether the pacer does.
     *
     * @return 0 if it did not wait
     */
    public long waitNanos() {
        return waitNanos;
    }

    /** Tells the pacer that the frame is drawn. Call it just before the swap. */
    public void drawn() {
        if (!isBegun) {
            return;
        }
        isBegun = false;
        isDrawn = true;
        drawnNanos = clock.nanoTime();
        if (isWarm && line.isKnown()) {
            // One that takes longer than a refresh misses it anyway, but must not miss one more.
            drawings.add((drawnNanos - begunNanos) % line.periodNanos());
            drawn = Math.min(drawn + 1, LEAST_DRAWINGS);
        }
    }

    /** Releases the system's timer, which is finer while a pacer is open on Windows. A second call does nothing. */
    @Override
    public void close() {
        timer.release(this);
    }
}
