package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class StepEvidenceTest {
    private static final long MILLI = 1_000_000;
    private static final long PERIOD = 16 * MILLI;

    private final StepEvidence evidence = new StepEvidence();
    private long now;

    private void inputs(int count, long neededMillis, long growthMillis) {
        for (int i = 0; i < count; i++) {
            now += PERIOD;
            evidence.input((neededMillis + i * growthMillis) * MILLI, PERIOD, now);
        }
    }

    private void endFirstClaim() {
        assertTrue(evidence.believes(now));
        inputs(1_000, 50, 0);
        assertFalse(evidence.believes(now));
    }

    @Test
    void aLinkThatIsLateForAMomentIsNoEvidence() {
        endFirstClaim();
        for (int i = 0; i < 20; i++) {
            inputs(10, 150, 0);
            inputs(90 + i, 50, 0);
            assertFalse(evidence.believes(now), "after " + i);
        }
    }

    @Test
    void inputsThatBecomeLaterAndLaterAreEvidence() {
        endFirstClaim();
        inputs(70, 50, 5);
        assertTrue(evidence.believes(now));
    }
}
