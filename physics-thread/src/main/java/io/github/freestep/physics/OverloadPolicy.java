package io.github.freestep.physics;

import io.github.freestep.physics.schedule.Overload;
import io.github.freestep.physics.thread.SettingLimits;

/**
 * Decides what happens if ticks become due faster than they can be stepped. The <i>backlog</i> is the set of ticks that
 * are due and not stepped. To <i>slip</i> is to drop a part of it: that time is never simulated. Immutable.
 *
 * <pre>{@code
 * PhysicsService.builder(world).overloadPolicy(OverloadPolicy.slipAfter(20)).start(); // catches up on 20 ticks at most
 * }</pre>
 *
 * <p>Under every policy, the {@link PhysicsMetrics} and the event of each tick report the <i>debt</i>: how long the
 * first tick of the backlog has been due. The {@link TimeLedger} counts dropped time. An overload of three seconds is
 * reported as a {@link io.github.freestep.problem.Problem.Kind#OVERLOAD}.
 */
public final class OverloadPolicy {
    final Overload values;

    private OverloadPolicy(int backlogTicks) {
        values = new Overload(backlogTicks);
    }

    /**
     * Catches up by at most 250 ms and drops the rest of the backlog. The default.
     *
     * @return the policy of {@link #slipAfter}, with the number of ticks in 250 ms
     */
    public static OverloadPolicy slip() {
        return new OverloadPolicy(Overload.BY_CLAMP);
    }

    /**
     * Catches up by at most n ticks, one after the other without a rest, and drops the rest of the backlog.
     *
     * <p>If ticks keep taking longer than their wall time, simulation time is slowed to a speed that the thread
     * can sustain. The overload then shows as slow motion and not as stutter. Time speeds up again as soon as
     * there is spare capacity.
     *
     * <p>While time is slowed, {@code ticks} does not apply: the service catches up by a few ticks only, so few that
     * readers can hide how late they are. If the scale changes while ticks are too heavy for the old scale, most of the
     * old backlog is dropped, because it is of no use at the new scale.
     *
     * <p>A call of an {@link InlineStepper} also ends once it has stepped for 28 ms of real time, not counting its
     * longest step. The backlog waits for the next call.
     *
     * @param ticks at least 1; in fast motion, multiplied by the time scale
     * @return the policy
     * @throws IllegalArgumentException if {@code ticks} is less than 1
     */
    public static OverloadPolicy slipAfter(int ticks) {
        int limit = Math.min(SettingLimits.ticks(ticks, "slipAfter"), Overload.UNLIMITED - 1);
        return new OverloadPolicy(limit);
    }

    /**
     * Steps every tick, however late, and drops nothing. For lockstep with peers.
     *
     * <p>Under a lasting overload, the simulation falls behind without bound, which shows as growing debt. Meanwhile
     * the picture moves evenly, at the speed at which ticks are really stepped. This speed is below the time scale, or
     * above it while a backlog is worked off. {@link PhysicsMetrics#sustainedScale} reports this speed.
     *
     * @return the policy
     */
    public static OverloadPolicy neverSlip() {
        return new OverloadPolicy(Overload.UNLIMITED);
    }

    /** Returns the call that creates this policy, such as {@code slipAfter(3)}. */
    @Override
    public String toString() {
        if (!values.slips()) {
            return "neverSlip()";
        }
        return values.backlogTicks() == Overload.BY_CLAMP ? "slip()" : "slipAfter(" + values.backlogTicks() + ")";
    }
}
