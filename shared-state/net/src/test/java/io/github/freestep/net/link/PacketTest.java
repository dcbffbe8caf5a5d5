package io.github.freestep.net.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PacketTest {
    private static final long TOKEN = -7;

    private final Packet packets = new Packet();

    private static ByteBuffer header(int flags) {
        ByteBuffer packet = ByteBuffer.allocate(2 * Packet.MAX);
        return packet.put(Packet.MAGIC)
                .put(Packet.VERSION)
                .putLong(TOKEN)
                .put((byte) flags)
                .putShort((short) 1);
    }

    private ByteBuffer sealed(ByteBuffer packet) {
        packets.seal(packet);
        return packet;
    }

    @Test
    void aWholePacketHasItsTokenAndADamagedOneNone() {
        ByteBuffer whole = sealed(header(0).put((byte) 9));
        assertEquals(TOKEN, packets.token(whole));
        for (int i = 0; i < whole.limit(); i++) {
            ByteBuffer damaged =
                    ByteBuffer.allocate(whole.limit()).put(whole.duplicate()).flip();
            damaged.put(i, (byte) (damaged.get(i) ^ 1));
            assertEquals(0, packets.token(damaged), "byte " + i);
            packets.seal(damaged.position(whole.limit() - Packet.CHECKSUM));
            assertEquals(i >= 2, packets.token(damaged) != 0, "of another kind or version, byte " + i);
        }
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
        assertTrue(Packet.begins(sealed(header(Packet.OPENING).put(first))));
        byte[] before = new byte[35];
        Arrays.fill(before, (byte) -1);
        assertTrue(Packet.begins(sealed(header(heard).put(before, 0, 5).put(first))));
        assertTrue(Packet.begins(sealed(header(all).put(before).put(first))));
        assertFalse(Packet.begins(sealed(header(0).put(first))), "a later packet");
        assertFalse(Packet.begins(sealed(header(Packet.OPENING).put(first, 0, 4))), "cut off");
        assertFalse(Packet.begins(sealed(header(Packet.OPENING))), "without a unit");
        first[2] = 1;
        assertFalse(Packet.begins(sealed(header(Packet.OPENING).put(first))), "the second unit");
        byte[] routine = {UnitHeader.LAST | 1, 0, 0, 1, 5};
        assertFalse(Packet.begins(sealed(header(Packet.OPENING).put(routine))), "another lane");
    }
}
