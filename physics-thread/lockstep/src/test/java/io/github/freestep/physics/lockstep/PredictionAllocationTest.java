package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Allocations;
import org.junit.jupiter.api.Test;

class PredictionAllocationTest {
    private final VirtualMatch match = new VirtualMatch(
            MatchSettings.of("sums", SumWorld.LAYOUT, 2).rate(1_000).axes(1));
    private int rounds;

    @Test
    void aTickWithACorrectionAllocatesNothing() {
        VirtualMatch.Peer own = match.join(0);
        VirtualMatch.Peer other = match.join(1);
        own.world.keepsHistory = false;
        other.world.keepsHistory = false;
        own.aheadWorld.keepsHistory = false;
        match.until(() -> own.tick() > 0 && other.tick() > 0);
        own.session.submit(new SumWorld.Tie(1, 0));
        own.predict(20);
        match.run(2_000);
        long before = own.ahead.corrections();
        long[] allocated = {0};
        own.aroundAhead = advance -> allocated[0] += Allocations.once(advance);
        for (int i = 0; i < 20_000; i++) {
            other.session.axis(0, ++rounds % 3);
            match.step();
        }
        assertTrue(own.ahead.corrections() - before > 10_000, () -> own.ahead.corrections() + " corrections");
        // The least of several runs: see Allocations.
        long least = Long.MAX_VALUE;
        for (int run = 0; run < 10 && least > 0; run++) {
            allocated[0] = 0;
            for (int i = 0; i < 2_000; i++) {
                other.session.axis(0, ++rounds % 3);
                match.step();
            }
            least = Math.min(least, allocated[0]);
        }
        assertEquals(0, least);
    }
}
