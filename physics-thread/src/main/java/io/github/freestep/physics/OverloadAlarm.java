package io.github.freestep.physics;

import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.problem.Problem;
import io.github.freestep.state.State;

/**
 * Reports that simulation time has been too slow for three seconds, and later that it keeps up again. If a game asks
 * for fast motion, time is not too slow as long as it reaches its usual speed. For the thread that steps. Allocates
 * only what it tells.
 */
final class OverloadAlarm {
    /** A player hardly notices a motion that is slower by less. */
    static final double LEAST_SPEED = 0.95;

    /** An overload that takes no longer is not reported, because a level may take as long to load. */
    private static final double LASTING_NANOS = 3e9;

    /**
     * The part of a tick that a step may take, so that there is a reserve. In an overload, the schedule keeps it, too.
     */
    private static final double ROOM = 0.9;

    private final RunParts parts;
    private final Schedule schedule;
    private boolean isTold;

    /** The wall time, the work and the ticks since which the opposite of {@link #isTold} has held without a break. */
    private double nanos;

    private double stepNanos;
    private long ticks;

    OverloadAlarm(RunParts parts, Schedule schedule) {
        this.parts = parts;
        this.schedule = schedule;
    }

    /** Notes that ticks are late for another reason than their work, which says nothing about a recovery. */
    void waited() {
        if (!isTold) {
            restart();
        }
    }

    /** Ends an overload, because a world that rests has no more steps that could be too slow. */
    void rest() {
        if (isTold) {
            tell(false, parts.metrics().tick(), "simulation time keeps up again, because the world rests");
        }
        restart();
    }

    private void restart() {
        nanos = 0;
        stepNanos = 0;
        ticks = 0;
    }

    /** Notes a step that has taken {@code computeNanos}. */
    void step(long tick, long computeNanos) {
        double tickNanos = Math.max(schedule.requestedTickNanos(), schedule.tickNanos(1, 1));
        double speed = parts.metrics().sustainedScale() * tickNanos / schedule.requestedTickNanos();
        boolean isSlow = speed < LEAST_SPEED;
        if (isSlow == isTold || schedule.timeline().anchor().isPaused()) {
            restart();
            return;
        }
        nanos += Math.max(computeNanos, tickNanos / speed);
        stepNanos += computeNanos;
        ticks++;
        if (nanos >= LASTING_NANOS) {
            double meanNanos = stepNanos / ticks;
            // First, so that if there is no memory for the report, the next attempt comes after the same time.
            restart();
            tell(isSlow, tick, isSlow ? text(speed, meanNanos, tickNanos) : "simulation time keeps up again");
        }
    }

    private String text(double speed, double stepNanos, double tickNanos) {
        String runs = "simulation time runs at " + Math.round(speed * 100) / 100.0 + " of its speed, ";
        String takes = Math.round(stepNanos / 1e5) / 10.0 + " ms of " + Math.round(tickNanos / 1e5) / 10.0 + " ms";
        if (stepNanos < tickNanos / 2) {
            return runs + "although a step takes only " + takes + ", because other services or programs need the"
                    + " processor; give a group more threads, or the machine less to do";
        }
        double share = ROOM * tickNanos / stepNanos;
        double rate = share * (1e9 / schedule.tickNanos(1, 1));
        String to = rate < 1 || share > ROOM ? "" : " to " + (long) rate + " per second";
        return runs + "because a step takes " + takes + "; do less in a step, or lower the rate" + to;
    }

    private void tell(boolean isSlow, long tick, String text) {
        PhysicsException cause = new PhysicsException(parts.metrics().prefix() + text, tick, State.NO_SLOT, null);
        isTold = isSlow;
        parts.metrics().overload(isSlow ? text : null);
        parts.setup().reporter().report(isSlow ? Problem.Kind.OVERLOAD : Problem.Kind.OVERLOAD_ENDED, "", cause);
    }
}
