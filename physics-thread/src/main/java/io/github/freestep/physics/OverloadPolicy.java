package io.github.freestep.physics;

import io.github.freestep.time.Ratio;

/**
 * What becomes of ticks that are due faster than they can be stepped. Immutable.
 *
 * <p>Whatever is chosen, the debt is in the {@link PhysicsMetrics} and in the events of every tick, and what was dropped is in
 * the ledger of the timeline.
 */
public final class OverloadPolicy {
    /** How far the default catches up: more than most pauses of a collector, less than what a player takes for frozen. */
    private static final long DEFAULT_CLAMP_MILLIS = 250;

    private static final int BY_CLAMP = 0;

    private final int mostTicks;
    private final int mergedTicks;

    private OverloadPolicy(int mostTicks, int mergedTicks) {
        this.mostTicks = mostTicks;
        this.mergedTicks = mergedTicks;
    }

    /**
     * Catches up by at most a quarter of a second, then drops what is left. The default.
     *
     * @return the policy that {@link #slipAfter} describes
     */
    public static OverloadPolicy slip() {
        return new OverloadPolicy(BY_CLAMP, 1);
    }

    /**
     * Catches up by at most n ticks, one after the other without a rest, and drops the backlog beyond them. If ticks
     * keep taking longer than the time they stand for, simulation time itself is slowed to a speed that can be held, so
     * that the overload shows as slow motion and not as stutter. It is sped up again as soon as there is room. While
     * time is slowed, the service catches up only by what readers can bridge, whatever {@code ticks} is. The same holds
     * for the backlog of a scale that ticks were too heavy for, once another scale is requested. A call of an
     * {@link InlineStepper} also ends once it has stepped for 28 ms of real time besides its longest step, and the
     * backlog waits for the next call.
     *
     * @param ticks at least 1; in fast motion multiplied by the scale of time
     * @return the policy
     * @throws IllegalArgumentException below 1
     */
    public static OverloadPolicy slipAfter(int ticks) {
        return new OverloadPolicy(atLeastOne(ticks, "slipAfter"), 1);
    }

    /**
     * Steps every tick that was ever due, however late: for lockstep with peers. A lasting overload makes the
     * simulation fall behind without end, as the debt shows. The picture meanwhile moves evenly at the speed of the
     * ticks that are stepped, slower than time or, while a backlog is worked off, faster; {@link PhysicsMetrics#sustainedScale} says
     * how fast.
     *
     * @return the policy
     */
    public static OverloadPolicy neverSlip() {
        return new OverloadPolicy(Integer.MAX_VALUE, 1);
    }

    /**
     * Merges the ticks of a backlog into steps of several times the length. <b>This breaks determinism</b>: how long a
     * step is then depends on how busy the machine was. Catches up by at most a quarter of a second, as {@link #slip}
     * does. If merged steps are too heavy as well, simulation time is slowed as {@link #slipAfter} says, and every step
     * stands for the most ticks.
     *
     * @param ticks the most that one step may stand for, from 1; more than that are split into steps as equal as whole
     *     ticks allow
     * @return the policy
     * @throws IllegalArgumentException below 1
     */
    public static OverloadPolicy merge(int ticks) {
        return new OverloadPolicy(BY_CLAMP, atLeastOne(ticks, "merge"));
    }

    /** For a run that is repeated: what was merged once is merged again, and nothing is dropped. */
    static OverloadPolicy mergeAgain(int ticks) {
        return new OverloadPolicy(Integer.MAX_VALUE, ticks);
    }

    private static int atLeastOne(int ticks, String what) {
        if (ticks < 1) {
            throw new IllegalArgumentException(what + " must be at least 1 tick, was " + ticks);
        }
        return ticks;
    }

    boolean slips() {
        return mostTicks != Integer.MAX_VALUE;
    }

    /** The most ticks that may be owed at scale 1; at any rate one, or else nothing would ever be stepped. */
    long mostTicks(Ratio rate) {
        return mostTicks == BY_CLAMP
                ? Math.max(1, rate.numerator() * DEFAULT_CLAMP_MILLIS / (rate.denominator() * 1_000))
                : mostTicks;
    }

    int mergedTicks() {
        return mergedTicks;
    }
}
