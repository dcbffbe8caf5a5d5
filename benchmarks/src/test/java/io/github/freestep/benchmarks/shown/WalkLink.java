package io.github.freestep.benchmarks.shown;

import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.seal.NamedPlayers;
import io.github.freestep.net.seal.PlayerKeys;
import io.github.freestep.net.session.ClientInput;
import io.github.freestep.net.session.ClientLink;
import io.github.freestep.net.session.ServerLink;
import io.github.freestep.net.wire.DatagramOutput;
import io.github.freestep.net.wire.StateEncoder;
import io.github.freestep.net.wire.StateFollower;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.state.InputSink;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.InputCalls;
import io.github.freestep.testing.VirtualNetwork;
import io.github.freestep.time.VirtualClock;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** A server and a client on virtual time, with a link between them that delays, loses and reorders datagrams. */
final class WalkLink implements DatagramOutput, AutoCloseable {
    private static final long MILLI = 1_000_000;
    private static final byte[] KEY = new byte[16];
    static final InetSocketAddress CLIENT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);

    final VirtualNetwork.Way way = new VirtualNetwork.Way();
    private final VirtualNetwork.Way ordered = new VirtualNetwork.Way();
    private final VirtualNetwork.Way held = new VirtualNetwork.Way();

    /** Whether the server gets datagrams, and the client. Baselines, which are on a reliable stream, arrive later. */
    boolean isUp = true;

    WalkServer world;
    InlineStepper server;

    final VirtualClock clock = new VirtualClock(1_000 * MILLI);
    final StateFollower follower = new StateFollower(Walk.LAYOUT, clock);
    final ClientLink client = ClientLink.of(
            PlayerKeys.ofToken(new NamedPlayers(KEY, 0).token(1, -1), 0),
            new ClientInput(follower.states().clock()));

    /** Where the client puts its input. */
    final InputSink input = new InputCalls(WalkServer.AXES, client.input::axis, client.input::action);

    private final VirtualNetwork<Consumer<ByteBuffer>> network;
    private StateReader reader;
    private StateEncoder encoder;
    private ServerLink link;
    private long run;

    WalkLink(long seed, WalkServer world) {
        network = new VirtualNetwork<>(seed);
        way.delayNanos = 80 * MILLI;
        way.jitterNanos = 5 * MILLI;
        way.loss = 0.05;
        ordered.keepsOrder = true;
        held.delayNanos = MILLI;
        serve(world);
    }

    /** Starts a server. If there is one, it ends. */
    void serve(WalkServer of) {
        if (server != null) {
            server.close();
        }
        world = of;
        run++;
        server = PhysicsService.builder(world)
                .rate(100)
                .axes(WalkServer.PLAYERS * WalkServer.AXES)
                .inline();
        reader = server.states().reader();
        encoder = new StateEncoder(Walk.LAYOUT, PoseGrid.EXACT, run);
        link = ServerLink.of(run, KEY, 0, server.input(), ServerLink.Limits.NONE);
    }

    @Override
    public void baseline(ByteBuffer datagram) {
        ordered.delayNanos = way.delayNanos;
        ordered.jitterNanos = way.jitterNanos;
        network.send(datagram, null, this::arriveInOrder, ordered, clock.nanoTime());
    }

    @Override
    public void piece(ByteBuffer datagram) {
        send(datagram, this::arrive);
    }

    private void send(ByteBuffer datagram, Consumer<ByteBuffer> to) {
        if (datagram != null) {
            Consumer<ByteBuffer> ifUp = bytes -> {
                if (isUp) {
                    to.accept(bytes);
                }
            };
            network.send(datagram, null, ifUp, way, clock.nanoTime());
        }
    }

    /** Lets time pass. */
    void run(long nanos) {
        long end = clock.nanoTime() + nanos;
        while (clock.nanoTime() < end) {
            long step = Math.min(MILLI, end - clock.nanoTime());
            clock.advance(step);
            network.deliver(clock.nanoTime(), (bytes, from, to, at) -> to.accept(bytes));
            server.advance(step);
            if (reader.acquire()) {
                link.inputTaken();
                encoder.encode(reader.state(0), server.clock().nanoTime(), this);
            }
            follower.poll(clock.nanoTime());
            send(client.next(clock.nanoTime(), follower), this::answer);
        }
    }

    private void arrive(ByteBuffer bytes) {
        follower.receive(bytes, clock.nanoTime());
        follower.poll(clock.nanoTime());
    }

    private void arriveInOrder(ByteBuffer bytes) {
        if (isUp) {
            arrive(bytes);
        } else {
            network.send(bytes, null, this::arriveInOrder, held, clock.nanoTime());
        }
    }

    private void answer(ByteBuffer bytes) {
        ByteBuffer reply = link.receive(bytes, CLIENT, server.clock().nanoTime());
        send(reply, answer -> client.hear(answer, clock.nanoTime()));
    }

    @Override
    public void close() {
        server.close();
    }
}
