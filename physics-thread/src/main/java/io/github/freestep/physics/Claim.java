package io.github.freestep.physics;

import io.github.freestep.internal.SafeText;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * Records which run steps a simulation, so that no second thread steps it at the same time: a native world would crash
 * the virtual machine. Held from the start of a run to its end. A run or a simulation that is dropped without an end is
 * not kept in memory, and its claim is void. Safe for use by any number of threads.
 */
final class Claim {
    private static final List<Claim> CLAIMS = new ArrayList<>();

    private final WeakReference<Simulation> simulation;
    private final WeakReference<Object> run;
    private final String runner;

    private Claim(Simulation simulation, Object run, String runner) {
        this.simulation = new WeakReference<>(simulation);
        this.run = new WeakReference<>(run);
        this.runner = runner;
    }

    /**
     * Claims a simulation.
     *
     * @param run what is reachable as long as the simulation can be stepped
     * @param runner its name, for the next that wants the simulation
     * @throws IllegalStateException if it is claimed
     */
    static Claim of(Simulation simulation, Object run, String runner) {
        Claim wanted = new Claim(simulation, run, runner);
        Claim held = wanted.heldBy();
        if (held != wanted) {
            // Without the lock, because the text is the user's code.
            throw new IllegalStateException("simulation " + SafeText.of(simulation) + " is run by " + held.runner
                    + " already, and can't be run by " + runner
                    + " at the same time; close the first, or make another simulation");
        }
        return held;
    }

    /** This claim, or the one that the simulation has already. */
    private Claim heldBy() {
        Simulation wanted = simulation.get();
        synchronized (CLAIMS) {
            CLAIMS.removeIf(Claim::isVoid);
            for (Claim claim : CLAIMS) {
                if (claim.simulation.get() == wanted) {
                    return claim;
                }
            }
            CLAIMS.add(this);
            return this;
        }
    }

    private boolean isVoid() {
        return simulation.get() == null || run.get() == null;
    }

    /** Needs no memory. A second call does nothing. */
    void release() {
        synchronized (CLAIMS) {
            CLAIMS.remove(this);
        }
    }
}
