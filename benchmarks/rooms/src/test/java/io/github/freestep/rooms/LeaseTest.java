package io.github.freestep.rooms;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.time.VirtualClock;
import org.junit.jupiter.api.Test;

/** A lease ends by itself, and does not come back. */
class LeaseTest {
    private final VirtualClock clock = new VirtualClock(Long.MAX_VALUE - 50);

    @Test
    void endsUnlessItIsRenewed() {
        Lease lease = new Lease(clock, 100, clock.nanoTime());
        clock.advance(99);
        assertTrue(lease.isValid());
        lease.renew(clock.nanoTime());
        clock.advance(99);
        assertTrue(lease.isValid());
        clock.advance(1);
        assertFalse(lease.isValid());
    }

    @Test
    void countsFromBeforeTheStoreWasAsked() {
        Lease lease = new Lease(clock, 100, clock.nanoTime());
        long asked = clock.nanoTime();
        clock.advance(60);
        lease.renew(asked);
        clock.advance(40);
        assertFalse(lease.isValid());
    }

    @Test
    void doesNotComeBack() {
        Lease late = new Lease(clock, 100, clock.nanoTime());
        clock.advance(100);
        late.renew(clock.nanoTime());
        assertFalse(late.isValid());
        Lease ended = new Lease(clock, 100, clock.nanoTime());
        ended.end();
        ended.renew(clock.nanoTime());
        assertFalse(ended.isValid());
    }

    @Test
    void theNextOwnerWaitsLonger() {
        assertTrue(Lease.waitNanos(2_000_000_000L) > 2_000_000_000L);
    }
}
