package io.github.freestep.benchmarks.app.view;

import io.github.freestep.physics.Physics;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.time.Ratio;

/** A simulation that the viewer shows, in this process or on another machine. For the drawing thread. */
interface World extends AutoCloseable {
    StateBuffer states();

    /**
     * Returns the service that steps the simulation; null, as by default, if the viewer cannot control its time,
     * because it is in another process or the players of a match control it together.
     */
    default Physics service() {
        return null;
    }

    /** Whether the viewer can pause the world, and scale its time. By default, if it has a service. */
    default boolean hasTime() {
        return service() != null;
    }

    default void pause() {
        service().pause();
    }

    default void resume() {
        service().resume();
    }

    default void timeScale(Ratio scale) {
        service().timeScale(scale);
    }

    /** Sets the direction of time. Returns false, as by default, if time only goes forwards. */
    default boolean backwards(boolean back) {
        return false;
    }

    /** Returns a remark on the scene for the user; null, as by default, for none. */
    default String notice() {
        return null;
    }

    /**
     * Throws the failure of the simulation if it has failed. By default never: a silent server may return, and the
     * command that shows a match looks at the session itself.
     */
    default void requireRunning() {}

    /** Throws a box. Returns false if too many wait. */
    boolean toss(Toss toss);

    /** Describes the state of the simulation, in a few lines. */
    void describe(Panel panel);

    @Override
    void close();
}
