package io.github.freestep.render.server.past;

import java.time.Duration;
import java.util.Objects;

/**
 * What a {@link Shot} may be like. Immutable.
 *
 * <pre>{@code
 * ShotRules rules = ShotRules.of(Duration.ofSeconds(1), 2); // at most 1 s old, from at most 2 m away from the body
 * }</pre>
 */
public final class ShotRules {
    private static final Duration MOST = Duration.ofSeconds(10);

    /** More would be no rule: far beyond each world, and twice as much is still finite. */
    private static final double MOST_REACH = 1e9;

    final long oldestNanos;
    final double reach;

    private ShotRules(long oldestNanos, double reach) {
        this.oldestNanos = oldestNanos;
        this.reach = reach;
    }

    /**
     * Sets the rules.
     *
     * @param oldest how old a picture may be when its shot is judged, at most 10 s. A body that has gone behind a wall
     *     can be hit for as long, but a shot over a slow or lossy link may take half a second. A client chooses the
     *     time within this, unless {@link Shot#read(java.nio.ByteBuffer, long)} has a later bound. {@code Players} have
     *     one for each client: a picture may be 0.1 s older than usual, which is as old as those of its last shots, but
     *     no older than its link explains. What an outage has delayed may be older still by up to 0.5 s, which come
     *     back by 40 ms a second. So a client can be late all the time, as if its link were slow, but not for one shot
     * @param reach how far from its body a shot may begin: the distance of the eyes or of the muzzle, plus what the
     *     fastest body goes in 50 ms, because an input may come later than a shot
     * @return the rules
     * @throws IllegalArgumentException if an argument is out of range
     */
    public static ShotRules of(Duration oldest, double reach) {
        Objects.requireNonNull(oldest, "oldest must not be null");
        if (oldest.isNegative() || oldest.isZero() || oldest.compareTo(MOST) > 0) {
            throw new IllegalArgumentException("oldest must be positive and at most 10 s, was " + oldest
                    + "; take the longest time between a picture and the arrival of its shot");
        }
        if (!(reach >= 0 && reach <= MOST_REACH)) {
            throw new IllegalArgumentException("reach must be from 0 to " + MOST_REACH + ", was " + reach
                    + "; take what the eyes are from the body, and what it goes in 50 ms");
        }
        return new ShotRules(oldest.toNanos(), reach);
    }

    /**
     * Returns how far from its body a shot may begin.
     *
     * @return what was set
     */
    public double reach() {
        return reach;
    }

    /**
     * Returns how old a picture may be, which is how far back a history must reach.
     *
     * @return what was set
     */
    public Duration oldest() {
        return Duration.ofNanos(oldestNanos);
    }
}
