package io.github.freestep.physics.journal;

import io.github.freestep.time.Ratio;

/** Lets the recording package make the settings of a run from a file, without a public constructor. */
public final class RunSettingsAccess {
    /** Makes the settings of a run. */
    @FunctionalInterface
    public interface Maker {
        /**
         * Makes the settings of a run, which may be out of the ranges that a builder takes.
         *
         * @param rate ticks per second of simulation time
         * @param axes the number of axes
         * @param inputCapacity the greatest number of inputs in a tick
         * @param hashEvery the number of ticks from one hash to the next
         * @param mergedTicks the greatest number of ticks that a step stands for
         * @param skipsFaults whether the run goes on after a step that fails
         * @return a {@code RunSettings}
         */
        Object make(Ratio rate, int axes, int inputCapacity, int hashEvery, int mergedTicks, boolean skipsFaults);
    }

    private static volatile Maker maker;

    private RunSettingsAccess() {}

    /**
     * Called by {@code RunSettings} when it is initialized.
     *
     * @param newMaker its constructor
     */
    public static void set(Maker newMaker) {
        maker = newMaker;
    }

    /**
     * The maker of settings.
     *
     * @return set once {@code RunSettings} is initialized
     */
    public static Maker get() {
        return maker;
    }
}
