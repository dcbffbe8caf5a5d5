package io.github.freestep.physics;

import io.github.freestep.physics.journal.RunSettingsAccess;
import io.github.freestep.time.Ratio;
import java.util.Objects;

/**
 * All settings that affect the states of a run. Together with the simulation and its input, they are enough to repeat
 * the run, see {@link PhysicsBuilder#settings}. Immutable; compared by value.
 */
public final class RunSettings {
    static {
        // Lets the recording package create settings from a file, without a public constructor.
        RunSettingsAccess.set(RunSettings::new);
    }

    private final Ratio rate;
    private final int axes;
    private final int inputCapacity;
    private final int hashEvery;
    private final int mergedTicks;
    private final boolean skipsFaults;

    RunSettings(Ratio rate, int axes, int inputCapacity, int hashEvery, int mergedTicks, boolean skipsFaults) {
        this.rate = Objects.requireNonNull(rate, "rate must not be null");
        this.axes = axes;
        this.inputCapacity = inputCapacity;
        this.hashEvery = hashEvery;
        this.mergedTicks = mergedTicks;
        this.skipsFaults = skipsFaults;
    }

    /**
     * The tick rate, as set by {@link PhysicsBuilder#rate(Ratio)}.
     *
     * @return ticks per second of simulation time
     */
    public Ratio rate() {
        return rate;
    }

    /**
     * The number of input axes, as set by {@link PhysicsBuilder#axes}.
     *
     * @return the number of axes
     */
    public int axes() {
        return axes;
    }

    /**
     * The maximum number of inputs in a tick, as set by {@link PhysicsBuilder#inputCapacity}.
     *
     * @return the number of inputs
     */
    public int inputCapacity() {
        return inputCapacity;
    }

    /**
     * The number of ticks from one reported hash to the next, as set by {@link PhysicsBuilder#hashEvery}.
     *
     * @return the number of ticks
     */
    public int hashEvery() {
        return hashEvery;
    }

    /**
     * The maximum number of ticks in one step.
     *
     * @return 1, unless the overload policy is {@link OverloadPolicy#merge}
     */
    public int mergedTicks() {
        return mergedTicks;
    }

    /**
     * Whether the run continues after a failed step.
     *
     * @return false if the fault policy is {@link FaultPolicy#stop}
     */
    public boolean skipsFaults() {
        return skipsFaults;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RunSettings settings
                && rate.equals(settings.rate)
                && axes == settings.axes
                && inputCapacity == settings.inputCapacity
                && hashEvery == settings.hashEvery
                && mergedTicks == settings.mergedTicks
                && skipsFaults == settings.skipsFaults;
    }

    @Override
    public int hashCode() {
        return Objects.hash(rate, axes, inputCapacity, hashEvery, mergedTicks, skipsFaults);
    }

    @Override
    public String toString() {
        return "rate " + rate + ", axes " + axes + ", inputCapacity " + inputCapacity + ", hashEvery " + hashEvery
                + ", mergedTicks " + mergedTicks + ", skipsFaults " + skipsFaults;
    }
}
