package io.github.freestep.benchmarks.app.compare.loops;

import io.github.freestep.time.NanoClock;

/** The clock that a loop is played on. Begins at zero. */
interface Stage extends NanoClock {
    /** Uses up this much time, as a step does. */
    void work(long nanos);

    /** Spends this much time on drawing a frame, and returns when the frame is drawn. */
    long draw(long nanos);

    /** Waits until this time; returns at once if it has passed. */
    void until(long nanos);

    /** Returns the number of waits so far. */
    long rests();

    /** Returns a random delay of the drawing thread's next wake-up. */
    long wakeNanos();

    /** Starts a physics thread and runs the screen beside it until the screen ends. */
    void play(Runnable physics, Screen screen);

    /** Returns whether the screen has ended; the physics thread then ends too. */
    boolean ended();
}
