package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.scenes.Scene;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameHandler;
import io.github.freestep.render.FrameLoop;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * A renderer that checks each of its frames instead of drawing it. Joins, leaves and is held up by any thread, one at a time; a
 * frame allocates nothing, unless it is wrong.
 */
final class FrameChecker implements FrameHandler {
    /** What the handler does behind a frame. */
    enum Hold {
        NONE,
        /** As a draw call that takes long. */
        SPIN,
        /** As a window that is minimised. */
        SLEEP
    }

    private static final long NAP_NANOS = 1_000_000;
    private static final long PLANTED_FRAME = 20;
    private static final long PLANTED_NANOS = 1_000_000_000;

    final FrameLog log;

    private final String name;
    private final Function<FrameHandler, FrameLoop> opener;
    private final Scene scene;
    private final Violations violations;
    private final Plant plant;

    private FrameLoop loop;
    private volatile Hold hold = Hold.NONE;
    private volatile long threadId;
    private volatile long frames;
    private volatile boolean planted;
    private volatile Object garbage;
    private long shownNanos;

    FrameChecker(
            String name,
            Function<FrameHandler, FrameLoop> opener,
            Scene scene,
            RunClock clock,
            int seconds,
            Violations violations,
            Plant plant) {
        this.name = name;
        this.opener = opener;
        this.scene = scene;
        this.violations = violations;
        this.plant = plant;
        log = new FrameLog(clock, seconds);
    }

    synchronized void join() {
        shownNanos = Long.MIN_VALUE;
        log.joins();
        loop = opener.apply(this);
    }

    synchronized void leave() {
        if (loop == null) {
            return;
        }
        hold = Hold.NONE;
        try {
            loop.close();
        } catch (IllegalStateException e) {
            violations.add(Promise.FAULT, Violation.UNKNOWN, frames, name + ": " + e.getMessage());
        }
        // Once it is gone, or it might say again who it is.
        threadId = 0;
        log.leaves();
        loop = null;
    }

    void hold(Hold how) {
        hold = how;
    }

    String name() {
        return name;
    }

    /** Of the thread that draws; zero if there is none yet, or none any more. */
    long threadId() {
        return threadId;
    }

    long frames() {
        return frames;
    }

    /** Whether the flaw that is this reader's has been put in. */
    boolean hasPlanted() {
        return planted;
    }

    @Override
    public void onFrame(Frame frame) {
        if (frame.slots() == 0) {
            return;
        }
        frames++;
        if (plant == Plant.FRAME_ALLOCATION) {
            garbage = new byte[Plant.BYTES];
            planted = true;
        }
        check(frame);
        log.add(frame);
        if (threadId == 0) {
            threadId = Thread.currentThread().getId();
        }
        while (hold != Hold.NONE) {
            if (hold == Hold.SPIN) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(NAP_NANOS);
            }
        }
    }

    private void check(Frame frame) {
        long nanos = frame.simulationNanos();
        if (plant == Plant.BACKWARD && frames == PLANTED_FRAME) {
            nanos -= PLANTED_NANOS;
            planted = true;
        }
        if (nanos < shownNanos) {
            String text = name + " went back by " + (shownNanos - nanos) + " ns";
            violations.add(Promise.BACKWARD, frame.newerTick(), frames, text);
        }
        shownNanos = nanos;
        String flaw = scene.flaw(frame);
        if (flaw != null) {
            violations.add(Promise.FRAME, frame.newerTick(), frames, name + ": " + flaw);
        }
    }
}
