package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.scenes.Scene;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameHandler;
import io.github.freestep.render.FrameLoop;
import io.github.freestep.render.trace.MotionTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;

/**
 * A reader that checks each of its frames instead of drawing it. Any thread may make it join, leave or stall, one at a
 * time. A frame allocates nothing unless it is wrong.
 */
final class FrameChecker implements FrameHandler {
    /** How the handler stalls after a frame. */
    enum Hold {
        NONE,
        /** Busily, like a long draw call. */
        SPIN,
        /** Asleep, like a minimised window. */
        SLEEP
    }

    private static final long NAP_NANOS = 1_000_000;
    private static final long PLANTED_FRAME = 20;
    private static final long PLANTED_NANOS = 1_000_000_000;

    final FrameLog log;

    private final String name;
    private final BiFunction<FrameHandler, MotionTrace, FrameLoop> opener;
    private final Scene scene;
    private final Violations violations;
    private final PlantedFlaw flaw;
    private final TraceFolder traces;

    private FrameLoop loop;

    /** The last minute of this visit. */
    private MotionTrace trace;

    /** Whether a promise of motion was broken. */
    private volatile boolean broken;

    private Path traceFile;
    private volatile Hold hold = Hold.NONE;
    private volatile long threadId;
    private volatile long frames;
    private volatile Object garbage;
    private long shownNanos;

    FrameChecker(
            String name,
            BiFunction<FrameHandler, MotionTrace, FrameLoop> opener,
            Scene scene,
            RunClock clock,
            int seconds,
            int readers,
            NewestState newestState,
            Violations violations,
            PlantedFlaw flaw,
            TraceFolder traces) {
        this.name = name;
        this.opener = opener;
        this.scene = scene;
        this.violations = violations;
        this.flaw = flaw;
        this.traces = traces;
        log = new FrameLog(clock, seconds, readers, newestState);
    }

    synchronized void join() {
        shownNanos = Long.MIN_VALUE;
        log.joins();
        trace = MotionTrace.openLast(Duration.ofMinutes(1));
        loop = opener.apply(this, trace);
    }

    synchronized void leave() {
        if (loop == null) {
            return;
        }
        hold = Hold.NONE;
        try {
            loop.close();
        } catch (IllegalStateException e) {
            violations.add(Promise.FAULT, null, frames, name + ": " + e.getMessage());
        }
        endTrace();
        // Only after the thread has ended, because its next frame would set the id again.
        threadId = 0;
        log.leaves();
        loop = null;
    }

    /** Saves the frames of the first visit in which a promise of motion was broken. */
    private void endTrace() {
        MotionTrace ending = trace;
        try (ending) {
            if (broken && traceFile == null) {
                Path file = traces.file(name);
                ending.save(file);
                traceFile = file;
            }
        } catch (IOException e) {
            violations.add(Promise.FAULT, null, frames, name + ": its motion trace could not be saved: " + e);
        }
    }

    /** The motion trace that was saved because a promise was broken; null if there is none. */
    synchronized Path trace() {
        return traceFile;
    }

    void hold(Hold how) {
        hold = how;
    }

    String name() {
        return name;
    }

    /** The id of the thread that draws; zero before its first frame and after its end. */
    long threadId() {
        return threadId;
    }

    long frames() {
        return frames;
    }

    @Override
    public void onFrame(Frame frame) {
        if (frame.slots() == 0) {
            return;
        }
        frames++;
        if (flaw.puts(Plant.FRAME_ALLOCATION)) {
            garbage = new byte[Plant.BYTES];
        }
        // Before the check, which takes a while: the log looks at the newest state, and compares it with this frame.
        log.add(frame);
        check(frame);
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
        if (frames == PLANTED_FRAME && flaw.puts(Plant.BACKWARD)) {
            nanos -= PLANTED_NANOS;
        }
        if (nanos < shownNanos) {
            String text = name + " went back by " + (shownNanos - nanos) + " ns";
            broken = true;
            violations.add(Promise.BACKWARD, frame.newerTick(), frames, text);
        }
        shownNanos = nanos;
        String wrong = scene.flaw(frame);
        if (wrong != null) {
            broken = true;
            violations.add(Promise.FRAME, frame.newerTick(), frames, name + ": " + wrong);
        }
    }
}
