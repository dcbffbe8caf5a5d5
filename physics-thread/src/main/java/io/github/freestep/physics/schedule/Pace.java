package io.github.freestep.physics.schedule;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.TimeAnchor;

/**
 * Chooses the anchor that states carry, by which readers compute what to show. Usually it is the timeline's anchor, by
 * which ticks are due. For the physics thread only; allocates nothing.
 */
public class Pace {
    final Timeline timeline;

    Pace(Timeline timeline) {
        this.timeline = timeline;
    }

    /** Returns the pace of a timeline under a policy. */
    public static Pace of(Timeline timeline, Overload overload) {
        return overload.slips() ? new Pace(timeline) : LatePace.of(timeline);
    }

    /** Notes that time begins. */
    public void begin(long startNanos) {}

    /** Returns the anchor for the next states. */
    public TimeAnchor anchor() {
        return timeline.anchor();
    }

    /** Returns the speed of the picture as a share of the requested scale; above 1 while a backlog is worked off. */
    public double sustainedScale() {
        return 1;
    }

    /** Returns when readers expect a state. By the timeline's anchor, that is the due time {@code dueNanos}. */
    public long dueNanos(long toSimulationNanos, long dueNanos) {
        return dueNanos;
    }

    /** Notes a resume, if there was one since the last call. */
    public void noteResume(long nowNanos) {}

    /**
     * Notes that the first state of a tick is about to be published.
     *
     * @param clock read only if states adjust the anchor
     * @param toSimulationNanos the simulation time of the state
     */
    public void state(NanoClock clock, long toSimulationNanos) {}
}
