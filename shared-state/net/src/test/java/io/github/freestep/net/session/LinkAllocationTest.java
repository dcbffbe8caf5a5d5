package io.github.freestep.net.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.seal.Sealer;
import io.github.freestep.net.seal.Unsealer;
import io.github.freestep.net.wire.StateEncoder;
import io.github.freestep.testing.Allocations;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class LinkAllocationTest {
    private static final int ROUNDS = 5_000;

    private final ByteBuffer piece = ByteBuffer.allocate(StateEncoder.MAX_DATAGRAM);
    private long nowNanos;
    private final InetSocketAddress source = LinkRig.address(1);
    private long taken;

    @Test
    void withoutAKeyNothingIsAllocated() {
        assertEquals(0, bytes(null));
    }

    /** A round seals and opens three datagrams. Says what {@link Sealer} and {@link Unsealer} promise together. */
    @Test
    void withAKeyTheJdkAllocatesLittle() {
        long bytes = bytes(LinkRig.KEY) / ROUNDS;
        // Three datagrams, each sealed and opened.
        assertTrue(bytes <= 3 * 2 * 1_200, "bytes per round: " + bytes);
    }

    private long bytes(byte[] key) {
        ServerLink server = ServerLink.of(1, key, 1, id -> {}, this::take, this::take, LinkRig.NOBODY);
        ClientLink client = ClientLink.of(key, () -> nowNanos);
        client.hear(server.receive(client.next(0, 0, true), source, 0), 0);
        client.hear(server.receive(client.next(0, 0, true), source, 0), 0);
        long least = Allocations.of(ROUNDS, () -> round(server, client));
        assertEquals(0, client.input().refused());
        assertTrue(taken >= ROUNDS);
        return least;
    }

    private void round(ServerLink server, ClientLink client) {
        nowNanos += 10_000_000;
        client.input().axis(0, 1);
        client.hear(server.receive(client.next(nowNanos, 0, true), source, nowNanos), nowNanos);
        client.openPiece(server.sealPiece(piece));
    }

    private boolean take(int code, float value, long nanos) {
        taken++;
        return true;
    }
}
