package io.github.freestep.net.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PacketTest {
    private static final long TOKEN = -7;

    private static ByteBuffer header(int flags) {
        ByteBuffer packet = ByteBuffer.allocate(2 * Packet.MAX);
        return packet.put(Packet.MAGIC)
                .put(Packet.VERSION)
                .putLong(TOKEN)
                .put((byte) flags)
                .putShort((short) 1);
    }

    @Test
    void onlyAWholePacketOfThisVersionHasAToken() {
        ByteBuffer whole = header(0).put((byte) 9).flip();
        assertEquals(TOKEN, Packet.token(whole));
        for (int i = 0; i < 2; i++) {
            ByteBuffer other =
                    ByteBuffer.allocate(whole.limit()).put(whole.duplicate()).flip();
            assertEquals(0, Packet.token(other.put(i, (byte) (other.get(i) ^ 1))), "of another kind or version");
        }
        assertEquals(0, Packet.token(whole.duplicate().limit(Packet.HEADER - 1)), "cut off");
        assertEquals(0, Packet.token(header(0).position(Packet.MAX + 1).flip()), "too long");
        assertEquals(0, whole.position());
    }

    @Test
    void findsTheFirstUnitOfAConnection() {
        byte[] first = {UnitHeader.LAST, 0, 0, 1, 5};
        int heard = Packet.OPENING | Packet.HEARD;
        int all = heard;
        for (int lane = 0; lane < Packet.LANES; lane++) {
            all |= Packet.ackFlag(lane) | Packet.maskFlag(lane);
        }
        assertTrue(Packet.begins(header(Packet.OPENING).put(first).flip()));
        byte[] before = new byte[35];
        Arrays.fill(before, (byte) -1);
        assertTrue(Packet.begins(header(heard).put(before, 0, 5).put(first).flip()));
        assertTrue(Packet.begins(header(all).put(before).put(first).flip()));
        assertFalse(Packet.begins(header(0).put(first).flip()), "a later packet");
        assertFalse(Packet.begins(header(Packet.OPENING).put(first, 0, 4).flip()), "cut off");
        assertFalse(Packet.begins(header(Packet.OPENING).flip()), "without a unit");
        first[2] = 1;
        assertFalse(Packet.begins(header(Packet.OPENING).put(first).flip()), "the second unit");
        byte[] routine = {UnitHeader.LAST | 1, 0, 0, 1, 5};
        assertFalse(Packet.begins(header(Packet.OPENING).put(routine).flip()), "another lane");
    }
}
