package io.github.freestep.minestom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ClientTicksTest {
    private static final long MILLI = 1_000_000;

    /** Returns how near to a tick of the client a place comes, after the first seconds, for ways of 20 ms or more. */
    private static long nearest(long phaseNanos, long jitterNanos, long longerByTickNanos) {
        SplittableRandom random = Seeds.splittable(phaseNanos);
        ClientTicks ticks = new ClientTicks();
        long wayNanos = 20 * MILLI;
        long dueNanos = 0;
        long nearest = ClientTicks.NANOS;
        for (int i = 0; i < 2_000; i++) {
            long tickNanos = phaseNanos + i * (ClientTicks.NANOS + longerByTickNanos);
            ticks.ended(tickNanos + wayNanos + random.nextLong(jitterNanos + 1));
            ticks.answered(2 * wayNanos + random.nextLong(jitterNanos + 1) + random.nextLong(jitterNanos + 1));
            long comesNanos = dueNanos + wayNanos;
            if (i > 100) {
                nearest = Math.min(nearest, Math.abs(ClientTicks.offset(comesNanos - tickNanos)));
            }
            dueNanos = ticks.next(dueNanos);
        }
        return nearest;
    }

    @Test
    void placesComeBetweenTheTicksOfAClientWheneverTheseAre() {
        for (long phase = 0; phase < 50; phase++) {
            assertEquals(25 * MILLI, nearest(phase * MILLI, 0, 0), 1 * MILLI, "phase " + phase);
            assertTrue(nearest(phase * MILLI, 10 * MILLI, 0) > 15 * MILLI, "with jitter, phase " + phase);
        }
    }

    @Test
    void anAnswerThatComesAfterTheNextPingDoesNotCount() {
        ClientTicks ticks = new ClientTicks();
        int late = ticks.asks(0);
        int next = ticks.asks(1_000 * MILLI);
        ticks.answered(late, 1_001 * MILLI);
        assertEquals(0, ticks.roundTripNanos);
        ticks.answered(next, 1_050 * MILLI);
        assertEquals(50 * MILLI, ticks.roundTripNanos);
    }

    @Test
    void theyFollowAClockThatIsSlowerOrFaster() {
        assertTrue(nearest(0, 5 * MILLI, 5_000) > 15 * MILLI);
        assertTrue(nearest(0, 5 * MILLI, -5_000) > 15 * MILLI);
    }

    @Test
    void placesAreEvenlySpacedBesideOneShift() {
        ClientTicks ticks = new ClientTicks();
        SplittableRandom random = Seeds.splittable(1);
        int uneven = 0;
        for (int i = 0; i < 1_000; i++) {
            ticks.ended(13 * MILLI + i * ClientTicks.NANOS + random.nextLong(20 * MILLI));
            ticks.answered(random.nextLong(20 * MILLI, 40 * MILLI));
            long apart = ticks.next(0);
            uneven += Math.abs(apart - ClientTicks.NANOS) > ClientTicks.NANOS / 200 ? 1 : 0;
        }
        assertTrue(uneven <= 1); // none if the ticks happen to be right at the beginning
    }
}
