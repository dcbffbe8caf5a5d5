package io.github.freestep.physics.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LivingBodiesTest {
    private static final int CAPACITY = 20;
    private static final int NO_BODY = -2;
    private static final int FREE = -1;

    private final LivingBodies living = new LivingBodies(CAPACITY);

    private static Bodies bodies(int count) {
        Bodies bodies = StatePublisher.of(StateLayout.of(CAPACITY)).bodies();
        for (int slot = 0; slot < count; slot++) {
            bodies.spawn(slot);
        }
        return bodies;
    }

    private void read(int... values) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * Integer.BYTES);
        bytes.asIntBuffer().put(values);
        living.read(new DataInputStream(new ByteArrayInputStream(bytes.array())));
    }

    /** Such a body needs no new position. */
    @Test
    void aBodyThatHasItsParentStaysAttached() throws IOException {
        Bodies bodies = bodies(3);
        bodies.attach(1, 0);
        bodies.attach(2, 0);
        read(3, FREE, 0, 1);
        living.restore(bodies);
        assertEquals(0, bodies.parent(1));
        assertEquals(State.NO_PARENT, bodies.parent(2));
        living.attach(bodies);
        assertEquals(1, bodies.parent(2));
    }

    private void assertDamaged(String reason, int... values) throws IOException {
        read(values);
        Bodies bodies = bodies(values[0]);
        IOException refused = assertThrows(IOException.class, () -> living.attach(bodies));
        assertTrue(refused.getMessage().contains(reason), refused::getMessage);
    }

    @Test
    void impossibleAttachmentsAreRefused() throws IOException {
        assertDamaged("itself", 1, 0);
        assertDamaged("which is attached to it", 3, 2, 0, 1);
        int[] chain =
                IntStream.concat(IntStream.of(10), IntStream.range(FREE, 9)).toArray();
        assertDamaged("at most 8", chain);
        assertEquals(
                "the saved world is damaged: body 0 is attached to slot 1, which has no body; use another copy",
                assertThrows(IOException.class, () -> read(2, 1, NO_BODY)).getMessage());
    }

    @Test
    void impossibleNumbersAreRefused() {
        for (int[] values : new int[][] {{-1}, {CAPACITY + 1}, {1, NO_BODY - 1}, {1, 1}}) {
            assertThrows(IOException.class, () -> read(values));
            assertFalse(living.isAlive(0));
        }
        assertThrows(EOFException.class, () -> read(CAPACITY, 1));
    }
}
