package io.github.freestep.physics.input;

import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.physics.watch.UserCode;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The input stage of a pass, which gives each tick its input. By default, no tick waits for its input, and there is
 * nothing to collect. For the thread that steps.
 */
public interface InputStage {
    /** Returns whether a tick is due whose input is not known yet. */
    default boolean isMissing() {
        return false;
    }

    /** Returns the same as {@link #isMissing}, and notes the wait in the metrics. Call it once in each pass. */
    default boolean awaits(long nowNanos) {
        return false;
    }

    /**
     * Collects what has come so far. The pass before a tick calls this, and the pass of the tick calls it again once
     * the tick is due, so all of it can be repeated, except for the polls.
     *
     * @param polls whether to poll devices as well
     */
    default void collect(long nowNanos, boolean polls) {}

    /** Fills the {@link InputCollector#values} of the run with the input of the tick after the newest one. */
    void take(long tick, long dueNanos);

    /**
     * Makes an input stage of another artifact, which takes the place of the port and the sources of a run.
     *
     * @param <C> commands, which this package cannot name
     * @param <E> events, which this package cannot name
     */
    interface Maker<C, E> {
        InputStage make(Schedule schedule, InputCollector inputs, UserCode userCode, StageAccess<C, E> run);
    }

    /**
     * The stage that the runs of a builder get. For one thread.
     *
     * @param <C> commands
     * @param <E> events
     */
    final class Choice<C, E> {
        /** The options that were set and affect the states of the run, in this order. A match decides them itself. */
        public final Set<String> options = new LinkedHashSet<>();

        private @Nullable Maker<C, E> maker;

        public void inputStage(Maker<C, E> maker) {
            this.maker = maker;
            options.add("feed");
        }

        /** Returns null to collect the input from the port and the sources. */
        public @Nullable Maker<C, E> maker() {
            return maker;
        }
    }
}
