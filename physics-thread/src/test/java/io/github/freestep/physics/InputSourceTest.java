package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.time.Ratio;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which tick gets a polled input. Ticks of 10 ms, and two sources whose code each test sets. */
class InputSourceTest {
    private static final long MILLI = 1_000_000;

    private InputSource first = sample -> {};
    private InputSource second = sample -> {};

    private final Timeline timeline = new Timeline(Ratio.of(100), 0);
    private final InputCollector inputs =
            new InputCollector(2, 4, List.of(sample -> first.poll(sample), sample -> second.poll(sample)), -MILLI);

    @Test
    void everyTickOfACatchUpGetsTheAxesButOnlyTheLastTheActions() {
        first = sample -> {
            sample.axis(0, 0.5f);
            assertTrue(sample.action(7, 2));
        };
        inputs.poll(30 * MILLI);
        for (int tick = 1; tick <= 3; tick++) {
            TickInput input = take(tick - 1, tick);
            assertEquals(0.5f, input.axisAtStart(0));
            assertEquals(0.5f, input.axis(0));
            assertEquals(tick == 3 ? 1 : 0, input.size());
        }
        TickInput input = take(2, 3);
        assertEquals(0, input.size());
        assertEquals(0.5f, input.axis(0));
        assertEquals(2, inputs.consumed());
    }

    @Test
    void aPolledActionHasFraction1() {
        first = sample -> sample.action(7, 2);
        inputs.poll(10 * MILLI);
        TickInput input = take(0, 1);
        assertTrue(input.isAction(0));
        assertEquals(7, input.code(0));
        assertEquals(2, input.value(0));
        assertEquals(1, input.fraction(0));
        assertEquals(10 * MILLI, input.arrivalNanos(0));
        assertEquals(0, inputs.deferred());
    }

    @Test
    void polledAndPushedInputsAreNumberedTogether() {
        first = sample -> {
            sample.action(1, 0);
            sample.axis(1, 1);
        };
        second = sample -> sample.action(2, 0);
        assertTrue(inputs.port().action(3, 0, 10 * MILLI));
        assertTrue(inputs.port().action(4, 0, 4 * MILLI));
        inputs.drain(11 * MILLI);
        inputs.poll(10 * MILLI);
        assertEquals(3, inputs.consumedSequence());
        assertEquals(10 * MILLI, inputs.consumedNanos());
        TickInput input = take(0, 1);
        assertArrayEquals(new int[] {4, 3, 1, 2}, codes(input));
        assertArrayEquals(
                new long[] {2, 1, 4, 5},
                IntStream.range(0, 4).mapToLong(input::sequence).toArray());
    }

    @Test
    void onlyAnAxisThatMovedIsAnInput() {
        first = sample -> sample.axis(0, 1);
        inputs.poll(0);
        inputs.poll(0);
        second = sample -> {
            sample.axis(0, 2);
            sample.axis(0, 3);
        };
        inputs.poll(10 * MILLI);
        assertEquals(2, inputs.consumed());
        assertEquals(2, inputs.consumedSequence());
        assertEquals(10 * MILLI, inputs.consumedNanos());
        assertEquals(3, take(0, 1).axis(0));
    }

    @Test
    void theValueAppliedLastCounts() {
        first = sample -> sample.axis(0, 1);
        assertTrue(inputs.port().axis(0, 2, 15 * MILLI));
        inputs.drain(20 * MILLI);
        inputs.poll(20 * MILLI);
        assertEquals(1, take(0, 1).axis(0));
        TickInput input = take(1, 2);
        assertEquals(1, input.axisAtStart(0));
        assertEquals(2, input.axis(0));
        inputs.poll(30 * MILLI);
        assertEquals(1, take(2, 3).axis(0));
    }

    @Test
    void aThrowingSourceContributesNothingAndTheOthersAreStillPolled() {
        RuntimeException failure = new IllegalStateException("unplugged");
        first = sample -> {
            sample.axis(0, 1);
            sample.action(1, 0);
            throw failure;
        };
        second = sample -> {
            sample.axis(1, 1);
            sample.action(2, 0);
        };
        assertSame(failure, assertThrows(RuntimeException.class, () -> inputs.poll(10 * MILLI)));
        TickInput input = take(0, 1);
        assertEquals(0, input.axis(0));
        assertEquals(1, input.axis(1));
        assertArrayEquals(new int[] {2}, codes(input));
        first = sample -> sample.action(3, 0);
        inputs.poll(20 * MILLI);
        assertArrayEquals(new int[] {3, 2}, codes(take(1, 2)));
    }

    @Test
    void furtherFailuresAreSuppressedByTheFirst() {
        Error failure = new AssertionError("the first");
        RuntimeException next = new IllegalStateException("the second");
        first = sample -> {
            throw failure;
        };
        second = sample -> {
            throw next;
        };
        assertSame(failure, assertThrows(Error.class, () -> inputs.poll(0)));
        assertArrayEquals(new Throwable[] {next}, failure.getSuppressed());
    }

    @Test
    void theSameFailureTwiceIsThrownOnce() {
        RuntimeException failure = new IllegalStateException("both");
        first = sample -> {
            throw failure;
        };
        second = first;
        assertSame(failure, assertThrows(IllegalStateException.class, () -> inputs.poll(0)));
    }

    @Test
    void actionsWithoutRoomAreRefusedAndCounted() {
        assertTrue(inputs.port().action(0, 0, 0));
        inputs.drain(0);
        first = sample -> {
            assertTrue(sample.action(1, 0));
            assertTrue(sample.action(2, 0));
        };
        second = sample -> {
            assertTrue(sample.action(3, 0));
            assertFalse(sample.action(4, 0));
        };
        inputs.poll(0);
        assertEquals(1, inputs.refused());
        assertArrayEquals(new int[] {0, 1, 2, 3}, codes(take(0, 1)));
        assertEquals(4, inputs.consumed());
    }

    @Test
    void valuesThatAreNotFiniteAndUndeclaredAxesAreRefused() {
        first = sample -> sample.axis(0, Float.NaN);
        assertMisuse("NaN");
        first = sample -> sample.action(0, Float.POSITIVE_INFINITY);
        assertMisuse("Infinity");
        first = sample -> sample.axis(2, 0);
        assertMisuse("axis must be between 0 and 1, was 2");
        first = sample -> sample.axis(-1, 0);
        assertMisuse("axis must be between 0 and 1, was -1");
        assertEquals(0, inputs.refused());
    }

    @Test
    void aSampleIsInvalidAfterItsPoll() {
        PolledInput[] kept = new PolledInput[1];
        first = sample -> kept[0] = sample;
        inputs.poll(0);
        assertThrows(IllegalStateException.class, () -> kept[0].axis(0, 1));
        assertThrows(IllegalStateException.class, () -> kept[0].action(0, 1));
        second = sample -> {
            throw new IllegalArgumentException();
        };
        assertThrows(IllegalArgumentException.class, () -> inputs.poll(0));
        String message = assertThrows(IllegalStateException.class, () -> kept[0].action(0, 1))
                .getMessage();
        assertTrue(message.contains("during the call of poll()"), message);
    }

    private void assertMisuse(String part) {
        String message = assertThrows(IllegalArgumentException.class, () -> inputs.poll(0))
                .getMessage();
        assertTrue(message.contains(part), message);
    }

    private TickInput take(long fromTick, long toTick) {
        return inputs.take(timeline, fromTick, toTick);
    }

    private static int[] codes(TickInput input) {
        return IntStream.range(0, input.size()).map(input::code).toArray();
    }
}
