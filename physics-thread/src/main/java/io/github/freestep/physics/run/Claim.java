package io.github.freestep.physics.run;

import io.github.freestep.internal.SafeText;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * The exclusive right of a run to step a simulation, because two threads that step a native world at the same time
 * would crash the virtual machine. A run holds it from its start to its end. A claim keeps neither its run nor its
 * simulation in memory, and is void once one of them was garbage-collected. Safe for use by any number of threads.
 */
public final class Claim {
    private static final List<Claim> CLAIMS = new ArrayList<>();

    private final WeakReference<Object> simulation;
    private final WeakReference<Object> run;
    private final String runner;

    private Claim(Object simulation, Object run, String runner) {
        this.simulation = new WeakReference<>(simulation);
        this.run = new WeakReference<>(run);
        this.runner = runner;
    }

    /**
     * Claims a simulation.
     *
     * @param run an object that is reachable as long as the simulation can be stepped
     * @param runner the name of the run, for the exception that another run gets
     * @throws IllegalStateException if another run has a claim on the simulation
     */
    public static Claim of(Object simulation, Object run, String runner) {
        Claim wanted = new Claim(simulation, run, runner);
        Claim registered = wanted.register();
        if (registered != wanted) {
            // Outside the lock, because toString() is the user's code.
            throw new IllegalStateException("simulation " + SafeText.of(simulation) + " is run by " + registered.runner
                    + " already, and cannot be run by " + runner
                    + " at the same time; close the first run, or create another simulation");
        }
        return registered;
    }

    /** Enters this claim, unless the simulation has one already. Returns the claim that it then has. */
    private Claim register() {
        Object wanted = simulation.get();
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

    /** Gives the claim up. Needs no memory. A second call does nothing. */
    public void release() {
        synchronized (CLAIMS) {
            CLAIMS.remove(this);
        }
    }
}
