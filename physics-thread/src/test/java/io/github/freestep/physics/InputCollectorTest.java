package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import java.util.List;
import java.util.stream.IntStream;
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
    void aTickTakesTheInputOfItsSpan() {
        action(1, at(0) + 1);
        action(2, at(3));
        action(3, at(10));
        action(4, at(10) + 1);
        inputs.drain(at(20));
        TickInput input = take(0, 1);
        assertArrayEquals(new int[] {1, 2, 3}, codes(input));
        assertFractions(input, 1e-7, 0.3, 1);
        input = take(1, 2);
        assertArrayEquals(new int[] {4}, codes(input));
        assertFractions(input, 1e-7);
        assertEquals(0, take(2, 3).size());
        assertEquals(4, inputs.consumed());
        assertEquals(0, inputs.deferred());
    }

    @Test
    void anInputHasTheValuesThatWerePushed() {
        assertTrue(port.action(-5, 2.5f, at(31)));
        assertTrue(port.axis(1, -1, at(32)));
        inputs.drain(at(35));
        TickInput input = take(3, 4);
        assertEquals(2, input.size());
        assertTrue(input.isAction(0));
        assertFalse(input.isAction(1));
        assertArrayEquals(new int[] {-5, 1}, codes(input));
        assertEquals(2.5f, input.value(0));
        assertEquals(-1, input.value(1));
        assertEquals(at(31), input.arrivalNanos(0));
        assertEquals(at(32), input.arrivalNanos(1));
        assertEquals(1, input.sequence(0));
        assertEquals(2, input.sequence(1));
    }

    @Test
    void inputsAreOrderedByTimeThenByArrival() {
        action(1, at(8));
        action(2, at(4));
        inputs.drain(at(9));
        action(3, at(8));
        action(4, at(4));
        inputs.drain(at(10));
        TickInput input = take(0, 1);
        assertArrayEquals(new int[] {2, 4, 1, 3}, codes(input));
        assertArrayEquals(
                new long[] {2, 4, 1, 3},
                IntStream.range(0, 4).mapToLong(input::sequence).toArray());
    }

    @Test
    void theNewestConsumedInputIsTheOneThatArrivedLast() {
        assertEquals(0, inputs.consumedSequence());
        assertEquals(0, inputs.consumedNanos());
        action(1, at(8));
        action(2, at(4));
        action(3, at(12));
        inputs.drain(at(20));
        assertEquals(0, inputs.consumedSequence());
        take(0, 1);
        assertEquals(2, inputs.consumedSequence());
        assertEquals(at(4), inputs.consumedNanos());
        take(1, 2);
        assertEquals(3, inputs.consumedSequence());
        assertEquals(at(12), inputs.consumedNanos());
    }

    @Test
    void anInputFromTheFutureGetsTheTimeOfItsDrain() {
        action(1, at(50));
        inputs.drain(at(4));
        action(2, at(60));
        inputs.drain(at(8));
        TickInput input = take(0, 1);
        assertArrayEquals(new int[] {1, 2}, codes(input));
        assertFractions(input, 0.4, 0.8);
        assertEquals(at(4), input.arrivalNanos(0));
        assertEquals(2, inputs.fromFuture());
    }

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
    void aVeryOldTimeIsKeptAndComesFirst() {
        long now = at(5);
        action(1, at(4));
        action(2, now - Long.MAX_VALUE);
        action(3, now + Long.MIN_VALUE);
        inputs.drain(now);
        TickInput input = take(0, 1);
        assertArrayEquals(new int[] {3, 2, 1}, codes(input));
        assertFractions(input, 0, 0, 0.4);
        assertEquals(now - Long.MAX_VALUE, input.arrivalNanos(1));
        assertEquals(2, inputs.deferred());
    }

    @Test
    void lateInputGoesToTheBeginningOfTheNextTick() {
        inputs.drain(at(10));
        take(0, 1);
        action(1, at(7));
        action(2, at(10));
        action(3, at(15));
        inputs.drain(at(20));
        TickInput input = take(1, 2);
        assertArrayEquals(new int[] {1, 2, 3}, codes(input));
        assertFractions(input, 0, 0, 0.5);
        assertEquals(at(7), input.arrivalNanos(0));
        assertEquals(2, inputs.deferred());
        assertEquals(3, inputs.consumed());
    }

    @Test
    void inputFromBeforeTheStartGoesToTheFirstTick() {
        action(1, at(-1));
        inputs.drain(at(10));
        assertFractions(take(0, 1), 0);
        assertEquals(1, inputs.deferred());
    }

    @Test
    void inputFromAPauseGoesToTheNextTickAfterEarlierInput() {
        timeline.pause(at(15));
        timeline.resume(at(1_000));
        action(1, at(12));
        action(2, at(500));
        action(3, at(1_002));
        inputs.drain(at(1_010));
        assertEquals(0, take(0, 1).size());
        TickInput input = take(1, 2);
        assertArrayEquals(new int[] {1, 2, 3}, codes(input));
        assertFractions(input, 0.2, 0.2, 0.7);
        assertEquals(1, inputs.deferred());
    }

    @Test
    void inputFromAPauseBetweenTicksGoesToTheBeginningOfTheNextTick() {
        take(0, 1);
        timeline.pause(at(10));
        action(1, at(12));
        inputs.drain(at(12));
        timeline.resume(at(1_000));
        assertFractions(take(1, 2), 0);
        assertEquals(1, inputs.deferred());
    }

    @Test
    void inputFromDroppedTimeGoesToTheNextTick() {
        take(0, 1);
        action(1, at(12));
        action(2, at(25));
        action(3, at(37));
        timeline.drop(at(35), 14 * MILLI);
        inputs.drain(at(40));
        TickInput input = take(1, 2);
        assertArrayEquals(new int[] {1, 2, 3}, codes(input));
        assertFractions(input, 0.2, 0.2, 0.6);
        assertEquals(1, inputs.deferred());
    }

    @Test
    void aMergedStepTakesTheInputOfAllItsTicks() {
        action(1, at(4));
        action(2, at(13));
        action(3, at(40));
        inputs.drain(at(40));
        TickInput input = take(0, 4);
        assertArrayEquals(new int[] {1, 2, 3}, codes(input));
        assertFractions(input, 0.1, 0.325, 1);
    }

    @Test
    void fractionsAreInSimulationTime() {
        timeline.scale(at(5), Ratio.of(1, 2));
        action(1, at(4));
        action(2, at(11));
        inputs.drain(at(15));
        assertFractions(take(0, 1), 0.4, 0.8);
    }

    @Test
    void noFractionIsAbove1() {
        timeline.scale(at(0), Ratio.of(3));
        long due = timeline.dueNanos(1);
        assertTrue(timeline.simulationAt(due) > timeline.simulationOf(1));
        action(1, due);
        inputs.drain(due);
        assertFractions(take(0, 1), 1);
    }

    @Test
    void axesKeepTheirValueAndEveryChangeIsAnInput() {
        assertTrue(port.axis(1, 0.25f, at(3)));
        assertTrue(port.axis(1, 0.5f, at(6)));
        assertTrue(port.axis(1, 0.75f, at(16)));
        inputs.drain(at(30));
        TickInput input = take(0, 1);
        assertEquals(0, input.axis(0));
        assertEquals(0, input.axisAtStart(1));
        assertEquals(0.5f, input.axis(1));
        assertEquals(2, input.size());
        assertEquals(0.25f, input.value(0));
        take(1, 2);
        assertEquals(0.5f, input.axisAtStart(1));
        assertEquals(0.75f, input.axis(1));
        take(2, 3);
        assertEquals(0.75f, input.axisAtStart(1));
        assertEquals(0.75f, input.axis(1));
    }

    @Test
    void anActionMovesNoAxisOfTheSameNumber() {
        action(1, at(3));
        inputs.drain(at(10));
        assertEquals(0, take(0, 1).axis(1));
    }

    @Test
    void ifTheHeapIsFullInputWaitsInTheRingAndThenIsRefused() {
        timeline.pause(at(5));
        for (int code = 1; code <= 8; code++) {
            action(code, at(5 + code));
            inputs.drain(at(20));
        }
        assertFalse(port.action(9, 1, at(20)));
        assertEquals(1, inputs.refused());
        timeline.resume(at(100));
        assertArrayEquals(new int[] {1, 2, 3, 4}, codes(take(0, 1)));
        inputs.drain(at(115));
        assertArrayEquals(new int[] {5, 6, 7, 8}, codes(take(1, 2)));
        assertEquals(8, inputs.consumed());
        assertEquals(8, inputs.deferred());
    }

    @Test
    void aDrainStopsWhenTheHeapIsFull() {
        action(1, at(1));
        inputs.drain(at(2));
        for (int code = 2; code <= 5; code++) {
            action(code, at(code));
        }
        inputs.drain(at(6));
        assertArrayEquals(new int[] {1, 2, 3, 4}, codes(take(0, 1)));
        inputs.drain(at(12));
        assertArrayEquals(new int[] {5}, codes(take(1, 2)));
        assertEquals(1, inputs.deferred());
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

    private static int[] codes(TickInput input) {
        return IntStream.range(0, input.size()).map(input::code).toArray();
    }

    private static void assertFractions(TickInput input, double... fractions) {
        assertArrayEquals(
                fractions,
                IntStream.range(0, input.size()).mapToDouble(input::fraction).toArray());
    }

    private static void assertBeyond(String part, Executable call) {
        String message = assertThrows(IndexOutOfBoundsException.class, call).getMessage();
        assertTrue(message.contains(part), message);
    }
}
