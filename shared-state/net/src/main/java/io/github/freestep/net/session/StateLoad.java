package io.github.freestep.net.session;

import java.util.concurrent.TimeUnit;

/**
 * How many states a server makes, and how many bytes they take, on average. Bytes contain all headers. For one thread;
 * allocates nothing.
 */
public final class StateLoad {
    /** The time over which states are counted. In a short stall of the server, their number changes little. */
    private static final double SPAN_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** A longer gap says nothing about the states: time was paused, or there was no receiver. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final double SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The bytes of a state are averaged over about this many, so that a pile that collapses is noticed soon. */
    private static final double STATES = 32;

    private boolean begun;
    private long beganNanos;
    private long nanos;

    /** Sums over the time, in which older values count less. */
    private double states;

    private double others;

    /** What turns such a sum into a number per second. */
    private double perSecond;

    /** Of a state. */
    double bytes;

    private double copies;

    /** The same without what new bodies take once. */
    private double lasting;

    /** The number of states over which all are averaged. */
    private double averaged;

    /** The number of states since the last one that was sent, which stands for them all. */
    private double since;

    /**
     * Adds a state. One that is sent again does not count.
     *
     * @param pieceBytes the bytes of its pieces
     * @param newBytes how many of them the next states will not have, because they describe new bodies
     * @param copyBytes the bytes of the pieces that are sent a second time
     * @param otherBytes what else was sent to each client since the state before
     */
    public void add(long nowNanos, long pieceBytes, long newBytes, long copyBytes, long otherBytes) {
        add(nowNanos, otherBytes);
        averaged = Math.min(STATES, averaged + since);
        double part = Math.min(1, since / averaged);
        since = 0;
        lasting += part * (pieceBytes - newBytes - lasting);
        bytes += part * (pieceBytes - bytes);
        copies += part * (copyBytes - copies);
    }

    /** Expects that states take this many times the bytes, because other bodies are sent from now on. */
    public void expect(double times) {
        lasting *= times;
        bytes *= times;
        copies *= times;
    }

    /** Adds a state that takes as many bytes as those before. */
    public void add(long nowNanos, long otherBytes) {
        since++;
        if (!begun) {
            begun = true;
            beganNanos = nowNanos;
            nanos = nowNanos;
            return;
        }
        long passed = Math.max(0, nowNanos - nanos);
        nanos = nowNanos;
        if (passed > PAUSE_NANOS) {
            beganNanos += passed;
        } else {
            double keeps = Math.exp(-passed / SPAN_NANOS);
            states = states * keeps + 1;
            others = others * keeps + otherBytes;
            double span = SPAN_NANOS * (1 - Math.exp((beganNanos - nanos) / SPAN_NANOS));
            perSecond = span > 0 ? SECOND_NANOS / span : 0;
        }
    }

    /** The states per second. */
    public double states() {
        return states * perSecond;
    }

    /** The bytes per second of all states, each piece once, without what new bodies take once. */
    double lasting() {
        return lasting * states();
    }

    /** The bytes per second of all states, each piece once. */
    double single() {
        return bytes * states();
    }

    /** The bytes per second of all states with their copies. */
    double full() {
        return (bytes + copies) * states();
    }

    /** The bytes per second of what is sent to every client besides pieces. */
    double others() {
        return others * perSecond;
    }
}
