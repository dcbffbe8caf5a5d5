package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.MatchSettings.OnSilence;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.state.StateLayout;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SlowPlayersTest {
    private static final long MILLI = 1_000_000;
    private static final long TENTH = 100 * MILLI;

    private final MatchRules rules = Rules.of(MatchSettings.of("t", StateLayout.of(1), 2)
            .rate(100)
            .slowestSpeed(0.5)
            .silence(Duration.ofSeconds(1), OnSilence.REMOVE));
    private final SlowPlayers slow = new SlowPlayers(rules, new SpeedControl(rules));

    private long now;

    private String after(int tenths, int player, long stepNanos, long waitedNanos) {
        for (int i = 1; i < tenths; i++) {
            assertNull(problem(player, stepNanos, waitedNanos), "tenth " + i);
        }
        return problem(player, stepNanos, waitedNanos);
    }

    private String problem(int player, long stepNanos, long waitedNanos) {
        PlayerWait waited = new PlayerWait();
        waited.begin(now);
        waited.end(now + waitedNanos);
        now += TENTH;
        waited.endSpan(now, TENTH);
        return slow.problem(player, stepNanos, waited, 1);
    }

    @Test
    void aPlayerWhoseStepsTakeTooLongGoesAfterTheLimit() {
        assertNull(after(100, 0, 16 * MILLI, 0));
        assertEquals(
                "player 1 was too slow: its steps take 25000 us each, which allows 34 % of the speed,"
                        + " and the slowest speed is 50 %, by the match settings",
                after(10, 1, 25 * MILLI, 0));
    }

    @Test
    void aPlayerForWhomTheMatchWaitsMostOfTheTimeGoesToo() {
        assertNull(after(100, 0, MILLI, TENTH / 2));
        assertEquals(
                "player 1 was too slow: the match waited for it most of the time,"
                        + " and the slowest speed is 50 %, by the match settings",
                after(20, 1, MILLI, TENTH));
    }

    @Test
    void anotherPeerBeginsAnew() {
        assertNull(after(9, 0, 25 * MILLI, 0));
        slow.joins(0);
        assertNull(after(9, 0, 25 * MILLI, 0));
    }
}
