package io.github.freestep.net;

/** Notices that every call of one kind has failed for five seconds. For one thread. */
final class Outage {
    /** A network that comes back within this time, such as after a change of the access point, concerns nobody. */
    static final long LASTING_NANOS = 5_000_000_000L;

    boolean isFailing;
    private long sinceNanos;

    /** Whether this outage was told. */
    boolean isTold;

    /**
     * Notes a call that has failed. Returns true once in each outage, when it has lasted for long enough to be told.
     */
    boolean failed(long nowNanos) {
        sinceNanos = isFailing ? sinceNanos : nowNanos;
        isFailing = true;
        boolean tells = !isTold && nowNanos - sinceNanos >= LASTING_NANOS;
        isTold |= tells;
        return tells;
    }

    /** Notes a call that has not failed. */
    void worked() {
        isFailing = false;
        isTold = false;
    }
}
