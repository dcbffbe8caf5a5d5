package io.github.freestep.net.link;

import io.github.freestep.internal.problem.Reporter;
import io.github.freestep.problem.Problem;
import java.io.IOException;

/** Notices that every call of one kind has failed for five seconds. For one thread. */
public final class Outage {
    /** A network that comes back within this time, such as after a change of the access point, concerns nobody. */
    private static final long LASTING_NANOS = 5_000_000_000L;

    private final String call;
    private boolean isFailing;
    private long sinceNanos;
    private boolean isTold;

    /** Creates the outage of a call, named by a word such as "send". */
    public Outage(String call) {
        this.call = call;
    }

    /**
     * Notes a call that has failed. Returns true once in each outage, when it has lasted for long enough to be told.
     */
    public boolean failed(long nowNanos) {
        sinceNanos = isFailing ? sinceNanos : nowNanos;
        isFailing = true;
        boolean tells = !isTold && nowNanos - sinceNanos >= LASTING_NANOS;
        isTold |= tells;
        return tells;
    }

    /** Notes a call that has not failed. */
    public void worked() {
        isFailing = false;
        isTold = false;
    }

    public boolean isFailing() {
        return isFailing;
    }

    /** Whether this outage was told. */
    public boolean isTold() {
        return isTold;
    }

    /** Tells it, in the name of the part that has made the calls. */
    public void tell(Reporter to, String named, IOException newest) {
        String text = named + " has failed at every " + call + " for " + LASTING_NANOS / 1_000_000_000 + " s";
        to.report(Problem.Kind.TRANSPORT_FAILING, text, newest);
    }
}
