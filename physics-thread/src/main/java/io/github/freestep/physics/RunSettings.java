package io.github.freestep.physics;

import io.github.freestep.physics.journal.RunValues;
import io.github.freestep.time.Ratio;
import java.util.Objects;

/**
 * All settings that affect the states of a run. Together with the simulation and its input, they are enough to repeat
 * the run, see {@link PhysicsBuilder#settings}. Immutable; compared by value.
 */
public class RunSettings {
    private final RunValues values;

    /**
     * Creates settings from a file, for a subclass in the recording package. Users cannot extend this class, because
     * they cannot make the values.
     *
     * @param values the values, which may be out of the ranges that a builder accepts
     */
    @SuppressWarnings("exports") // Of the values, which users need not see.
    protected RunSettings(RunValues values) {
        this.values = Objects.requireNonNull(values, "values must not be null");
    }

    RunSettings(Ratio rate, int axes, int inputCapacity, int hashEvery, int mergedTicks, boolean skipsFaults) {
        this(new RunValues(rate, axes, inputCapacity, hashEvery, mergedTicks, skipsFaults));
    }

    /**
     * The tick rate, as set by {@link PhysicsBuilder#rate(Ratio)}.
     *
     * @return ticks per second of simulation time
     */
    public final Ratio rate() {
        return values.rate();
    }

    /**
     * The number of input axes, as set by {@link PhysicsBuilder#axes}.
     *
     * @return the number of axes
     */
    public final int axes() {
        return values.axes();
    }

    /**
     * The maximum number of inputs in a tick, as set by {@link PhysicsBuilder#inputCapacity}.
     *
     * @return the number of inputs
     */
    public final int inputCapacity() {
        return values.inputCapacity();
    }

    /**
     * The number of ticks from one reported hash to the next, as set by {@link PhysicsBuilder#hashEvery}.
     *
     * @return the number of ticks
     */
    public final int hashEvery() {
        return values.hashEvery();
    }

    /**
     * The maximum number of ticks in one step.
     *
     * @return 1, unless the overload policy is {@link OverloadPolicy#merge}
     */
    public final int mergedTicks() {
        return values.mergedTicks();
    }

    /**
     * Whether the run continues after a failed step.
     *
     * @return false if the fault policy is {@link FaultPolicy#stop}
     */
    public final boolean skipsFaults() {
        return values.skipsFaults();
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof RunSettings settings && values.equals(settings.values);
    }

    @Override
    public final int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return "rate " + rate() + ", axes " + axes() + ", inputCapacity " + inputCapacity() + ", hashEvery "
                + hashEvery() + ", mergedTicks " + mergedTicks() + ", skipsFaults " + skipsFaults();
    }
}
