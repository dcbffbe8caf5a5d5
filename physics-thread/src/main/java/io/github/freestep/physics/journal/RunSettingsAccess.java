package io.github.freestep.physics.journal;

import io.github.freestep.time.Ratio;

/** Lets the recording package create the settings of a run from a file, without a public constructor. */
public final class RunSettingsAccess {
    /** Creates the settings of a run. */
    @FunctionalInterface
    public interface Maker {
        /**
         * Creates the settings of a run. Their values may be out of the ranges that a builder accepts.
         *
         * @param rate ticks per second of simulation time
         * @param axes the number of axes
         * @param inputCapacity the maximum number of inputs in a tick
         * @param hashEvery the number of ticks from one hash to the next
         * @param mergedTicks the maximum number of ticks in one step
         * @param skipsFaults whether the run continues after a failed step
         * @return the settings, which are a {@code RunSettings}
         */
        Object make(Ratio rate, int axes, int inputCapacity, int hashEvery, int mergedTicks, boolean skipsFaults);
    }

    private static volatile Maker maker;

    private RunSettingsAccess() {}

    /**
     * Sets the maker. {@code RunSettings} calls this when its class is initialized.
     *
     * @param newMaker the constructor of {@code RunSettings}
     */
    public static void set(Maker newMaker) {
        maker = newMaker;
    }

    /**
     * The maker of settings.
     *
     * @return the maker; not null once {@code RunSettings} is initialized
     */
    public static Maker get() {
        return maker;
    }
}
