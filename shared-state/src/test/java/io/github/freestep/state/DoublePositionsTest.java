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

    private final StatePublisher publisher = publisher(StateLayout.of(CAPACITY).doublePositions());
    private long tick;

    private static StatePublisher publisher(StateLayout layout) {
        StatePublisher publisher = StatePublisher.of(layout);
        for (int slot = 0; slot < CAPACITY; slot++) {
            publisher.bodies().spawn(slot);
        }
        return publisher;
    }

    private StateWriter begin(StatePublisher to) {
        tick++;
        StateWriter writer = to.begin(tick, tick, new TimeAnchor(), 0);
        if (tick == 1) {
            writer.positions(new float[CAPACITY], new float[CAPACITY], new float[CAPACITY], 0, CAPACITY);
        }
        return writer;
    }

    /** Such a position minus an origin would not be a finite float. */
    @ParameterizedTest
    @ValueSource(
            doubles = {
                Double.NaN,
                Double.POSITIVE_INFINITY,
                Double.NEGATIVE_INFINITY,
                Double.MAX_VALUE,
                Float.MAX_VALUE,
                0x1p125,
                -0x1p125
            })
    void positionsWithoutAFloatDifferenceAreFound(double value) {
        begin(publisher).position(7, 0, 0, value);
        assertEquals(7, publisher.firstNotFinite());
        begin(publisher).position(7, 0, Math.nextDown(0x1p125), 0);
        assertEquals(-1, publisher.firstNotFinite());
        double[] values = new double[CAPACITY];
        values[90] = value;
        begin(publisher).positions(values, new double[CAPACITY], new double[CAPACITY], 0, CAPACITY);
        assertEquals(90, publisher.firstNotFinite());
        begin(publisher).positions(new double[CAPACITY], values, new double[CAPACITY], 65, 95);
        assertEquals(90, publisher.firstNotFinite());
    }

    @Test
    void theHashHasEveryBit() {
        begin(publisher).position(0, FAR, 0, 0);
        long before = publisher.hash();
        publisher.publish(0);
        begin(publisher).position(0, Math.nextUp(FAR), 0, 0);
        assertNotEquals(before, publisher.hash());
        begin(publisher).position(0, FAR, 0, 0);
        assertEquals(before, publisher.hash());
        begin(publisher).position(0, 0, FAR, 0);
        assertNotEquals(before, publisher.hash());
    }
}
