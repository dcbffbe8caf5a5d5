package io.github.freestep.net.link;

/** Limits how much a peer may use of something per second, with a reserve for bursts. For one thread. */
public final class Allowance {
    private final double perSecond;
    private final double most;
    private double left;
    private long nanos;

    /** Creates an allowance that has its whole reserve. */
    public Allowance(double perSecond, double most, long now) {
        this.perSecond = perSecond;
        this.most = most;
        left = most;
        nanos = now;
    }

    /** Returns false if less is left than the amount. */
    public boolean take(double amount, long now) {
        left = Math.min(most, left + (now - nanos) * 1e-9 * perSecond);
        nanos = now;
        if (left < amount) {
            return false;
        }
        left -= Math.max(0, amount);
        return true;
    }
}
