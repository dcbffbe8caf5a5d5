package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.scenes.Checks;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.display.FrameHandler;
import io.github.freestep.render.display.FrameLoop;
import io.github.freestep.render.trace.MotionEvents;
import io.github.freestep.state.StateBuffer;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

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
    final Garbage allocated;

    final String name;
    private final int fps;
    private final StateBuffer states;
    private final Checks checks;
    private final Violations violations;
    private final PlantedFlaw flaw;
    private final BooleanSupplier counts;

    private FrameLoop loop;

    private volatile Hold hold = Hold.NONE;
    volatile long frames;
    private volatile Object garbage;
    private long shownNanos;

    /** What the thread had allocated after the last frame; zero before the first. */
    private long shownBytes;

    /** @param counts whether a frame must not allocate now */
    FrameChecker(
            int number,
            int fps,
            StateBuffer states,
            Checks checks,
            FrameLog log,
            BooleanSupplier counts,
            Violations violations,
            PlantedFlaw flaw) {
        name = "reader " + number + " (" + fps + " fps)";
        this.fps = fps;
        this.states = states;
        this.checks = checks;
        this.log = log;
        this.counts = counts;
        this.violations = violations;
        this.flaw = flaw;
        allocated = new Garbage(name, "frames", Garbage.SHARE);
    }

    synchronized void join() {
        shownNanos = Long.MIN_VALUE;
        shownBytes = 0;
        log.joins();
        loop = FrameLoop.start(FrameSampler.builder(states).listener(MotionEvents.listener()), fps, this);
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
        loop = null;
    }

    void hold(Hold how) {
        hold = how;
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
        if (shownBytes > 0 && counts.getAsBoolean()) {
            allocated.add(Garbage.bytes() - shownBytes, frame.newerTick());
        }
        show(frame);
        shownBytes = Garbage.bytes();
    }

    private void show(Frame frame) {
        // Before the check, which takes a while: the log looks at the newest state, and compares it with this frame.
        log.add(frame);
        check(frame);
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
        String wrong = checks.flaw(frame);
        if (wrong != null) {
            violations.add(Promise.FRAME, frame.newerTick(), frames, name + ": " + wrong);
        }
    }
}
