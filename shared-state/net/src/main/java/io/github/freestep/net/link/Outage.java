package io.github.freestep.net.link;

import io.github.freestep.internal.problem.Reporter;
import io.github.freestep.problem.Problem;
import java.io.IOException;
import java.util.function.Supplier;

/**
 * Notices that every call of one kind has failed for five seconds, and reports it once, unless this was reported of the
 * other kind, because both have one cause. For one thread.
 */
public final class Outage {
    /** A network that comes back within this time, such as after a change of the access point, concerns nobody. */
    private static final long LASTING_NANOS = 5_000_000_000L;

    private static final String[] CALLS = {"send", "receive"};

    private final int kind;

    /** Of each kind, whether its outage was reported. */
    private final boolean[] told;

    private boolean isFailing;
    private long sinceNanos;

    /** Creates the outages of what a part sends. */
    public Outage() {
        this(0, new boolean[CALLS.length]);
    }

    private Outage(int kind, boolean[] told) {
        this.kind = kind;
        this.told = told;
    }

    /** Creates the outages of what the same part receives. */
    public Outage ofReceives() {
        return new Outage(1, told);
    }

    /**
     * Notes a call that has failed.
     *
     * @param to gets the outage once it has lasted for long enough
     * @param name returns the name of the part that has made the call
     */
    public void failed(long nowNanos, Reporter to, Supplier<String> name, IOException newest) {
        sinceNanos = isFailing ? sinceNanos : nowNanos;
        isFailing = true;
        if (!told[0] && !told[1] && nowNanos - sinceNanos >= LASTING_NANOS) {
            told[kind] = true;
            String text =
                    name.get() + " has failed at every " + CALLS[kind] + " for " + LASTING_NANOS / 1_000_000_000 + " s";
            to.report(Problem.Kind.TRANSPORT_FAILING, text, newest);
        }
    }

    /** Notes a call that has not failed. */
    public void worked() {
        isFailing = false;
        told[kind] = false;
    }
}
