package io.github.freestep.net;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.net.session.ClientStatus;
import io.github.freestep.net.session.MessageLane;
import io.github.freestep.net.session.Peers;
import io.github.freestep.net.session.ServerLink;
import io.github.freestep.net.session.StatePace;
import io.github.freestep.net.wire.Datagrams;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SenderStreamsTest {
    private static final byte EVENTS = (byte) IntStream.range(0, 256)
            .filter(first -> Datagrams.isEvents((byte) first))
            .findFirst()
            .orElseThrow();

    /** The numbers of what was sent, and how many bytes came after them. */
    private final List<Integer> numbers = new ArrayList<>();

    private final List<Integer> lengths = new ArrayList<>();

    private final SenderStreams streams = new SenderStreams(
            ServerLink.of(1, SenderRig.KEY, 0, null, ServerLink.Limits.NONE), new Peers(this::sent, 0, error -> {}));

    private boolean sent(ByteBuffer datagram, Object to) {
        ByteBuffer opened = SenderRig.opened(datagram);
        numbers.add(opened.getInt());
        lengths.add(opened.remaining());
        return true;
    }

    private void join() {
        numbers.clear();
        lengths.clear();
        streams.begin(client());
    }

    private static ClientStatus client() {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        return new ClientStatus(SenderRig.keys(1), address, new MessageLane(), new StatePace(Double.POSITIVE_INFINITY));
    }

    private void add(byte kind, int length) {
        streams.stream(ByteBuffer.allocate(length).put(0, kind));
    }

    @Test
    void aNewClientIsSentTheStreamOfTheLastSecondOnceAndNoOldEvents() {
        add((byte) 0, 300);
        streams.nowNanos += 1;
        add((byte) 0, 100);
        add(EVENTS, 200);
        streams.nowNanos += 1_000_000_000;
        join();
        assertEquals(List.of(2, 3), numbers);
        assertEquals(List.of(100, 0), lengths);
        ClientStatus client = client();
        streams.begin(client);
        streams.begin(client);
        assertEquals(4, numbers.size());
    }

    /** What it has missed while it moved would never be asked for again if it came empty. */
    @Test
    void aClientThatHasMovedIsSentTheEventsSinceItCame() {
        add(EVENTS, 100);
        ClientStatus client = client();
        streams.begin(client);
        add(EVENTS, 200);
        ClientStatus moved = client();
        moved.firstEvents = client.firstEvents;
        numbers.clear();
        lengths.clear();
        streams.begin(moved);
        assertEquals(List.of(0, 200), lengths);
    }
}
