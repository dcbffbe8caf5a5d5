package io.github.freestep.render;

import io.github.freestep.internal.WorldId;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.wire.ClientBlocks;
import io.github.freestep.net.wire.DatagramOutput;
import io.github.freestep.net.wire.StateEncoder;
import io.github.freestep.net.wire.StateFollower;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.VirtualNetwork;
import io.github.freestep.time.VirtualClock;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.function.Consumer;

/**
 * A server whose bodies go round, a client, and a link between them that delays, loses, repeats and reorders datagrams.
 * The server's clock is 50 ppm fast.
 */
class RemoteRig implements DatagramOutput {
    static final long MILLI = 1_000_000;
    static final long SECOND = 1_000 * MILLI;

    /** How often a sender repeats the newest state in a pause. */
    private static final long REPEAT = 100 * MILLI;

    final Random random;
    final VirtualClock local = new VirtualClock(77 * SECOND);
    final StateFollower follower;
    final double origin;
    long startNanos;
    SimulatedPhysics physics;
    StateReader reader;
    StateEncoder encoder;
    ClientBlocks client;

    final VirtualNetwork.Way way = new VirtualNetwork.Way();

    /** What the client does after each datagram and each millisecond. */
    Runnable afterPoll = () -> {};

    private final StateLayout layout;
    private final PoseGrid grid;
    private final double[] speeds;
    private final VirtualNetwork<Consumer<ByteBuffer>> network;
    private long encodedNanos;
    private long world;

    /** The bodies turn by one radian per second times their speed. Those in doubles are 10,000 km from zero. */
    RemoteRig(long seed, StateLayout layout, PoseGrid grid, double[] speeds) {
        this.layout = layout;
        this.grid = grid;
        this.speeds = speeds;
        origin = layout.hasDoublePositions() ? 1e7 : 0;
        network = new VirtualNetwork<>(seed);
        random = network.random();
        follower = new StateFollower(layout, local);
        serve(seed, layout.capacity());
    }

    /** Starts a server, which has a clock of its own. If there is one, it ends. */
    final void serve(long run, int alive) {
        startNanos = local.nanoTime();
        physics = new SimulatedPhysics(layout, StateFollower.WINDOW, (state, nanos) -> {
            for (int slot = 0; slot < alive; slot++) {
                double angle = nanos * 1e-9 * speeds[slot] + slot;
                state.position(slot, origin + 5 * Math.cos(angle), slot, origin + 5 * Math.sin(angle));
                state.orientation(slot, 0, (float) Math.sin(angle), 0, (float) Math.cos(angle));
            }
        });
        physics.ticksCost(MILLI / 2);
        for (int slot = 0; slot < alive; slot++) {
            physics.publisher.bodies().spawn();
        }
        reader = physics.publisher.states().reader();
        encoder = new StateEncoder(layout, grid, run);
        client = new ClientBlocks(layout);
        world = run;
    }

    /** The service goes on elsewhere, with the clock of another machine. Datagrams under way are lost. */
    final void handOver(long run) {
        startNanos -= 3_600 * SECOND;
        network.clear();
        client = new ClientBlocks(layout);
        encoder = new StateEncoder(
                layout, grid, run, new WorldId(run, world, reader.state(0).tick()));
        world = run;
    }

    /** What the server's clock reads. */
    final long sender() {
        long run = local.nanoTime() - startNanos;
        return run + run / 20_000;
    }

    /** On a reliable stream: what is lost is sent again, and arrives before what comes after it. */
    @Override
    public void stream(ByteBuffer datagram) {
        network.sendReliably(datagram, null, this::receive, way, local.nanoTime());
    }

    @Override
    public void piece(ByteBuffer datagram) {
        network.send(datagram, null, this::receive, way, local.nanoTime());
    }

    @Override
    public void copy(ByteBuffer datagram) {
        piece(datagram);
    }

    final void receive(ByteBuffer datagram) {
        follower.receive(datagram, local.nanoTime());
        follower.poll(local.nanoTime());
        afterPoll.run();
    }

    /** Lets both sides and the link run, in steps. */
    final void runTo(long nanos, long stepNanos) {
        while (local.nanoTime() < nanos) {
            local.advance(Math.min(stepNanos, nanos - local.nanoTime()));
            physics.runTo(sender());
            boolean news = reader.acquire();
            if (news || local.nanoTime() - encodedNanos >= REPEAT) {
                encodedNanos = local.nanoTime();
                encoder.begin(reader.state(0), sender(), this);
                encoder.encode(client, this);
            }
            network.deliver(local.nanoTime(), (datagram, from, to, arrived) -> to.accept(datagram));
            follower.poll(local.nanoTime());
            client.acknowledge(follower.newestPiece(world), follower.piecesBefore());
            afterPoll.run();
        }
    }
}
