package io.github.freestep.internal.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.time.Ratio;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A refused call changes no readable state. */
class TimelineMisuseTest {
    private Timeline timeline = new Timeline(Ratio.of(100), 1_000);

    @Test
    void refusesToDropOrMoveTimeBackwardOrBeyondNow() {
        Consumer<Timeline> simulated = t -> t.simulated(20_000_000);
        Consumer<Timeline> paused = t -> t.pause(5_001_000);
        Consumer<Timeline> stepped = paused.andThen(t -> t.step(6_001_000, 10_000_000));
        assertRefused(simulated, "20000000 ns, which is", t -> t.drop(40_001_000, 19_999_999));
        assertRefused(t -> {}, "40000000 ns", t -> t.drop(40_001_000, 40_000_001));
        assertRefused(paused, "5000000 ns", t -> t.drop(40_001_000, 5_000_001));
        assertRefused(stepped, "10000000 ns, which is", t -> t.drop(7_001_000, 9_999_999));
        assertRefused(simulated, "at least 20000000 ns", t -> t.simulated(19_999_999));
        assertRefused(paused, "at most 5000000 ns", t -> t.simulated(10_000_000));
        assertRefused(paused, "above 5000000 ns, was 5000000", t -> t.step(6_001_000, 5_000_000));
        assertRefused(stepped, "was 6000999", t -> t.step(6_000_999, 20_000_000));
    }

    @Test
    void refusesControlAtATimeBeforeThePreviousOne() {
        Consumer<Timeline> scaled = t -> t.scale(5_001_000, Ratio.of(2));
        Consumer<Timeline> paused = t -> t.pause(6_001_000);
        assertRefused(scaled, "was 5000999", t -> t.pause(5_000_999));
        assertRefused(scaled, "was 5000999", t -> t.scale(5_000_999, Ratio.of(3)));
        assertRefused(scaled, "was 5000999", t -> t.drop(5_000_999, 0));
        assertRefused(paused, "was 6000999", t -> t.resume(6_000_999));
        assertRefused(paused, "was 6000999", t -> t.scale(6_000_999, Ratio.of(3)));
    }

    @Test
    void refusesANullScaleAtOnceEvenInAPause() {
        List<Object> before = readableState();
        assertThrows(NullPointerException.class, () -> timeline.scale(5_001_000, null));
        assertEquals(before, readableState());
        timeline.pause(6_001_000);
        before = readableState();
        assertThrows(NullPointerException.class, () -> timeline.scale(7_001_000, null));
        assertEquals(before, readableState());
    }

    @Test
    void changesNothingIfSimulationTimeWouldOverflow() {
        timeline.scale(1_000, Ratio.of(1_000));
        long year = 1_000 + 365L * 86_400_000_000_000L;
        List<Object> before = readableState();
        assertThrows(ArithmeticException.class, () -> timeline.simulationAt(year));
        assertThrows(ArithmeticException.class, () -> timeline.pause(year));
        assertThrows(ArithmeticException.class, () -> timeline.scale(year, Ratio.of(2)));
        assertThrows(ArithmeticException.class, () -> timeline.drop(year, 0));
        assertThrows(ArithmeticException.class, () -> timeline.simulationOf(Long.MAX_VALUE));
        assertThrows(ArithmeticException.class, () -> timeline.tickAt(Long.MAX_VALUE));
        assertEquals(before, readableState());
    }

    private void assertRefused(Consumer<Timeline> first, String reason, Consumer<Timeline> misuse) {
        timeline = new Timeline(Ratio.of(100), 1_000);
        first.accept(timeline);
        List<Object> before = readableState();
        String message = assertThrows(IllegalArgumentException.class, () -> misuse.accept(timeline))
                .getMessage();
        assertTrue(message.contains(reason), message);
        assertEquals(before, readableState());
    }

    private List<Object> readableState() {
        long now = 90_001_000;
        return List.of(
                timeline.anchor().toString(),
                timeline.scale(),
                timeline.simulatedNanos(),
                timeline.simulatedWallNanos(),
                timeline.pausedNanos(now),
                timeline.droppedNanos(),
                timeline.pendingNanos(now),
                timeline.simulationAt(now),
                timeline.simulationAt(2_000_000));
    }
}
