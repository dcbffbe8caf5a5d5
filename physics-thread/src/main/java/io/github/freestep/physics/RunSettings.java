package io.github.freestep.physics;

import io.github.freestep.physics.journal.RunSettingsAccess;
import io.github.freestep.time.Ratio;
import java.util.Objects;

/**
 * Everything that affects the states of a run, besides its simulation and its input. Immutable; compared by its values.
 * A run can be repeated with the settings of another: {@link PhysicsBuilder#settings}.
 */
public final class RunSettings {
    static {
        // The recording package makes one from a file, without a public constructor.
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
     * The tick rate, in ticks per second of simulation time.
     *
     * @return as of {@link PhysicsBuilder#rate(Ratio)}
     */
    public Ratio rate() {
        return rate;
    }

    /**
     * The number of input axes.
     *
     * @return as of {@link PhysicsBuilder#axes}
     */
    public int axes() {
        return axes;
    }

    /**
     * The greatest number of inputs in a tick.
     *
     * @return as of {@link PhysicsBuilder#inputCapacity}
     */
    public int inputCapacity() {
        return inputCapacity;
    }

    /**
     * The number of ticks from one reported hash to the next.
     *
     * @return as of {@link PhysicsBuilder#hashEvery}
     */
    public int hashEvery() {
        return hashEvery;
    }

    /**
     * The greatest number of ticks that one step may stand for.
     *
     * @return 1 unless the overload policy is {@link OverloadPolicy#merge}
     */
    public int mergedTicks() {
        return mergedTicks;
    }

    /**
     * Whether the run goes on after a step that fails.
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
