package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.scenes.Scene;
import io.github.freestep.render.Frame;
import io.github.freestep.render.display.FrameHandler;
import io.github.freestep.render.display.FrameLoop;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

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
    private final Function<FrameHandler, FrameLoop> opener;
    private final Scene scene;
    private final Violations violations;
    private final PlantedFlaw flaw;

    private FrameLoop loop;

    private volatile Hold hold = Hold.NONE;
    private volatile long threadId;
    private volatile long frames;
    private volatile Object garbage;
    private long shownNanos;

    FrameChecker(String name, Function<FrameHandler, FrameLoop> opener, StressRun run, PlantedFlaw flaw) {
        this.name = name;
        this.opener = opener;
        scene = run.scene;
        violations = run.violations;
        this.flaw = flaw;
        StressSettings settings = run.settings;
        NewestState newest = new NewestState(run.metrics()::tick, 1e9 * settings.tickSeconds());
        log = new FrameLog(run.clock, settings.seconds, settings.fps.size(), newest);
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
            violations.add(Promise.FAULT, null, frames, name + ": " + e.getMessage());
        }
        // Only after the thread has ended, because its next frame would set the id again.
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

    /** The id of the thread that draws; zero before its first frame and after its end. */
    long threadId() {
        return threadId;
    }

    long frames() {
        return frames;
    }

    @Override
    public void draw(Frame frame) {
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
            violations.add(Promise.BACKWARD, frame.newerTick(), frames, text);
        }
        shownNanos = nanos;
        String wrong = scene.flaw(frame);
        if (wrong != null) {
            violations.add(Promise.FRAME, frame.newerTick(), frames, name + ": " + wrong);
        }
    }
}
