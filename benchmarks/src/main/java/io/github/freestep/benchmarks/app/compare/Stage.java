package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.time.NanoClock;

/** The time that a loop is played in, scripted or real; begins at zero. */
interface Stage extends NanoClock {
    /** Does nothing useful for so long, as a step does. */
    void work(long nanos);

    /** Waits; returns at once if that has passed. */
    void until(long nanos);

    /** How often anybody has waited. */
    long rests();

    /** How late the display's thread wakes up beyond what the stage itself makes of it. */
    long wakeNanos();

    /** Lets a physics thread run beside a screen, until the screen's end. */
    void play(Runnable physics, Screen screen);

    /** Whether the screen has ended, for a thread that runs beside it. */
    boolean ended();
}
