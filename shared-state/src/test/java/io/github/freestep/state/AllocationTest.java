package io.github.freestep.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.testing.Allocations;
import io.github.freestep.time.Ratio;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class AllocationTest {
    private static final int BODIES = 100;
    private static final int[] LISTED = {3, 40, 90};

    private final StatePublisher publisher =
            StatePublisher.of(StateLayout.of(BODIES).linear("phase"));
    /** Volatile, so that the JIT cannot remove an allocation that is stored here. */
    private volatile Object escaped;

    private final StateReader reader = publisher.states().reader();
    private final StateReader sleeper = publisher.states().reader();
    private final Timeline timeline = new Timeline(Ratio.of(60), 0);
    private final float[] values = new float[BODIES];
    private final double[] doubles = new double[BODIES];
    private final float[] ones = new float[BODIES];
    private long tick;
    private float sum;

    @Test
    void aTickAndAFrameAllocateNothing() {
        Arrays.fill(ones, 1);
        assertEquals(0, Allocations.of(this::tickAndFrame));
        assertTrue(sum == 0 && sleeper.acquire());
    }

    @Test
    void pausesAndScaleChangesAllocateNothing() {
        assertEquals(0, Allocations.of(this::control));
    }

    @Test
    void theMeasurementDetectsAnAllocation() {
        assertTrue(Allocations.of(() -> escaped = new float[1 + (int) (tick++ & 1)]) >= 16L * Allocations.ROUNDS);
    }

    private void tickAndFrame() {
        tick++;
        timeline.simulated(timeline.simulationOf(tick));
        StateWriter writer = publisher.begin(tick, timeline.simulationOf(tick), timeline.anchor(), 0);
        writer.positions(values, values, values, 0, BODIES);
        writer.orientations(values, values, values, values, 0, BODIES);
        writer.orientation(0, 0, 0, 0, 0);
        writer.poses(LISTED, LISTED.length, values, values, values, values, values, values, ones);
        writer.poses(LISTED, 2, doubles, doubles, doubles, values, values, values, values);
        writer.linear(0, 0, tick);
        publisher.publish(timeline.dueNanos(tick + 1));
        if (reader.acquire()) {
            sum += reader.state(0).x()[0] + reader.state(reader.size() - 1).qw()[1];
        }
    }

    private void control() {
        tick++;
        timeline.simulated(timeline.simulationAt(tick * 1_000));
        timeline.pause(tick * 1_000 + 100);
        publisher.begin(tick, 0, timeline.anchor(), 0);
        publisher.publish(0);
        timeline.resume(tick * 1_000 + 200);
        timeline.scale(tick * 1_000 + 300, 1, 1);
        publisher.amend(timeline.anchor());
        publisher.publish(0);
        publisher.replace(timeline.anchor(), 0).orientation(0, 0, 0, 0, 1);
        publisher.publish(0);
    }
}
