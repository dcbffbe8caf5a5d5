package io.github.freestep.physics.own;

import io.github.freestep.internal.time.RecentSamples;

/**
 * The greatest lead with which the small world is not too far ahead of the newest state when the next one comes. For
 * one thread; allocates nothing once made.
 *
 * <p>It is the second least of those that fitted just before a state came, among the last 64 states. The least may be
 * that of an outage, after which it must not stay small.
 */
final class FittingLead {
    private final RecentSamples fitted = new RecentSamples(64, 2);

    /** Takes the lead that fitted just before a state came. */
    void add(long nanos) {
        fitted.add(nanos);
    }

    /** Returns that lead, at least 0; very large before the second state. */
    long nanos() {
        return Math.max(0, fitted.smallest(2));
    }
}
