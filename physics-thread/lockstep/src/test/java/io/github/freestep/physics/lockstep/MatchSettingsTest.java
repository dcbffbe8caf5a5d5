package io.github.freestep.physics.lockstep;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.StateLayout;
import io.github.freestep.time.Ratio;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MatchSettingsTest {
    private final MatchSettings settings = MatchSettings.of("pong", StateLayout.of(2), 2);

    @Test
    void namesTheValueAndTheLimits() {
        assertMessage(
                "rate must be between 1/1000 and 1000000 per second, was 2000000", () -> settings.rate(2_000_000));
        assertMessage("maxTicks must be between 5 and 1000, was 4", () -> settings.inputDelay(5, 4));
        Duration second = Duration.ofSeconds(1);
        assertMessage(
                "most must be between 100 ms and within, was PT1S",
                () -> settings.maxWait(second, second.minusNanos(1)));
        assertMessage(
                "most must be between 100 ms and within, was PT0.099S",
                () -> settings.maxWait(Duration.ofMillis(99), second));
        assertMessage("within must be at most 60 s, was PT1M1S", () -> settings.maxWait(second, second.plusMinutes(1)));
    }

    private static void assertMessage(String message, Runnable call) {
        refusedWith(message, IllegalArgumentException.class, call::run);
    }

    @Test
    void ticksAreDueWithoutRoundingTwice() {
        MatchSettings film = settings.rate(Ratio.of(24_000, 1_001));
        assertEquals(41_708_333, film.rules.periodNanos());
        assertEquals(1_001_000_000L * 1_000_000, film.rules.dueNanos(24_000_000));
        assertEquals(31_536_000_000_000_000L * 100, settings.rules.dueNanos(60L * 31_536_000 * 100));
    }

    @Test
    void longLayoutsAreComparedByAChecksum() {
        String[] names = IntStream.range(0, 500).mapToObj(i -> "channel" + i).toArray(String[]::new);
        String[] others = names.clone();
        others[499] = "another499";
        MatchSettings one = MatchSettings.of("pong", StateLayout.of(2).linear(names), 2);
        MatchSettings other = MatchSettings.of("pong", StateLayout.of(2).linear(others), 2);
        String difference = one.rules.differencesFrom(other.rules.entries());
        assertTrue(difference.startsWith("the sequencer has layout=2 bodies"), difference);
        assertTrue(one.rules.entries().stream().allMatch(entry -> entry.length() < 500));
        assertEquals("", one.rules.differencesFrom(one.rules.entries()));
    }
}
