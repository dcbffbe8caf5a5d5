package io.github.freestep.physics.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.TimeAnchor;
import org.junit.jupiter.api.Test;

class PoseArraysTest {
    private static final int BODIES = 3;

    private final PoseArrays poses = new PoseArrays(StateLayout.of(BODIES));
    private final StatePublisher first = publisher();
    private final StatePublisher second = publisher();
    private long tick;

    private static StatePublisher publisher() {
        return publisher(StateLayout.of(BODIES));
    }

    private static StatePublisher publisher(StateLayout layout) {
        StatePublisher publisher = StatePublisher.of(layout);
        for (int slot = 0; slot < BODIES; slot++) {
            publisher.bodies().spawn(slot);
        }
        return publisher;
    }

    private boolean set(int slot, float x, float z) {
        return poses.set(slot, x, slot, z, 0, 0, 0, 1);
    }

    private void setAll(float x) {
        for (int slot = 0; slot < BODIES; slot++) {
            set(slot, x, 0);
        }
    }

    /** Writes a state, and returns the x of each body in it. */
    private String published(StatePublisher to) {
        State state = write(to);
        return state.x()[0] + " " + state.x()[1] + " " + state.x()[2];
    }

    private State write(StatePublisher to) {
        poses.write(begin(to), BODIES, to.bodies());
        to.publish(tick);
        try (StateReader reader = to.states().reader()) {
            assertTrue(reader.acquire());
            return reader.state(0);
        }
    }

    private StateWriter begin(StatePublisher to) {
        tick++;
        return to.begin(tick, tick, new TimeAnchor(), tick);
    }

    @Test
    void onlyChangedPosesAreWritten() {
        setAll(1);
        assertEquals("1.0 1.0 1.0", published(first));
        StateWriter between = begin(first);
        between.position(0, 7, 0, 0);
        between.position(2, 7, 0, 0);
        first.publish(tick);
        set(0, 1, 0);
        set(1, 2, 0);
        assertEquals("7.0 2.0 7.0", published(first));
        poses.spawned(2);
        assertEquals("7.0 2.0 1.0", published(first));
    }

    @Test
    void allPosesAreWrittenToAnotherWriter() {
        setAll(1);
        assertEquals("1.0 1.0 1.0", published(first));
        set(0, 2, 0);
        assertEquals("2.0 1.0 1.0", published(second));
        set(2, 3, 0);
        assertEquals("2.0 1.0 3.0", published(first));
        setAll(4);
        poses.clear();
        set(0, 5, 0);
        assertEquals("5.0 4.0 4.0", published(first));
    }

    @Test
    void aWriteThatThrowsIsRepeated() {
        setAll(1);
        StateWriter writer = begin(first);
        poses.write(writer, BODIES, first.bodies());
        first.publish(tick);
        setAll(2);
        assertThrows(IllegalStateException.class, () -> poses.write(writer, BODIES, first.bodies()));
        assertEquals("2.0 2.0 2.0", published(first));
    }

    /** A body at (5, 0, 0) on a parent at (1, 0, 0) that is turned by a quarter about z. */
    @Test
    void posesOfAttachedBodiesAreWrittenRelativeToTheirParents() {
        float half = (float) Math.sqrt(0.5);
        setAll(0);
        poses.set(0, 1, 0, 0, 0, 0, half, half);
        poses.set(2, 5, 0, 7, 0, 0, 0, 1);
        published(first);
        first.bodies().attach(2, 0);
        assertRelative(2, 0, -4, 7, -half);
        poses.set(0, 1, 2, 0, 0, 0, half, half);
        assertRelative(2, -2, -4, 7, -half);
        assertRelative(2, -2, -4, 7, -half);
        poses.set(2, 5, 2, 7, 0, 0, half, half);
        assertRelative(2, 0, -4, 7, 0);
        first.bodies().detach(2);
        assertRelative(2, 5, 2, 7, half);
        assertRelative(0, 1, 2, 0, half);
    }

    /** What was written before a body was detached does not count, whatever its parent is afterwards. */
    @Test
    void restingBodiesThatAreAttachedAsBeforeAreWritten() {
        setAll(0);
        poses.set(0, 1, 0, 0, 0, 0, 0, 1);
        poses.set(2, 5, 0, 0, 0, 0, 0, 1);
        published(first);
        first.bodies().attach(2, 0);
        first.bodies().detach(2);
        assertRelative(2, 5, 0, 0, 0);
        first.bodies().attach(2, 0);
        assertRelative(2, 4, 0, 0, 0);
        first.bodies().detach(2);
        first.bodies().attach(2, 0);
        assertRelative(2, 4, 0, 0, 0);
        first.bodies().attach(2, 1);
        first.bodies().attach(2, 0);
        assertRelative(2, 4, 0, 0, 0);
    }

    private void assertRelative(int slot, double x, double y, double z, double qz) {
        State state = write(first);
        assertEquals(x, state.x(slot), 1e-6);
        assertEquals(y, state.y(slot), 1e-6);
        assertEquals(z, state.z(slot), 1e-6);
        assertEquals(qz, state.qz()[slot] * Math.signum(state.qw()[slot]), 1e-6);
    }
}
