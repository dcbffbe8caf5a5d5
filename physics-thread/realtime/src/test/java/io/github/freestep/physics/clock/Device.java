package io.github.freestep.physics.clock;

/** A device of the page: one that has cycles of its own, such as an arm on a field bus. */
interface Device {
    boolean isOn();

    /** Waits for the next cycle, and returns {@link System#nanoTime()}. */
    long read();

    float angle();
}
