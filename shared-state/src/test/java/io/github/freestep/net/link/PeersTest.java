package io.github.freestep.net.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.aeron.protocol.DataHeaderFlyweight;
import io.aeron.protocol.HeaderFlyweight;
import io.aeron.protocol.SetupFlyweight;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class PeersTest {
    private final InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    private final Peers peers = new Peers((datagram, source) -> {});

    private void send(int type, int length, long number) {
        ByteBuffer datagram = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        datagram.putShort(HeaderFlyweight.TYPE_FIELD_OFFSET, (short) type);
        if (number != 0) {
            datagram.putLong(DataHeaderFlyweight.RESERVED_VALUE_OFFSET, number);
        }
        assertEquals(length, peers.sendToAll(datagram));
    }

    /** Any client can make a sender send SETUPs. */
    @Test
    void onlyDataCountsAsSentToAll() {
        peers.admit(address);
        send(HeaderFlyweight.HDR_TYPE_SETUP, SetupFlyweight.HEADER_LENGTH, 0);
        send(HeaderFlyweight.HDR_TYPE_DATA, 100, 2);
        assertEquals(0, peers.commonBytes());
        send(HeaderFlyweight.HDR_TYPE_DATA, 100, 0);
        send(HeaderFlyweight.HDR_TYPE_DATA, DataHeaderFlyweight.HEADER_LENGTH, 0);
        assertEquals(100 + DataHeaderFlyweight.HEADER_LENGTH + 2 * Peers.UDP_BYTES, peers.commonBytes());
        assertEquals(SetupFlyweight.HEADER_LENGTH + 200 + DataHeaderFlyweight.HEADER_LENGTH, peers.sentBytes(address));
    }
}
