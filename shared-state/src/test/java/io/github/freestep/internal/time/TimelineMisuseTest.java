package io.github.freestep.internal.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.time.Ratio;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** A refused call changes no readable state. */
class TimelineMisuseTest {
    private final Timeline timeline = new Timeline(Ratio.of(100), 1_000);

    @Test
    void refusesToDropSimulatedTime() {
        timeline.simulated(20_000_000);
        assertRefused("20000000 ns, which is", () -> timeline.drop(40_001_000, 19_999_999));
    }

    @Test
    void refusesToDropToAFutureTime() {
        assertRefused("40000000 ns", () -> timeline.drop(40_001_000, 40_000_001));
    }

    @Test
    void refusesToDropToATimeThatAPauseHasPrevented() {
        timeline.pause(5_001_000);
        assertRefused("5000000 ns", () -> timeline.drop(40_001_000, 5_000_001));
    }

    @Test
    void refusesToMoveSimulatedTimeBackward() {
        timeline.simulated(20_000_000);
        assertRefused("at least 20000000 ns", () -> timeline.simulated(19_999_999));
    }

    @Test
    void refusesToSimulateTimeThatAPauseHasPrevented() {
        timeline.pause(5_001_000);
        assertRefused("at most 5000000 ns", () -> timeline.simulated(10_000_000));
    }

    @Test
    void refusesASingleStepThatDoesNotAdvance() {
        List<Object> before = readableState();
        assertThrows(IllegalStateException.class, () -> timeline.step(5_001_000, 10_000_000));
        assertEquals(before, readableState());
        timeline.pause(5_001_000);
        assertRefused("above 5000000 ns, was 5000000", () -> timeline.step(6_001_000, 5_000_000));
        timeline.step(6_001_000, 10_000_000);
        assertRefused("was 6000999", () -> timeline.step(6_000_999, 20_000_000));
    }

    @Test
    void refusesToDropASingleStep() {
        timeline.pause(5_001_000);
        timeline.step(6_001_000, 10_000_000);
        assertRefused("10000000 ns, which is", () -> timeline.drop(7_001_000, 9_999_999));
    }

    @Test
    void refusesControlAtATimeBeforeThePreviousOne() {
        timeline.scale(5_001_000, Ratio.of(2));
        assertRefused("was 5000999", () -> timeline.pause(5_000_999));
        assertRefused("was 5000999", () -> timeline.scale(5_000_999, Ratio.of(3)));
        assertRefused("was 5000999", () -> timeline.drop(5_000_999, 0));
        timeline.pause(6_001_000);
        assertRefused("was 6000999", () -> timeline.resume(6_000_999));
        assertRefused("was 6000999", () -> timeline.scale(6_000_999, Ratio.of(3)));
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

    private void assertRefused(String reason, Executable misuse) {
        List<Object> before = readableState();
        String message = assertThrows(IllegalArgumentException.class, misuse).getMessage();
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
