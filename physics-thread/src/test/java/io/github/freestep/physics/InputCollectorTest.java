package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Which tick gets a pushed input. Ticks of 10 ms, on a clock that wraps in the third. */
class InputCollectorTest {
    private static final long MILLI = 1_000_000;
    private static final long START = Long.MAX_VALUE - 25 * MILLI;

    private final Timeline timeline = new Timeline(Ratio.of(100), START);
    private final InputCollector inputs = new InputCollector(2, 4, List.of(), START - MILLI);
    private final InputPort port = inputs.port();

    @Test
    void anInputPushedDuringADrainIsNotFromTheFuture() {
        VirtualClock clock = new VirtualClock(START);
        InputCollector clocked =
                new InputCollector(0, 4, List.of(), START, InputClock.ofService(clock), nanos -> false);
        clock.advance(3);
        clocked.port().action(1, 1, START + 3);
        clocked.port().action(2, 1, START + 4);
        clocked.drain(START + 2);
        assertEquals(1, clocked.fromFuture());
        assertEquals(START + 2, clocked.take(timeline, 0, 1).arrivalNanos(0));
    }

    @Test
    void indicesBeyondTheInputsOfATickAreRefused() {
        action(1, at(1));
        inputs.drain(at(2));
        TickInput input = take(0, 1);
        assertEquals(1, input.size());
        for (int index : new int[] {-1, 1}) {
            String part = "below 1, the number of inputs of this tick, was " + index;
            assertBeyond(part, () -> input.isAction(index));
            assertBeyond(part, () -> input.code(index));
            assertBeyond(part, () -> input.value(index));
            assertBeyond(part, () -> input.fraction(index));
            assertBeyond(part, () -> input.arrivalNanos(index));
            assertBeyond(part, () -> input.sequence(index));
        }
        for (int axis : new int[] {-1, 2}) {
            assertBeyond("below 2, the number of declared axes, was " + axis, () -> input.axis(axis));
            assertBeyond("below 2, the number of declared axes, was " + axis, () -> input.axisAtStart(axis));
        }
    }

    private static long at(long millis) {
        return START + millis * MILLI;
    }

    private void action(int code, long nanos) {
        assertTrue(port.action(code, 1, nanos));
    }

    private TickInput take(long fromTick, long toTick) {
        TickInput input = inputs.take(timeline, fromTick, toTick);
        timeline.simulated(timeline.simulationOf(toTick));
        return input;
    }

    private static void assertBeyond(String part, Executable call) {
        String message = assertThrows(IndexOutOfBoundsException.class, call).getMessage();
        assertTrue(message.contains(part), message);
    }
}
