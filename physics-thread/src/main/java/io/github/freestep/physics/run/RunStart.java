package io.github.freestep.physics.run;

import io.github.freestep.internal.WorldId;
import io.github.freestep.internal.time.Archive;
import io.github.freestep.time.Ratio;
import java.io.IOException;

/**
 * The starting point of a run that continues another run. Immutable, so any thread may use it.
 *
 * @param <S> simulations, which this package cannot name
 * @param <C> contexts of commands
 */
public interface RunStart<S, C> {
    /** Settings that both runs must share. */
    record Settings(Ratio rate, int axes, int inputCapacity) {}

    /** Returns the newest tick of the other run, whose state this one publishes first. */
    long tick();

    Settings settings();

    /** Throws an {@link IllegalArgumentException} if a run of this simulation cannot continue the other one. */
    void require(S simulation, Settings chosen);

    /** Returns a new id of a world that continues that of the other run. */
    WorldId world();

    /** Returns what loads the schedule of the other run, as if no time had passed since. */
    Archive time(long nowNanos);

    /** Returns what loads the input that no tick of the other run has taken, as if no time had passed since. */
    Archive input(long nowNanos);

    /** Restores the world and its bodies after the set-up, between two ticks. */
    void restore(C context) throws IOException;
}
