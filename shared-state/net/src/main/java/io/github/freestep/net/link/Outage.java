package io.github.freestep.net.link;

import io.github.freestep.internal.problem.Reporter;
import io.github.freestep.problem.Problem;
import java.io.IOException;
import java.util.function.Supplier;

/**
 * Notices that every call of one kind has failed for five seconds, and reports it once, unless that was reported of the
 * other kind: both have one cause. For one thread.
 */
public final class Outage {
    /** A network that comes back within this time, such as after a change of the access point, concerns nobody. */
    private static final long LASTING_NANOS = 5_000_000_000L;

    private final String call;

    /** That of the calls in the other direction. */
    public final Outage other;

    private boolean isFailing;
    private long sinceNanos;
    private boolean isTold;

    /** Creates the outages of what a part sends, and, as the other one, of what it receives. */
    public Outage() {
        call = "send";
        other = new Outage(this);
    }

    private Outage(Outage ofSends) {
        call = "receive";
        other = ofSends;
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
        if (!isTold && !other.isTold && nowNanos - sinceNanos >= LASTING_NANOS) {
            isTold = true;
            String text = name.get() + " has failed at every " + call + " for " + LASTING_NANOS / 1_000_000_000 + " s";
            to.report(Problem.Kind.TRANSPORT_FAILING, text, newest);
        }
    }

    /** Notes a call that has not failed. */
    public void worked() {
        isFailing = false;
        isTold = false;
    }
}
