package io.github.freestep.physics.run;

import io.github.freestep.internal.SafeText;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The exclusive right of a run to step a simulation, because two threads that step a native world at the same time
 * would crash the virtual machine. A run holds it from its start to its end. A claim keeps neither its run nor its
 * simulation in memory, and is void once one of them was garbage-collected. Safe for use by any number of threads.
 */
public final class Claim {
    /** The claim of a run that has claimed nothing. Its release does nothing. */
    public static final Claim NONE = new Claim(null, null, "");

    private static final List<Claim> CLAIMS = new ArrayList<>();

    private final WeakReference<Object> simulation;
    private final WeakReference<Object> run;
    private final String runner;

    private Claim(@Nullable Object simulation, @Nullable Object run, String runner) {
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
        Claim other = null;
        synchronized (CLAIMS) {
            for (Claim each : List.copyOf(CLAIMS)) {
                Object claimed = each.simulation.get();
                if (claimed == null || each.run.get() == null) {
                    CLAIMS.remove(each);
                } else if (claimed == simulation) {
                    other = each;
                }
            }
            if (other == null) {
                CLAIMS.add(wanted);
                return wanted;
            }
        }
        // The text is made outside the lock, because toString() is the user's code.
        throw new IllegalStateException("simulation " + SafeText.of(simulation) + " is run by " + other.runner
                + " already, and cannot be run by " + runner
                + " at the same time; close the first run, or create another simulation");
    }

    /** Gives the claim up. Needs no memory. A second call does nothing. */
    public void release() {
        synchronized (CLAIMS) {
            CLAIMS.remove(this);
        }
    }
}
