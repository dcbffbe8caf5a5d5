package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.internal.WorldId;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.VirtualNetwork;
import io.github.freestep.time.VirtualClock;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A server, a link and a follower on virtual time. The server's clock has its own origin and drift. */
public final class FollowerRig {
    public static final long MILLI = 1_000_000;
    public static final long SECOND = 1_000 * MILLI;

    private static final int RUN_STEP = 1_000;
    private static final long REPORT_NANOS = 50 * MILLI;

    interface Receiver {
        void receive(ByteBuffer datagram, long arrivedNanos);
    }

    final long seed;
    final StateLayout layout;
    final VirtualNetwork<Void> network;
    private final VirtualNetwork<Void> reports;

    public final VirtualClock local = new VirtualClock(5_000 * SECOND);
    final VirtualNetwork.Way link = way();
    final PoseGrid precision;
    public StateFollower follower;
    StateReader reader;
    ScriptedServer server;
    double drift = 50e-6;

    /** The server's clock at the start of the test. */
    public long originNanos = -77 * SECOND;

    /** The id of the server's run. */
    public long run;

    /** Called for every state that the local reader gets, in order. */
    public Consumer<State> states = state -> {};

    /** Sees every datagram that arrives. */
    Receiver tap = (datagram, arrived) -> {};

    /** If it is set, what the client is sent. */
    ScriptedServer.@Nullable Choice choice;

    /** The way of its reports. */
    final VirtualNetwork.Way uplink = way();

    /** Its number. */
    int client = 1;

    /** Whether the client acknowledges. */
    boolean acknowledges = true;

    private final ByteBuffer report =
            ByteBuffer.allocate(Long.BYTES + Integer.BYTES + ClientMemory.ACKNOWLEDGED / Byte.SIZE);
    private long reportedNanos;

    private int runs;

    /** The last state that was seen of the run before. */
    private long formerTick = State.NO_TICK;

    private final long startNanos = local.nanoTime();
    private long seenTick;
    private long seenIncomplete;

    /** Whether none of the states that came together lacks a body. One count covers all of them. */
    boolean isWhole;

    private final DatagramOutput output;

    public FollowerRig(long seed, PoseGrid precision) {
        this(ScriptedServer.LAYOUT, seed, precision);
    }

    /** @param layout that of a scripted server; in doubles, its world is 10,000 km from the origin */
    FollowerRig(StateLayout layout, long seed, PoseGrid precision) {
        this.layout = layout;
        this.seed = seed;
        this.precision = precision;
        network = new VirtualNetwork<>(seed);
        reports = new VirtualNetwork<>(seed + 1);
        output = new Output(
                datagram -> network.sendReliably(datagram, null, null, link, local.nanoTime()),
                datagram -> network.send(datagram, null, null, link, local.nanoTime()));
        join();
    }

    private static VirtualNetwork.Way way() {
        VirtualNetwork.Way way = new VirtualNetwork.Way();
        way.delayNanos = 15 * MILLI;
        way.jitterNanos = 10 * MILLI;
        return way;
    }

    /** Starts a server; if there is one, it ends. */
    public FollowerRig serve(int bodies) {
        newRun();
        begin(bodies, new WorldId(run, run, -1));
        return this;
    }

    private void newRun() {
        formerTick = seenTick;
        run = (seed + 1) * 0x9E3779B97F4A7C15L + RUN_STEP * runs++;
    }

    /** Starts a server with a given world. */
    FollowerRig serve(int bodies, WorldId world) {
        newRun();
        begin(bodies, world);
        return this;
    }

    private void begin(int bodies, WorldId world) {
        server = new ScriptedServer(
                layout, layout.hasDoublePositions() ? 1e7 : 0, seed, precision, run, world, senderNanos(), bodies);
        admit();
    }

    /** Whether the follower shows the server's run as one with the run before. */
    boolean goesOn() {
        return formerTick != State.NO_TICK && follower.senderTick(formerTick) != State.NO_TICK;
    }

    /** The service continues elsewhere. */
    FollowerRig handOver() {
        newRun();
        server.sendAs(run, new WorldId(run, server.world(), server.tick()));
        admit();
        return this;
    }

    /** The service continues where it is, with another sender. */
    void sendAgain() {
        newRun();
        server.sendAs(run, new WorldId(server.world(), server.world(), -1));
        admit();
    }

    /** A new follower joins. */
    void join() {
        follower = new StateFollower(layout, local);
        reader = follower.states().reader();
        seenTick = State.NO_TICK;
        admit();
    }

    /** Sends the client only what is chosen, from now on. */
    void choose(ScriptedServer.Choice chosen) {
        choice = chosen;
        admit();
    }

    /** The server forgets what the client has, as if it has come again, or has another address. */
    void admit() {
        follower.client(client);
        if (server != null) {
            server.admit();
        }
        if (server != null && choice != null) {
            server.client = new ClientBodies(client);
            server.choice = choice;
        }
    }

    private void report() {
        long now = local.nanoTime();
        if (server == null || !acknowledges) {
            return;
        }
        if (now - reportedNanos >= REPORT_NANOS) {
            reportedNanos = now;
            report.clear().putLong(run).putInt(follower.newestPiece(run));
            for (long bits : follower.piecesBefore()) {
                report.putLong(bits);
            }
            reports.send(report.flip(), null, null, uplink, now);
        }
        reports.deliver(now, (datagram, from, to, arrived) -> {
            if (datagram.getLong() != run) {
                // As a server does with what is still on its way to the one before.
                return;
            }
            int newest = datagram.getInt();
            long[] before = new long[ClientMemory.ACKNOWLEDGED / Long.SIZE];
            datagram.asLongBuffer().get(before);
            ClientMemory memory = server.client == null ? server.blocks : server.client;
            memory.acknowledge(newest, before);
        });
    }

    public long senderNanos() {
        long passed = local.nanoTime() - startNanos;
        return originNanos + passed + Math.round(passed * drift);
    }

    /** How long the test has run. */
    long nanos() {
        return local.nanoTime() - startNanos;
    }

    /** Lets both sides run. */
    public FollowerRig run(long nanos) {
        for (long left = nanos; left > 0; left -= MILLI) {
            advance(Math.min(MILLI, left));
            receive();
        }
        return this;
    }

    /** Runs until the follower knows of the server's run. It has not shown a state of it yet. */
    void runUntilKnown() {
        for (int i = 0; i < 2_000 && follower.times.senderTick() >= 0; i++) {
            run(MILLI);
        }
        assertEquals(State.NO_TICK, follower.times.senderTick());
    }

    /** Lets the server and the link run while the receiver is stopped. */
    void runStopped(long nanos) {
        for (long left = nanos; left > 0; left -= MILLI) {
            advance(Math.min(MILLI, left));
        }
    }

    /** Lets the link and the receiver run while the server's machine stands still. */
    void runWithoutServer(long nanos) {
        for (long left = nanos; left > 0; left -= MILLI) {
            local.advance(Math.min(MILLI, left));
            receive();
        }
        server.stoodStill(senderNanos());
    }

    /** The machine of the server and of the receiver stands still. */
    void standStill(long nanos) {
        local.advance(nanos);
        server.stoodStill(senderNanos());
    }

    private void advance(long nanos) {
        local.advance(nanos);
        if (server != null) {
            server.runTo(senderNanos(), output);
        }
    }

    private void receive() {
        network.deliver(local.nanoTime(), (bytes, from, to, arrived) -> {
            ByteBuffer datagram = ByteBuffer.wrap(VirtualNetwork.copy(bytes));
            // What arrived while the receiver was stopped is received now.
            long receivedNanos = Math.max(arrived, local.nanoTime() - MILLI);
            tap.receive(datagram, receivedNanos);
            follower.receive(datagram, receivedNanos);
            follower.poll(receivedNanos);
            look();
        });
        follower.poll(local.nanoTime());
        look();
        report();
    }

    private void look() {
        if (reader.acquire()) {
            isWhole = follower.incompleteStates() == seenIncomplete;
            seenIncomplete = follower.incompleteStates();
            for (int age = reader.size() - 1; age >= 0; age--) {
                State state = reader.state(age);
                if (state.tick() > seenTick) {
                    seenTick = state.tick();
                    states.accept(state);
                }
            }
        }
    }
}
