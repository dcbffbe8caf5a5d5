package io.github.freestep.physics.journal;

import java.util.Set;
import java.util.TreeSet;

/**
 * What a lockstep session needs of a builder: the simulation, and which options its user has set that a match decides.
 * Not thread-safe, like the builder.
 *
 * @param <S> the type of simulations, which this package cannot name
 */
public final class MatchOptions<S> {
    private final S simulation;
    private final Set<String> set = new TreeSet<>();
    private Runnable check = () -> {};
    private boolean isTaken;

    /**
     * Creates the part of a builder whose options have their defaults.
     *
     * @param simulation the simulation that the builder was made for
     */
    public MatchOptions(S simulation) {
        this.simulation = simulation;
    }

    /**
     * Returns the simulation.
     *
     * @return the simulation that the builder was made for
     */
    public S simulation() {
        return simulation;
    }

    /**
     * Notes that an option was set which a match decides.
     *
     * @param option the name of the builder's method
     */
    public void set(String option) {
        set.add(option);
    }

    /**
     * Returns the options that were set and that a match decides.
     *
     * @return the names of the builder's methods, sorted
     */
    public Set<String> set() {
        return set;
    }

    /**
     * Sets the check that runs before a match is joined.
     *
     * @param newCheck throws the exception of {@code start} if the system refuses
     */
    public void check(Runnable newCheck) {
        check = newCheck;
    }

    /** Runs the check. Throws the exception of the start if the system refuses. */
    public void check() {
        check.run();
    }

    /** Makes the next run that of a match. Its session has already set the options. */
    public void take() {
        set.clear();
        isTaken = true;
    }

    /**
     * Returns whether the run is that of a match, so that its session changes world and time for all players.
     *
     * @return false until {@link #take}
     */
    public boolean isTaken() {
        return isTaken;
    }
}
