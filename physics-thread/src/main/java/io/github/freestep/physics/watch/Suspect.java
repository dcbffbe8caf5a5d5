package io.github.freestep.physics.watch;

/** A run or a delivery that may hang. */
public interface Suspect {
    /** Returns the thread that runs its code at present. */
    Thread thread();

    /** Lets another thread deliver or set up what waits for a hanging call. By default, nothing waits for it. */
    default void freeOthers() {}
}
