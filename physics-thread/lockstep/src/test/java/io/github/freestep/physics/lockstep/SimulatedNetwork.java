package io.github.freestep.physics.lockstep;

import io.github.freestep.net.link.Packet;
import io.github.freestep.physics.lockstep.sequencer.Sequencer;
import io.github.freestep.testing.VirtualNetwork;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.VirtualClock;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * A network between peers and a sequencer on virtual time, in one thread. It delays, loses, repeats and reorders
 * packets as a seed says.
 */
final class SimulatedNetwork {
    /** Where clocks begin: below 0, because only differences of times have a meaning. */
    private static final long BEGIN_NANOS = -360_000_000_000_000L;

    /** The bytes of the headers of UDP and IP. */
    private static final int HEADERS = 28;

    /** What a connection does to packets. Can be changed at any time. */
    static final class Conditions extends VirtualNetwork.Way {
        /** Whether what the peer sends is lost. */
        boolean mute;

        /** How many of the next packets that begin a connection are lost. */
        int lostBeginnings;

        Conditions() {
            delayNanos = 5_000_000;
        }

        Conditions delay(long nanos, long jitter) {
            delayNanos = nanos;
            jitterNanos = jitter;
            return this;
        }

        Conditions faults(double lost, double repeated, double damaged) {
            loss = lost;
            duplicates = repeated;
            damage = damaged;
            return this;
        }
    }

    /** What takes part, besides the sequencer. */
    interface Participant {
        void doWork(long nowNanos);
    }

    private final VirtualClock clock;
    private final long beginNanos;
    /** Null stands for the sequencer. */
    private final VirtualNetwork<Connection> network;

    private final List<Connection> connections = new ArrayList<>();
    private final List<Participant> participants = new ArrayList<>();
    private final List<Runnable> toSequencer = new ArrayList<>();
    final MatchSettings settings;
    private final Sequencer sequencer;
    private final long stepNanos;
    private BiConsumer<Long, byte[]> tap = (peer, packet) -> {};
    private boolean sequencerStands;

    /** The number of the connection of the player in the process of the sequencer. */
    long host = -1;

    SimulatedNetwork(long seed, MatchSettings settings, long stepNanos) {
        this(seed, settings, stepNanos, BEGIN_NANOS);
    }

    /** The clock of all ends begins at a time, and may wrap. */
    SimulatedNetwork(long seed, MatchSettings settings, long stepNanos, long beginNanos) {
        this.beginNanos = beginNanos;
        clock = new VirtualClock(beginNanos);
        network = new VirtualNetwork<>(seed);
        this.stepNanos = stepNanos;
        this.settings = settings;
        sequencer = new Sequencer(settings.rules, this::toPeer, peer -> peer == host);
    }

    private void toPeer(long peer, ByteBuffer packet) {
        if (peer < connections.size()) {
            connections.get((int) peer).toPeer(packet);
        }
    }

    VirtualClock clock() {
        return clock;
    }

    Random random() {
        return network.random();
    }

    Sequencer sequencer() {
        return sequencer;
    }

    /** Returns the number of connections, which the next one gets. */
    int connections() {
        return connections.size();
    }

    /** Returns the newest connection. */
    Connection newest() {
        return connections.get(connections.size() - 1);
    }

    /** Returns a clock that is faster than the network's by some parts per million. */
    NanoClock drifting(double ppm) {
        return () -> {
            long now = clock.nanoTime();
            return now + (long) (now * ppm * 1e-6);
        };
    }

    /** Passes on what the sequencer receives to another one too. */
    void tap(BiConsumer<Long, byte[]> to) {
        tap = to;
    }

    void add(Participant participant) {
        participants.add(participant);
    }

    void remove(Participant participant) {
        participants.remove(participant);
    }

    /** One connection, seen by the peer. */
    final class Connection implements LockstepTransport {
        private final long number;
        private final Conditions conditions;
        private final List<byte[]> arrived = new ArrayList<>();

        /**
         * The bytes of all packets so far that the peer and the sequencer have sent, with the headers of UDP and IP.
         */
        long bytesUp;

        long bytesDown;

        private Connection(Conditions conditions) {
            number = connections.size();
            this.conditions = conditions;
        }

        @Override
        public void send(ByteBuffer packet) {
            bytesUp += packet.remaining() + HEADERS;
            if (conditions.mute) {
                return;
            }
            if (conditions.lostBeginnings > 0 && Packet.begins(packet)) {
                conditions.lostBeginnings--;
                return;
            }
            fly(packet, this, null, conditions);
        }

        private void toPeer(ByteBuffer packet) {
            bytesDown += packet.remaining() + HEADERS;
            fly(packet, null, this, conditions);
        }

        @Override
        public void poll(Consumer<ByteBuffer> handler) {
            List<byte[]> packets = new ArrayList<>(arrived);
            arrived.clear();
            packets.forEach(packet -> handler.accept(ByteBuffer.wrap(packet)));
        }

        @Override
        public void close() {}
    }

    Connection connect(Conditions conditions) {
        Connection connection = new Connection(conditions);
        connections.add(connection);
        return connection;
    }

    private void fly(ByteBuffer packet, Connection from, Connection to, Conditions conditions) {
        if (packet.remaining() > LockstepTransport.MAX_PACKET) {
            throw new AssertionError("a packet has " + packet.remaining() + " bytes");
        }
        ByteBuffer sealed =
                ByteBuffer.allocate(packet.remaining() + Integer.BYTES).put(packet.duplicate());
        sealed.putInt(sum(sealed.array(), packet.remaining())).flip();
        network.send(sealed, from, to, conditions, clock.nanoTime() - beginNanos);
    }

    private static int sum(byte[] bytes, int length) {
        CRC32C sum = new CRC32C();
        sum.update(bytes, 0, length);
        return (int) sum.getValue();
    }

    private void arrive(ByteBuffer packet, Connection from, Connection to, long arrivedNanos) {
        byte[] bytes = VirtualNetwork.copy(packet.limit(packet.limit() - Integer.BYTES));
        // A seal would show the damage, too.
        boolean isDamaged =
                packet.limit(packet.limit() + Integer.BYTES).getInt(bytes.length) != sum(bytes, bytes.length);
        if (isDamaged) {
            return;
        }
        if (to != null) {
            to.arrived.add(bytes);
            return;
        }
        toSequencer.add(() -> {
            tap.accept(from.number, bytes);
            sequencer.onPacket(from.number, ByteBuffer.wrap(bytes), clock.nanoTime());
        });
    }

    /** Sets whether the thread of the sequencer stands still. What arrives meanwhile waits. */
    void sequencerStands(boolean stands) {
        sequencerStands = stands;
    }

    SimulatedNetwork run(long nanos) {
        long since = clock.nanoTime();
        runUntil(() -> clock.nanoTime() - since >= nanos, Long.MAX_VALUE / 2);
        return this;
    }

    /** Runs until a condition holds. Returns false if it does not hold within a time. */
    boolean runUntil(BooleanSupplier condition, long limitNanos) {
        long since = clock.nanoTime();
        while (!condition.getAsBoolean()) {
            if (clock.nanoTime() - since >= limitNanos) {
                return false;
            }
            step();
        }
        return true;
    }

    void step() {
        clock.advance(stepNanos);
        long now = clock.nanoTime();
        network.deliver(now - beginNanos, this::arrive);
        if (!sequencerStands) {
            toSequencer.forEach(Runnable::run);
            toSequencer.clear();
            sequencer.onTime(now);
        }
        for (Participant participant : List.copyOf(participants)) {
            participant.doWork(now);
        }
    }
}
