package io.github.freestep.net.session;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.seal.AddressTickets;
import io.github.freestep.net.seal.NamedPlayers;
import io.github.freestep.net.seal.PlayerKeys;
import io.github.freestep.net.seal.Sealer;
import io.github.freestep.net.wire.Datagrams;
import io.github.freestep.state.InputSink;
import io.github.freestep.testing.InputCalls;
import io.github.freestep.testing.VirtualNetwork;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A server and a client on virtual time, with a link between them that loses, repeats and reorders datagrams. */
final class LinkRig {
    static final byte[] KEY = "0123456789abcdef".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    static final int AXES = 4;

    /** The server's clock minus the client's. */
    static final long OFFSET = 7_000_000_000L;

    private static final long STEP_NANOS = 1_000_000;

    /** What the sinks took, as text. */
    final List<String> taken = new ArrayList<>();

    /** All datagrams that were sent to the server and to the client, for replays. */
    final List<byte[]> toServer = new ArrayList<>();

    final List<byte[]> toClient = new ArrayList<>();

    /** All datagrams with messages that were sent to the server and to the client. */
    final List<byte[]> messagesToServer = new ArrayList<>();

    final List<byte[]> messagesToClient = new ArrayList<>();

    /** The client that has sent what the sinks take. */
    long sender;

    /** What the sinks answer. */
    boolean accepts = true;

    /** How many inputs the sinks have room for until a tick takes them, and how many wait. */
    int room = Integer.MAX_VALUE;

    int waiting;

    /** Whether the sink throws an exception, as an input port does for a time that it cannot have. */
    boolean isFaulty;

    /** Whether the client has states of the server's run. */
    boolean timesAreKnown = true;

    /** Both directions. If its jitter is more than a step, datagrams overtake each other. */
    final VirtualNetwork.Way way = new VirtualNetwork.Way();

    /** Where the client is. */
    InetSocketAddress address = address(1);

    /** What clients asked for: the port, the first number and the bits. */
    final List<String> repeats = new ArrayList<>();

    long nowNanos = 1_000;
    ServerLink server;
    AddressTickets tickets;
    final ClientLink client;

    private long joiningNanos;
    private final Random random;

    private @Nullable Sealer forger;

    /** The keys of the client. */
    final PlayerKeys keys;

    /** Where datagrams with messages go; others go to null. */
    private static final InetSocketAddress MESSAGES = address(2);

    /** The server and the client are null there. */
    private final VirtualNetwork<@Nullable InetSocketAddress> network;

    LinkRig(long seed) {
        network = new VirtualNetwork<>(seed);
        random = network.random();
        way.jitterNanos = STEP_NANOS;
        keys = keys(random.nextLong());
        client = newClient(keys);
        restart();
    }

    /** Replaces the server by a new run. */
    void restart() {
        restart(ServerLink.Limits.NONE);
    }

    void restart(ServerLink.Limits limits) {
        tickets = new AddressTickets();
        long run = random.nextLong();
        server = new ServerLink(run, KEY, 0, sink(), limits, new Sealer(random.nextInt(), counter()), tickets);
    }

    private InputSink sink() {
        return new InputCalls(
                AXES,
                client -> sender = client,
                (axis, value, nanos) -> take("axis", axis, value, nanos),
                (code, value, nanos) -> take("action", code, value, nanos));
    }

    /** The addresses to which the server sends states, in the order in which they were admitted. */
    List<SocketAddress> admitted() {
        return server.admitted().stream().map(status -> status.address).toList();
    }

    private void noteRepeats() {
        ClientStatus asking = server.takeAsking();
        if (asking != null) {
            int port = ((InetSocketAddress) asking.address).getPort();
            repeats.add(port + " " + asking.firstWanted() + " " + Long.toHexString(asking.takeWanted()));
        }
    }

    static InetSocketAddress address(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /** The keys of a player, by a token that never expires. */
    static PlayerKeys keys(long player) {
        return PlayerKeys.ofToken(new NamedPlayers(KEY, 0).token(player, -1), 0);
    }

    ClientLink newClient() {
        return newClient(keys(random.nextLong()));
    }

    ClientLink newClient(PlayerKeys of) {
        return new ClientLink(of, new ClientInput(() -> nowNanos), random::nextLong, counter());
    }

    /** Seals a datagram as the server does, for the client. */
    ByteBuffer seal(byte kind, byte[] text) {
        return seal(kind, text, keys);
    }

    ByteBuffer seal(byte kind, byte[] text, PlayerKeys of) {
        return server.seal(kind, ByteBuffer.wrap(text), status(of));
    }

    static ClientStatus status(PlayerKeys of) {
        return new ClientStatus(of, address(3), new MessageLane(), new StatePace(Double.POSITIVE_INFINITY));
    }

    /** Opens a datagram of the client. */
    ByteBuffer opened(byte[] sealed) {
        return opened(sealed, keys);
    }

    static ByteBuffer opened(byte[] sealed, PlayerKeys of) {
        return Sealer.ofRun().open(sealed[0], of.toServer, ByteBuffer.wrap(sealed, 1, sealed.length - 21));
    }

    /** Seals a text as the client's program could, with a counter that it has not reached. */
    ByteBuffer sealedByClient(ByteBuffer text) {
        if (forger == null) {
            forger = new Sealer(Sealer.saltOf(ByteBuffer.wrap(toServer.get(0), 1, 40)), 1L << 40);
        }
        return sealedByClient(forger, keys, text);
    }

    static ByteBuffer sealedByClient(Sealer by, PlayerKeys of, ByteBuffer text) {
        ByteBuffer sealed = ByteBuffer.allocate(2_000).put(Datagrams.SEALED_CLIENT);
        return of.name(sealed.put(by.seal(Datagrams.SEALED_CLIENT, of.toServer, text)))
                .flip();
    }

    /** The first counter of a sealer, above 0 as a time is. */
    private long counter() {
        return 1L + random.nextInt(Integer.MAX_VALUE);
    }

    /**
     * Lets a client join beside the link. Its clock is ahead of the server's, so that it sends at once and no other one
     * falls silent.
     */
    void join(ClientLink joining, InetSocketAddress source) {
        for (int i = 0; i < 3; i++) {
            joiningNanos += 200 * STEP_NANOS;
            ByteBuffer answer = server.receive(joining.next(joiningNanos, 0, true), source, nowNanos + OFFSET);
            if (answer != null) {
                joining.hear(answer, 0);
            }
        }
    }

    /** Lets a tick of the server take what waits. */
    void tick() {
        waiting = 0;
        server.inputTaken();
    }

    /** Lets 1 ms pass on both sides and on the link. */
    void step() {
        nowNanos += STEP_NANOS;
        if (room == Integer.MAX_VALUE) {
            tick();
        }
        server.expire(nowNanos + OFFSET);
        ByteBuffer input = client.next(nowNanos, OFFSET, timesAreKnown);
        if (input != null) {
            send(address, input);
        }
        for (ByteBuffer message; (message = client.nextMessage(nowNanos)) != null; ) {
            messagesToServer.add(VirtualNetwork.copy(message));
            network.send(message, address, MESSAGES, way, nowNanos);
        }
        server.sendMessages(nowNanos + OFFSET, (message, to) -> {
            messagesToClient.add(VirtualNetwork.copy(message));
            network.send(message, null, MESSAGES, way, nowNanos);
        });
        network.deliver(nowNanos, this::arrive);
    }

    private void arrive(
            ByteBuffer bytes, @Nullable InetSocketAddress source, @Nullable InetSocketAddress to, long atNanos) {
        if (to != null) {
            arriveMessage(bytes, source);
            return;
        }
        if (source == null) {
            client.hear(bytes, nowNanos);
            return;
        }
        int length = bytes.remaining();
        ByteBuffer answer = server.receive(bytes, source, nowNanos + OFFSET);
        noteRepeats();
        if (answer != null) {
            assertTrue(answer.remaining() < length, "an answer must not be longer");
            send(null, answer);
        }
    }

    /** Lets a datagram with a message arrive from an address at the server; from null at the client. */
    void arriveMessage(ByteBuffer bytes, @Nullable InetSocketAddress source) {
        if (source == null) {
            client.hearMessage(bytes, nowNanos);
        } else {
            server.receiveMessage(bytes, source, nowNanos + OFFSET);
        }
    }

    /** The server's lane for messages to and from its only client. */
    MessageLane lane() {
        return server.admitted().get(0).lane;
    }

    LinkRig run(int millis) {
        for (int i = 0; i < millis; i++) {
            step();
        }
        return this;
    }

    /** Lets time pass with all datagrams lost. */
    LinkRig outage(int millis) {
        double before = way.loss;
        way.loss = 1;
        network.clear();
        run(millis);
        way.loss = before;
        return this;
    }

    private boolean take(String kind, int code, float value, long nanos) {
        if (isFaulty) {
            throw new IllegalArgumentException("planned");
        }
        if (!accepts || waiting == room) {
            return false;
        }
        waiting++;
        return taken.add(kind + " " + code + " " + value + " " + nanos);
    }

    /** Sends from an address to the server; from null to the client. */
    void send(@Nullable InetSocketAddress source, ByteBuffer datagram) {
        (source == null ? toClient : toServer).add(VirtualNetwork.copy(datagram));
        network.send(datagram, source, null, way, nowNanos);
    }
}
