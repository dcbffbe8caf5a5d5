package io.github.freestep.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.github.freestep.time.TimeAnchor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DoublePositionsTest {
    private static final int CAPACITY = 100;
    private static final double FAR = 1.5e9 + 0.001;

    private final StatePublisher publisher =
            StatePublisher.of(StateLayout.of(CAPACITY).doublePositions());
    private long tick;

    private StateWriter begin() {
        tick++;
        StateWriter writer = publisher.begin(tick, tick, new TimeAnchor(), 0);
        for (int slot = 0; tick == 1 && slot < CAPACITY; slot++) {
            publisher.bodies().spawn(slot);
            writer.position(slot, 0, 0, 0);
        }
        return writer;
    }

    /** Such a position minus an origin would not be a finite float. */
    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.MAX_VALUE, 0x1p125, -0x1p125})
    void positionsWithoutAFloatDifferenceAreFound(double value) {
        begin().position(7, 0, 0, value);
        assertEquals(7, publisher.firstNotFinite());
        begin().position(7, 0, Math.nextDown(0x1p125), 0);
        assertEquals(-1, publisher.firstNotFinite());
        double[] values = new double[CAPACITY];
        values[90] = value;
        begin().positions(values, new double[CAPACITY], new double[CAPACITY], 0, CAPACITY);
        assertEquals(90, publisher.firstNotFinite());
        begin().positions(new double[CAPACITY], values, new double[CAPACITY], 65, 95);
        assertEquals(90, publisher.firstNotFinite());
    }

    @Test
    void theHashHasEveryBit() {
        begin().position(0, FAR, 0, 0);
        long before = publisher.hash();
        publisher.publish(0);
        begin().position(0, Math.nextUp(FAR), 0, 0);
        assertNotEquals(before, publisher.hash());
        begin().position(0, FAR, 0, 0);
        assertEquals(before, publisher.hash());
        begin().position(0, 0, FAR, 0);
        assertNotEquals(before, publisher.hash());
    }
}
