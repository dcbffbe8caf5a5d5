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

    @Test
    void aClaimIsBelievedForTenSecondsInFiveMinutes() {
        long second = 1_000 * MILLI;
        long first = 7 * second;
        assertTrue(evidence.believes(first));
        assertTrue(evidence.believes(first + 10 * second - 1));
        assertFalse(evidence.believes(first + 10 * second));
        assertFalse(evidence.believes(first + 300 * second - 1));
        assertTrue(evidence.believes(first + 300 * second));
        assertTrue(evidence.believes(first + 310 * second - 1));
        assertFalse(evidence.believes(first + 310 * second));
    }

    @Test
    void aMatchThatWaitsIsEvidenceForAMinute() {
        endFirstClaim();
        // A tenth of a second in which the match waited for a half of it is a twentieth of a second.
        evidence.waited(0.5, now);
        assertFalse(evidence.believes(now));
        evidence.waited(0.1, now);
        assertTrue(evidence.believes(now));
        assertTrue(evidence.believes(now + 60_000 * MILLI - 1));
        assertFalse(evidence.believes(now + 60_000 * MILLI));
    }

    @Test
    void waitsThatAreLongAgoAreNoEvidence() {
        endFirstClaim();
        evidence.waited(0.5, now);
        for (int i = 0; i < 40; i++) {
            evidence.waited(0, now);
        }
        evidence.waited(0.49, now);
        assertFalse(evidence.believes(now));
    }

    @Test
    void anotherPeerDoesNotInheritWhatInputsNeeded() {
        endFirstClaim();
        evidence.waited(0.5, now);
        evidence.joins();
        evidence.waited(0.1, now);
        inputs(100, 400, 0);
        assertFalse(evidence.believes(now), "a longer way, but always the same");
    }
}
