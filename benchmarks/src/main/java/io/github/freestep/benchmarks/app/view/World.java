package io.github.freestep.benchmarks.app.view;

import io.github.freestep.physics.Physics;
import io.github.freestep.state.StateBuffer;

/** A simulation that the viewer shows, in this process or on another machine. For the drawing thread. */
interface World extends AutoCloseable {
    StateBuffer states();

    /**
     * Returns the service that steps the simulation; null if it is in another process, whose time the viewer cannot
     * control.
     */
    Physics service();

    /** Returns a remark on the scene for the user; null for none. */
    String notice();

    /** Throws the failure of the simulation if it has failed. */
    void requireRunning();

    /** Throws a box. Returns false if too many wait. */
    boolean toss(Toss toss);

    /** Describes the state of the simulation, in a few lines. */
    void describe(Panel panel);

    @Override
    void close();
}
