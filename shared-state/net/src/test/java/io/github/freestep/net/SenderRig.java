package io.github.freestep.net;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.Inside;
import io.github.freestep.internal.RunHealth;
import io.github.freestep.internal.time.Timeline;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.link.AskedAddress;
import io.github.freestep.net.link.RoomHeader;
import io.github.freestep.net.seal.NamedPlayers;
import io.github.freestep.net.seal.PlayerKeys;
import io.github.freestep.net.seal.Sealer;
import io.github.freestep.net.session.ClientInput;
import io.github.freestep.net.session.ClientLink;
import io.github.freestep.net.session.Peers;
import io.github.freestep.net.session.ServerLink;
import io.github.freestep.net.wire.StateEncoder;
import io.github.freestep.net.wire.StateFollower;
import io.github.freestep.state.InputSink;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Allocations;
import io.github.freestep.testing.InputCalls;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.VirtualNetwork;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A service, the work of a sender, and that of a receiver, on a virtual clock and a virtual network. */
class SenderRig {
    static final byte[] KEY = new byte[16];
    static final long MILLI = 1_000_000;
    static final long SECOND = 1_000 * MILLI;

    /** The network thread's time when the clock of the states is 0. These are two clocks if a user sets the latter. */
    private static final long NETWORK = -3_600 * SECOND;

    static final InetSocketAddress SERVER = new InetSocketAddress(InetAddress.getLoopbackAddress(), 65_535);
    /** Where the receiver is. */
    SocketAddress clientAddress = client(0);

    private static final int OTHERS = client(1).getPort();

    /** Whether a datagram gets lost. */
    interface Loss {
        boolean loses(ByteBuffer datagram, SocketAddress from, SocketAddress to);
    }

    final VirtualClock clock = new VirtualClock(77 * SECOND);

    /** The clock of the service stands still, as that of a match in a pause. */
    boolean stands;

    private long stoodNanos;

    /** By how much the clock of the service is fast, in parts per million. */
    long fastPpm;

    /** How often both sides look for what has come. */
    long stepNanos = MILLI;

    final long startNanos = clock.nanoTime();
    final NanoClock serverClock =
            () -> clock.nanoTime() + (clock.nanoTime() - startNanos) / 1_000_000 * fastPpm - stoodNanos;
    final StateFollower follower;
    SenderWork work;

    /** What the sender or the receiver has reported last. */
    @Nullable Throwable reported;

    /** How often one of them has reported something. */
    int reports;

    /** Receivers that take what they are sent, but never confirm it. They are at {@code client(1)} and so on. */
    final List<ClientLink> others = new ArrayList<>();

    /** What happens in a tick, besides motion. */
    Runnable step = () -> {};

    /** Whether the receiver is there. */
    boolean isThere = true;

    /** Whether the sender has ended. */
    boolean isEnded;

    /** Whether the service publishes states. */
    boolean publishes = true;

    long inputs;

    /** Where the supplier says that the sender is, when it has asked last, and how often. */
    SocketAddress place = SERVER;

    /** What the supplier names before that. */
    private final List<SocketAddress> unreachable;

    long askedNanos;
    int asked;

    /** The coordinates of all bodies, around which they move. */
    private final float[] places;

    private final int moving;
    private final VirtualNetwork<SocketAddress> network;
    final VirtualNetwork.Way toServer = new VirtualNetwork.Way();
    final VirtualNetwork.Way toClients = new VirtualNetwork.Way();
    Loss loss = (datagram, from, to) -> false;

    /** When the player's next token expires, and who asks for it. */
    int expiry = -1;

    final List<Runnable> asksForToken = new ArrayList<>();

    /** How many were sent. */
    long datagrams;

    final ReceiverWork receiver;
    private final Timeline timeline;
    final StatePublisher publisher;
    private final StateReader reader;
    final ClientLink client;
    private long tick;
    private final @Nullable Interest interest;

    /** Where the sender is reached besides. */
    @Nullable SocketAddress elsewhere;

    private final VirtualNetwork.Arrivals<SocketAddress> arrivals = this::arrive;

    /**
     * @param moving how many bodies move, from the first one on; in the first second, all move
     * @param wayNanos how long a datagram takes in either direction
     */
    SenderRig(int bodies, int moving, int rate, long wayNanos) {
        this(1, bodies, moving, rate, wayNanos, null, Double.POSITIVE_INFINITY);
    }

    /** Sends only what matters to the client, without a way. */
    SenderRig(int bodies, int moving, int rate, Interest interest) {
        this(bodies, moving, rate, interest, Double.POSITIVE_INFINITY);
    }

    /** @param budget the most bytes per second */
    SenderRig(int bodies, int moving, int rate, Interest interest, double budget) {
        this(1, bodies, moving, rate, 0, interest, budget);
    }

    SenderRig(
            long seed,
            int bodies,
            int moving,
            int rate,
            long wayNanos,
            @Nullable Interest interest,
            double budget,
            SocketAddress... unreachable) {
        this.unreachable = List.of(unreachable);
        this.moving = moving;
        network = new VirtualNetwork<>(seed);
        toServer.delayNanos = wayNanos;
        toClients.delayNanos = wayNanos;
        StateLayout layout = StateLayout.of(bodies);
        publisher = StatePublisher.of(layout, StatePublisher.DEFAULT_WINDOW, serverClock, false);
        reader = publisher.states().reader();
        timeline = new Timeline(Ratio.of(rate), clock.nanoTime());
        SplittableRandom random = Seeds.splittable(seed);
        places = new float[3 * bodies];
        for (int i = 0; i < places.length; i++) {
            places[i] = (float) random.nextDouble(-1_000, 1_000);
        }
        for (int body = 0; body < bodies; body++) {
            publisher.bodies().spawn(body);
        }
        this.interest = interest;
        work = sender(1, budget);
        follower = new StateFollower(layout, clock);
        client = ClientLink.of(keys(1), new ClientInput(clock));
        receiver = new ReceiverWork(
                follower,
                client,
                new AskedAddress<>(this::ask, Runnable::run),
                new Peers(this::sendFromClient, 0, this::report),
                clock);
        receiver.tokens =
                new AskedAddress<>(() -> List.of(new NamedPlayers(KEY, 0).token(1, expiry)), asksForToken::add);
    }

    /** Another run of the sender. */
    SenderWork sender(long run, double budget) {
        ServerLink.Limits limits = new ServerLink.Limits(budget, Integer.MAX_VALUE, 3_600 * SECOND);
        return new SenderWork(
                publisher.states(),
                new StateEncoder(publisher.states().layout(), PoseGrid.STANDARD, run),
                null,
                interest,
                run,
                ServerLink.of(run, KEY, 0, sink, limits),
                new Peers(this::sendFromServer, 0, this::report));
    }

    private void report(Throwable error) {
        reported = error;
        reports++;
    }

    /** The keys of a player, by a token that never expires. */
    static PlayerKeys keys(long player) {
        return keys(player, -1);
    }

    static PlayerKeys keys(long player, int expiry) {
        return PlayerKeys.ofToken(new NamedPlayers(KEY, 0).token(player, expiry), 0);
    }

    /** Opens a datagram to the first player, which stays unchanged. */
    static ByteBuffer opened(ByteBuffer datagram) {
        int at = datagram.position();
        ByteBuffer sealed = datagram.slice(at + RoomHeader.BYTES, datagram.remaining() - RoomHeader.BYTES);
        return Sealer.ofRun().open(datagram.get(at + RoomHeader.BYTES - 3), keys(1).toPlayer, sealed);
    }

    static InetSocketAddress client(int number) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 1 + number);
    }

    private boolean sendFromServer(ByteBuffer datagram, SocketAddress peer) {
        return send(datagram, SERVER, peer, toClients);
    }

    private boolean sendFromClient(ByteBuffer datagram, SocketAddress peer) {
        return send(datagram, clientAddress, peer, toServer);
    }

    private boolean send(ByteBuffer datagram, SocketAddress from, SocketAddress to, VirtualNetwork.Way way) {
        datagrams++;
        if (!loss.loses(datagram, from, to)) {
            network.send(datagram, from, to, way, clock.nanoTime());
        }
        return true;
    }

    private void arrive(ByteBuffer datagram, SocketAddress source, SocketAddress to, long arrivedNanos) {
        if (to.equals(clientAddress)) {
            if (isThere) {
                receiver.datagram(datagram, source);
            }
        } else if (!isEnded && (to.equals(SERVER) || to.equals(elsewhere))) {
            work.datagram(datagram, source);
        }
        int other = ((InetSocketAddress) to).getPort() - OTHERS;
        if (other >= 0 && other < others.size() && RoomHeader.kind(datagram) == RoomHeader.TO_CLIENT) {
            others.get(other).hear(datagram, arrivedNanos);
        }
    }

    private List<SocketAddress> ask() {
        asked++;
        askedNanos = clock.nanoTime();
        List<SocketAddress> all = new ArrayList<>(unreachable);
        all.addAll(AskedAddress.only(place));
        return all;
    }

    /** Counts inputs. */
    private final InputSink sink = new InputCalls(1, this::count, this::count);

    private boolean count(int number, float value, long nanos) {
        inputs++;
        return true;
    }

    /** What the service says of itself. */
    void health(RunHealth of) {
        Inside.of(publisher.states()).health(() -> of);
    }

    /** The newest state of the service. */
    State newest() {
        reader.acquire();
        return reader.state(0);
    }

    /** Where a body is along x. */
    float x(int body, long atTick) {
        return places[3 * body]
                + (body < moving || atTick < timeline.rate().numerator() ? (float) Math.sin(angle(body, atTick)) : 0);
    }

    private double angle(int body, long atTick) {
        return body + (double) atTick / timeline.rate().numerator();
    }

    /** Checks that work allocates no more than the ciphers of the JDK do for each datagram, at both of its ends. */
    void assertAllocatesOnlyInCiphers(Runnable work) {
        long least = Allocations.least(() -> {
            long before = datagrams;
            long bytes = Allocations.once(work);
            return bytes / (datagrams - before);
        });
        assertTrue(least <= 2 * 1_250, () -> least + " bytes per datagram");
    }

    /** Lets both sides run. */
    SenderRig run(long nanos) {
        for (long end = clock.nanoTime() + nanos; clock.nanoTime() < end; ) {
            long passed = Math.min(stepNanos, end - clock.nanoTime());
            clock.advance(passed);
            stoodNanos += stands ? passed : 0;
            long now = clock.nanoTime();
            if (publishes && timeline.dueNanos(tick) <= serverClock.nanoTime()) {
                publish(serverClock.nanoTime());
                client.input.axis(0, tick);
            }
            if (!isEnded) {
                work.pass(now + NETWORK);
            }
            network.deliver(now, arrivals);
            if (isThere) {
                receiver.pass(now);
                network.deliver(now, arrivals);
            }
            for (int i = 0; i < others.size(); i++) {
                ByteBuffer report = others.get(i).next(now, follower);
                if (report != null) {
                    ByteBuffer datagram = ByteBuffer.allocate(DatagramTransport.MAX_BYTES);
                    RoomHeader.write(datagram, RoomHeader.TO_SERVER, 0).put(report);
                    work.datagram(datagram.flip(), client(1 + i));
                }
            }
        }
        return this;
    }

    private void publish(long now) {
        step.run();
        timeline.simulated(timeline.simulationOf(tick));
        StateWriter state = publisher.begin(tick, timeline.simulationOf(tick), timeline.anchor(), now);
        int all = publisher.bodies().slots();
        for (int body = 0; body < (tick <= timeline.rate().numerator() ? all : moving); body++) {
            pose(state, body, tick);
        }
        publisher.publish(now);
        tick++;
    }

    /** Writes where a body is at a tick. */
    void pose(StateWriter state, int body, long atTick) {
        double angle = angle(body, atTick);
        state.position(body, x(body, atTick), places[3 * body + 1], places[3 * body + 2]);
        state.orientation(body, (float) Math.sin(angle), 0, 0, (float) Math.cos(angle));
    }
}
