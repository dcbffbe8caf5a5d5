package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Which tick gets a polled input. Ticks of 10 ms, and two sources whose code each test sets. */
class InputSourceTest {
    private static final long MILLI = 1_000_000;

    private InputSource first = sample -> {};
    private InputSource second = sample -> {};
    private final InputCollector inputs =
            new InputCollector(2, 4, List.of(sample -> first.poll(sample), sample -> second.poll(sample)), -MILLI);

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
}
