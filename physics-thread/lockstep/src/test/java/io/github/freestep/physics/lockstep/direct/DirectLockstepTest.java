package io.github.freestep.physics.lockstep.direct;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.Inside;
import io.github.freestep.net.PlayerToken;
import io.github.freestep.net.UdpTransport;
import io.github.freestep.net.link.RoomWork;
import io.github.freestep.physics.lockstep.LockstepTransport;
import io.github.freestep.physics.lockstep.SequencerTransport;
import io.github.freestep.physics.lockstep.link.MatchPort;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DirectLockstepTest {
    private static final byte[] KEY = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TOKEN = PlayerToken.issue(KEY, 1, Duration.ofHours(1));

    private static final int LONGEST_REPLY = LockstepTransport.MAX_PACKET - "reply to ".length();

    private final int port = FreePorts.inARow(1);
    private final Map<Long, String> received = new ConcurrentHashMap<>();
    private final List<String> replies = new ArrayList<>();
    private SequencerTransport server;

    @Test
    void theLargestPacketArrivesEncrypted() {
        String large = "x".repeat(LockstepTransport.MAX_PACKET);
        listen(here().key(KEY));
        try (LockstepTransport stranger = here().connect();
                LockstepTransport peer = here().token(TOKEN).connect()) {
            await(() -> {
                stranger.poll(packet -> {});
                stranger.send(packet("forged"));
                boolean isRefused = server.toString().contains("last error");
                return exchange(peer, large, "reply to " + large.substring(9)) && isRefused;
            });
            assertEquals(List.of(large), List.copyOf(received.values()));
            String text = server.toString();
            String start = "listening at 127.0.0.1:" + port
                    + ", peers: 1, last error: java.lang.IllegalStateException: the client at ";
            assertTrue(text.startsWith(start) && text.contains("told: the token is missing or of another key"), text);
            assertEquals("connected to 127.0.0.1:" + port, peer.toString());
        }
    }

    @Test
    void goesOverATransportOfTheUserWhichStaysOpen() throws Exception {
        InetSocketAddress at = new InetSocketAddress("127.0.0.1", port);
        try (UdpTransport atPeer = UdpTransport.to(at.getAddress())) {
            DirectLockstep over = DirectLockstep.over(atPeer).token(TOKEN);
            refusedWith(
                    "listen() needs key(...), from which tokens are made, instead of token(...)",
                    IllegalStateException.class,
                    over::listen);
            refusedWith(
                    "connect() needs token(...), made by PlayerToken.issue(key, ...), instead of key(...)",
                    IllegalStateException.class,
                    here().key(KEY)::connect);
            listen(here().key(KEY));
            try (LockstepTransport peer = over.connect(at)) {
                await(() -> exchange(peer, "hello", "reply to hello"));
                assertEquals("connected to " + at + " over " + atPeer, peer.toString());
            }
            assertTrue(atPeer.send(packet("still open"), at));
        }
    }

    @Test
    void withoutAKeyOnlyThisMachineMayConnect() {
        DirectLockstep open = DirectLockstep.at("0.0.0.0").port(port);
        refusedWith(
                "without a key, everyone who can reach 0.0.0.0:" + port
                        + " could read and forge the packets of the match; set key(...) to 16 or 32 random bytes, and make"
                        + " each player's token from them by PlayerToken.issue(...)",
                IllegalStateException.class,
                open::listen);
        refusedWith(
                "without a token, only a server on this machine can be joined, and 192.0.2.1:" + port
                        + " is not a loopback address; set token(...), which your login makes by PlayerToken.issue(...)"
                        + " from the server's key",
                IllegalStateException.class,
                DirectLockstep.at("192.0.2.1").port(port)::connect);
        listen(here());
        try (LockstepTransport peer = here().connect()) {
            await(() -> exchange(peer, "hello", "reply to hello"));
        }
    }

    private DirectLockstep here() {
        return DirectLockstep.at("127.0.0.1").port(port);
    }

    @AfterEach
    void close() {
        if (server != null) {
            server.close();
        }
    }

    /** Opens a server that replies to each packet. */
    private void listen(DirectLockstep settings) {
        server = settings.listen();
        MatchPort at = Inside.of(server);
        at.room().start(new RoomWork() {
            @Override
            public void datagram(ByteBuffer datagram, SocketAddress source) {
                at.datagram(datagram, source, (number, packet) -> {
                    String sent = text(packet);
                    received.put(number, sent);
                    at.send(number, packet("reply to " + sent.substring(Math.max(0, sent.length() - LONGEST_REPLY))));
                });
            }

            @Override
            public long pass(long nowNanos) {
                at.pass();
                return 1_000_000;
            }

            @Override
            public void close() {}
        });
    }

    /** Sends a packet, and returns whether a reply has come. */
    private boolean exchange(LockstepTransport peer, String text, String reply) {
        peer.send(packet(text));
        replies.clear();
        peer.poll(packet -> replies.add(text(packet)));
        assertTrue(replies.stream().allMatch(reply::equals), replies::toString);
        return !replies.isEmpty();
    }

    private static ByteBuffer packet(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String text(ByteBuffer packet) {
        return StandardCharsets.US_ASCII.decode(packet).toString();
    }

    private void await(BooleanSupplier done) {
        Await.until(done, () -> received + " " + replies);
    }
}
