package io.github.freestep.smooth.turns;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.Physics;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.display.FramePacer;
import io.github.freestep.time.NanoClock;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * Lets a game and the steps of its world take turns. Each frame begins the steps that are due at its time, after the
 * game's turn. A frame that cannot wait for the steps of an earlier one does without the game's turn. For the game's
 * thread, except where a method says otherwise.
 */
public final class Turns {
    /** The longest time for which frames are drawn without the game's turn. */
    private static final long LONGEST_NANOS = 100_000_000;

    /** More than this passes only if the machine has slept, or the times of the host are wrong. */
    private static final long MOST_NANOS = 60_000_000_000L;

    /** A frame that knows its refresh waits for this part of what is left until then. The rest is for drawing. */
    private static final int PART_OF_REST = 4;

    private final InlineStepper stepper;
    private final FrameSampler frames;
    private final NanoClock clock;
    private final SpareTime spare;
    private final long tickNanos;

    /** Null before a frame waits. */
    private @Nullable FramePacer pacer;

    /** Null if the game's thread takes the steps. */
    final @Nullable Stepping stepping;

    private volatile @Nullable Thread owner;

    /** Whether the game has its turn. */
    private boolean isPlaying;

    private boolean isClosed;

    /** The time of the last frame by the clock of the host, at first that of the creation. */
    private long lastNanos;

    private @Nullable Frame frame;

    /** The time of the last frame by the stepper's clock. */
    private long frameNanos;

    /** Until when steps were begun, by the stepper's clock. */
    private long begunNanos;

    /** When the last turn began, by the clock. */
    private long turnNanos;

    /**
     * Begins with no frame.
     *
     * @param isThreaded whether steps have a thread of their own
     */
    public Turns(int rate, InlineStepper stepper, FrameSampler frames, NanoClock clock, boolean isThreaded) {
        this(rate, stepper, frames, clock, isThreaded ? Thread::new : null);
    }

    /** For tests, whose threads get a processor when the test says so. */
    Turns(int rate, InlineStepper stepper, FrameSampler frames, NanoClock clock, @Nullable ThreadFactory threads) {
        this.stepper = stepper;
        this.frames = frames;
        this.clock = clock;
        tickNanos = 1 + 1_000_000_000 / rate;
        lastNanos = clock.nanoTime();
        frameNanos = stepper.states().clock().nanoTime();
        begunNanos = frameNanos;
        spare = new SpareTime(lastNanos);
        stepping = threads == null ? null : new Stepping(stepper, clock);
        if (stepping != null) {
            Inside.of(stepper).share();
            stepping.start(threads);
        }
    }

    /** Returns the pacer of the frames. From the first call on, a frame is of the time at which it is seen. */
    public FramePacer pacer() {
        if (pacer == null) {
            pacer = FramePacer.open(clock);
        }
        return pacer;
    }

    /** Ends a frame, if frames wait. */
    public void drawn() {
        if (pacer != null) {
            pacer.drawn();
        }
    }

    /** Returns when the frame that begins now is seen; the present if it has not waited, as in a minimised window. */
    public long seenNanos() {
        return Math.max(clock.nanoTime(), pacer == null ? Long.MIN_VALUE : pacer.refreshNanos());
    }

    /** Says how long frames wait, and why. */
    @Override
    public String toString() {
        return pacer == null
                ? "frames do not wait, because swap(...) was never called, and no host polls keys after a wait"
                : pacer.toString();
    }

    /**
     * Begins a frame, and the game's turn if no step runs any more. The time before the first frame counts as
     * one step at most, because a game may load for long.
     *
     * @param hostNanos the time of the frame, which is that of its refresh if a pacer has told it
     * @return whether the game has its turn, until {@link #end}
     */
    public boolean begin(long hostNanos) {
        requireOwner();
        requireNoStep();
        if (isPlaying) {
            throw new IllegalStateException("a frame must not begin in the game's turn; call frame() once, outside it");
        }
        long mostNanos = owner == null ? tickNanos : MOST_NANOS;
        frameNanos += Math.max(0, Math.min(mostNanos, hostNanos - lastNanos));
        lastNanos = hostNanos;
        long nowNanos = clock.nanoTime();
        spare.frameBegins(nowNanos);
        boolean isMine = true;
        if (owner == null) {
            owner = Thread.currentThread();
        } else if (stepping != null && nowNanos - turnNanos > LONGEST_NANOS) {
            stepping.awaitEnd();
        } else if (stepping != null) {
            isMine = stepping.await(affordableNanos(spare.patienceNanos()));
        }
        requireRunning();
        if (isMine) {
            turnNanos = clock.nanoTime();
            isPlaying = true;
        }
        return isMine;
    }

    /**
     * Ends the game's turn, and begins the steps that become due until the time of the frame.
     *
     * @param aheadNanos how much later than the frame the steps end, for a host that has chosen its poses before
     */
    public void end(long aheadNanos) {
        isPlaying = false;
        if (isClosed) {
            return;
        }
        long elapsedNanos = Math.max(0, frameNanos + aheadNanos - begunNanos);
        begunNanos += elapsedNanos;
        if (stepping == null) {
            stepper.advance(elapsedNanos);
            return;
        }
        spare.turnEnds(clock.nanoTime() - turnNanos);
        stepping.begin(elapsedNanos);
    }

    /** Ends the game's turn without steps, because the game has failed. */
    public void abandon() {
        isPlaying = false;
    }

    /** Waits until the steps are taken, if they are short. */
    public void awaitShort() {
        if (stepping != null) {
            stepping.await(affordableNanos(spare.shortNanos()));
            requireRunning();
        }
    }

    /** Whether no step is due or runs. */
    public boolean isIdle() {
        return stepping == null || stepping.isIdle();
    }

    private long affordableNanos(long nanos) {
        long leftNanos = lastNanos - clock.nanoTime();
        return leftNanos > 0 ? Math.min(nanos, leftNanos / PART_OF_REST) : nanos;
    }

    /** Chooses the poses that the frame shows. */
    public Frame sample() {
        frame = frames.sample(frameNanos);
        return frame;
    }

    /** The frame that was sampled last; null before the first one. */
    public @Nullable Frame frame() {
        return frame;
    }

    /** Whether the game has its turn. */
    public boolean isPlaying() {
        return isPlaying;
    }

    /** Lets time begin at a time of the host, whose clock is another one. Before the first frame. */
    public void beginAt(long hostNanos) {
        lastNanos = hostNanos;
    }

    /** The time of the last frame, in which the time of a sleep does not count. */
    public long frameNanos() {
        return frameNanos;
    }

    /**
     * Runs something on the thread that takes the steps, which is then the only one to take them: for an engine that
     * keeps to a thread. Before the first frame.
     */
    public void callOnSteppingThread(Runnable task) {
        if (stepping == null) {
            task.run();
        } else {
            stepping.callOnlyThere(task);
            requireRunning();
        }
    }

    private void requireRunning() {
        Throwable failure = stepping == null || stepping.failure() == null ? stepper.failure() : stepping.failure();
        if (failure != null) {
            throw new IllegalStateException("steps have ended, because one has failed", failure);
        }
        if (isClosed || stepper.status() == Physics.Status.CLOSED) {
            throw new IllegalStateException("this Smooth was closed; create another one for another world");
        }
    }

    /** Refuses what would wait for the step that calls it, if the game's thread has taken it. */
    private void requireNoStep() {
        if (stepping != null && stepping.isWorker()) {
            throw new IllegalStateException(
                    "do not call this in a step, which it would wait for; call it in the game's turn, or pass it to"
                            + " later(...)");
        }
    }

    /** Refuses other threads than that of the first frame. */
    public void requireOwner() {
        Thread first = owner;
        Thread caller = Thread.currentThread();
        if (first != null && first != caller) {
            throw new IllegalStateException("call this on the thread of the first frame, " + first.getName()
                    + ", was called on " + caller.getName());
        }
    }

    /** Refuses calls beside a step. Before the first frame, no step is taken. */
    public void requireTurn() {
        requireOwner();
        if (owner != null && stepping != null && !isPlaying) {
            throw new IllegalStateException("call this in the game's turn, which frame(...) plays, or pass it to"
                    + " later(...); was called outside of it, where a step may run");
        }
    }

    /**
     * Ends the steps, and leaves the sampler open, because a frame that is drawn after this still reads its picture.
     * Once the game's thread has ended, any thread may call this. A call after one that has thrown tries again.
     *
     * @throws IllegalStateException if a step does not return within 5 s
     */
    public void close() {
        requireNoStep();
        Thread first = owner;
        if (first == null || first.isAlive()) {
            requireOwner();
        }
        isClosed = true;
        isPlaying = false;
        if (pacer != null) {
            pacer.close();
        }
        if (stepping != null) {
            stepping.close();
        }
        stepper.close();
    }
}
