package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bodies that are shown as in the newest state. {@link ChangesModelTest} compares random ones with a naive sampler. */
class SnapsTest {
    private static final long MILLI = SimulatedPhysics.MILLI;
    private static final int SNAPPED = 0;
    private static final int OTHER = 1;
    private static final int RIDER = 2;

    /** Two bodies that move side by side, 1 unit per second, and one that stays 5 above its parent. */
    private final SimulatedPhysics physics =
            new SimulatedPhysics(StateLayout.of(3).linear("at").stepped("tick"), 4, (state, simulationNanos) -> {
                for (int slot = SNAPPED; slot <= OTHER; slot++) {
                    state.position(slot, simulationNanos / 1e9, 0, 0);
                    state.linear(0, slot, simulationNanos / 1e9);
                    state.stepped(0, slot, simulationNanos / 10_000_000);
                }
                state.position(RIDER, 0, 5, 0);
            });

    private final Bodies bodies = physics.publisher.bodies();
    private final StateReader newest = physics.publisher.states().reader();
    private FrameSampler frames;
    private long now;

    SnapsTest() {
        bodies.spawn(SNAPPED);
        bodies.spawn(OTHER);
    }

    private Frame frame(long millis) {
        Frame frame = null;
        for (long end = now + millis * MILLI; now < end; ) {
            now += MILLI;
            physics.runTo(now);
            frame = frames.sample(now);
        }
        newest.acquire();
        return frame;
    }

    private void open(FrameMode mode) {
        frames = FrameSampler.builder(physics.publisher.states()).mode(mode).open();
        frames.snap(SNAPPED, true);
        frames.snap(SNAPPED, true);
    }

    @ParameterizedTest
    @EnumSource
    void onlyTheSnappedBodyIsThatOfTheNewestState(FrameMode mode) {
        open(mode);
        frame(500);
        for (int i = 0; i < 100; i++) {
            Frame frame = frame(1);
            assertEquals((float) newest.state(0).x(SNAPPED), frame.x()[SNAPPED]);
            assertEquals(newest.state(0).linear(0)[SNAPPED], frame.linear(0)[SNAPPED]);
            assertEquals(newest.state(0).tick(), frame.stepped(0)[SNAPPED]);
            assertEquals(frame.simulationNanos() / 1e9, frame.x()[OTHER], mode == FrameMode.EXTRAPOLATE ? 2e-3 : 1e-4);
        }
        frames.snap(SNAPPED, false);
        Frame frame = frame(40);
        assertEquals(frame.x()[OTHER], frame.x()[SNAPPED]);
    }

    @Test
    void childrenFollowASnappedParent() {
        bodies.spawn(RIDER);
        bodies.attach(RIDER, SNAPPED);
        open(FrameMode.INTERPOLATE);
        frame(500);
        for (int i = 0; i < 50; i++) {
            Frame frame = frame(1);
            assertEquals(frame.x()[SNAPPED], frame.x()[RIDER]);
            assertEquals(5, frame.y()[RIDER]);
        }
    }

    @Test
    void aSlotBeyondTheCapacityIsRefused() {
        open(FrameMode.INTERPOLATE);
        for (int slot : new int[] {-1, 3}) {
            String message = assertThrows(IllegalArgumentException.class, () -> frames.snap(slot, true))
                    .getMessage();
            assertTrue(message.startsWith("slot must be between 0 and 2, was " + slot), message);
        }
    }
}
