package io.github.freestep.physics.feed;

import static io.github.freestep.testing.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.physics.input.InputValues;
import org.junit.jupiter.api.Test;

/** The input of a tick has room for as many inputs as the run's capacity, and not for more. */
class FedInputTest {
    private static final int CAPACITY = 100;

    private final InputValues values = new InputValues(0, CAPACITY);
    private final FedInput fed = new FedInput(values, command -> {}, null);

    @Test
    void aTickGetsAllInputsOfAFeed() {
        for (int size : new int[] {1, 17, CAPACITY, 16}) {
            fed.open();
            for (int i = 0; i < size; i++) {
                fed.action(i, 1, 0.5);
            }
            assertEquals(size, values.size);
            for (int i = 0; i < size; i++) {
                assertEquals(i, values.event(i).code);
            }
        }
        fed.open();
        for (int i = 0; i < CAPACITY; i++) {
            fed.action(i, 1, i < CAPACITY - 1 ? 0.5 : 1);
        }
        refused(
                "at most " + CAPACITY + " inputs per tick, was " + (CAPACITY + 1),
                IllegalArgumentException.class,
                () -> fed.action(0, 1, 1));
    }

    @Test
    void aTickWhoseInputIsCompleteTakesNoMore() {
        fed.open();
        fed.close();
        refused("use a FedInput only during the call of feed()", IllegalStateException.class, () -> fed.joins(0));
    }
}
