package io.github.freestep.physics.saves.content;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LivingBodiesTest {
    private static final int CAPACITY = 20;

    /** A slot above all others. */
    private static final int NONE = CAPACITY;

    private final LivingBodies living = new LivingBodies();

    private static Bodies bodies(int count) {
        Bodies bodies = StatePublisher.of(StateLayout.of(CAPACITY)).bodies();
        for (int slot = 0; slot < count; slot++) {
            bodies.spawn(slot);
        }
        return bodies;
    }

    /** Reads a save whose first {@code slots} slots have bodies but for one, and in which these pairs are attached. */
    private void read(int slots, int empty, int... pairs) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(100).putInt(slots);
        long alive = (1L << slots) - 1 & ~(1L << empty);
        for (int from = 0; from < slots; from += Byte.SIZE) {
            bytes.put((byte) (alive >> from));
        }
        bytes.putInt(pairs.length / 2);
        IntStream.of(pairs).forEach(bytes::putInt);
        read(bytes.flip());
    }

    private void read(ByteBuffer bytes) throws IOException {
        living.read(new DataInputStream(new ByteArrayInputStream(bytes.array(), 0, bytes.limit())), CAPACITY);
    }

    /** Such a body needs no new position. */
    @Test
    void aBodyThatHasItsParentStaysAttached() throws IOException {
        Bodies bodies = bodies(3);
        bodies.attach(1, 0);
        bodies.attach(2, 0);
        read(3, NONE, 1, 0, 2, 1);
        living.restore(bodies);
        assertEquals(0, bodies.parent(1));
        assertEquals(State.NO_PARENT, bodies.parent(2));
        living.attach(bodies);
        assertEquals(1, bodies.parent(2));
    }

    /** A world of 10,000 bodies is saved for each prediction. */
    @Test
    void aSaveTakesABitForEachSlotAndEightBytesForEachAttachment() throws IOException {
        Bodies bodies = bodies(CAPACITY);
        bodies.remove(9);
        bodies.attach(18, 19);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        LivingBodies.write(bodies, new DataOutputStream(bytes));
        assertEquals("00000014fffd0f000000010000001200000013", HexFormat.of().formatHex(bytes.toByteArray()));
        read(ByteBuffer.wrap(bytes.toByteArray()));
        Bodies restored = bodies(CAPACITY);
        living.restore(restored);
        living.attach(restored);
        for (int slot = 0; slot < CAPACITY; slot++) {
            assertEquals(slot != 9, restored.isAlive(slot));
            assertEquals(slot == 18 ? 19 : State.NO_PARENT, restored.parent(slot));
        }
    }

    private void assertDamaged(String reason, int slots, int... pairs) throws IOException {
        read(slots, NONE, pairs);
        Bodies bodies = bodies(slots);
        IOException refused = assertThrows(IOException.class, () -> living.attach(bodies));
        assertTrue(refused.getMessage().contains(reason), refused::getMessage);
    }

    @Test
    void impossibleAttachmentsAreRefused() throws IOException {
        assertDamaged("itself", 1, 0, 0);
        assertDamaged("which is attached to it", 3, 0, 2, 1, 0, 2, 1);
        assertDamaged(
                "at most 8",
                10,
                IntStream.range(1, 10)
                        .flatMap(slot -> IntStream.of(slot, slot - 1))
                        .toArray());
        for (int empty : new int[] {0, 1}) {
            assertEquals(
                    "the saved world is damaged: slot 0 is attached to slot 1, but one of them has no body, or the"
                            + " first has a parent already; use another copy",
                    assertThrows(IOException.class, () -> read(3, empty, 0, 1)).getMessage());
        }
        assertThrows(IOException.class, () -> read(3, NONE, 0, 1, 0, 2));
    }

    @Test
    void impossibleNumbersAreRefused() {
        for (String hex : new String[] {
            "ffffffff", // a negative number of slots
            "00000015", // more than the capacity
            "000000090103", // a tenth body in nine slots
            "0000000101ffffffff", // a negative number of attached bodies
            "000000010100000002", // more of them than slots
            "000000020300000001ffffffff00000000", // a negative child
            "0000000203000000010000000000000002" // a parent beyond the slots
        }) {
            IOException refused = assertThrows(
                    IOException.class, () -> read(ByteBuffer.wrap(HexFormat.of().parseHex(hex))));
            assertFalse(refused instanceof EOFException, hex);
            assertFalse(living.isAlive(0));
        }
        assertThrows(EOFException.class, () -> read(ByteBuffer.wrap(new byte[] {0, 0, 0, CAPACITY, -1})));
    }
}
