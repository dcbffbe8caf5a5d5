package io.github.freestep.net;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.link.AeronLink;
import io.github.freestep.net.link.Peers;
import io.github.freestep.net.session.ClientLink;
import io.github.freestep.net.session.ServerLink;
import io.github.freestep.net.wire.StateEncoder;
import io.github.freestep.net.wire.StateFollower;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A service, the work of a sender, and a receiver, on a virtual clock and without Aeron. Nothing is lost. Baselines go
 * over the way as Aeron carries them: from a queue, and no more of them than the receiver's window. Without a way,
 * everything arrives at once and the rig allocates nothing.
 */
final class SenderRig {
    static final long MILLI = 1_000_000;
    static final long SECOND = 1_000 * MILLI;

    /** As in the channel of the sender. */
    static final int QUEUE_BYTES = 1 << 20;

    /** Of Aeron, for each datagram. */
    private static final int HEADER_BYTES = 32;

    /** For how long Aeron regards a silent receiver as connected. */
    private static final long CONNECTED_NANOS = 5 * SECOND;

    /** Aeron acknowledges when a quarter of the window has arrived, and after this time. */
    private static final int PARTS = 4;

    private static final long ACKNOWLEDGE_NANOS = 200 * MILLI;

    final VirtualClock clock = new VirtualClock(System.nanoTime());
    final StateFollower follower;
    final SenderWork work;

    /** What the sender has reported. */
    @Nullable Throwable reported;

    /** Whether the receiver is there. */
    boolean isThere = true;

    /** Whether the service publishes states. */
    boolean publishes = true;

    long inputs;

    /** The coordinates of all bodies, around which they move. */
    private final float[] places;

    private final double budget;
    private final int moving;
    private final int windowBytes;
    private final int queueBytes;
    private final long wayNanos;
    private final InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    private final Timeline timeline;
    private final StatePublisher publisher;
    private final StateReader reader;
    final ClientLink client;
    private ServerLink server;
    private long tick;
    private long receivedBytes;

    /**
     * @param moving how many bodies move, from the first one on; in the first second, all move
     * @param windowBytes how many bytes of baselines may be on their way
     * @param queueBytes how many more may wait at the sender
     * @param wayNanos how long a datagram takes in either direction; 0 for no way
     */
    SenderRig(int bodies, int moving, int rate, int windowBytes, int queueBytes, long wayNanos) {
        this(bodies, moving, rate, windowBytes, queueBytes, wayNanos, null, Double.POSITIVE_INFINITY);
    }

    /** Sends only what matters to the client, without a way. */
    SenderRig(int bodies, int moving, int rate, Interest interest) {
        this(bodies, moving, rate, interest, Double.POSITIVE_INFINITY);
    }

    /** @param budget the most bytes per second */
    SenderRig(int bodies, int moving, int rate, Interest interest, double budget) {
        this(bodies, moving, rate, 1 << 20, QUEUE_BYTES, 0, interest, budget);
    }

    private SenderRig(
            int bodies,
            int moving,
            int rate,
            int windowBytes,
            int queueBytes,
            long wayNanos,
            @Nullable Interest interest,
            double budget) {
        this.budget = budget;
        this.moving = moving;
        this.windowBytes = windowBytes;
        this.queueBytes = queueBytes;
        this.wayNanos = wayNanos;
        StateLayout layout = StateLayout.of(bodies);
        publisher = StatePublisher.of(layout, StatePublisher.DEFAULT_WINDOW, clock, false);
        reader = publisher.states().reader();
        timeline = new Timeline(Ratio.of(rate), clock.nanoTime());
        SplittableRandom random = Seeds.splittable(1);
        places = new float[3 * bodies];
        for (int i = 0; i < places.length; i++) {
            places[i] = (float) random.nextDouble(-1_000, 1_000);
        }
        for (int body = 0; body < bodies; body++) {
            publisher.bodies().spawn(body);
        }
        work = new SenderWork(
                publisher.states(),
                StateEncoder.of(layout, PoseGrid.STANDARD, 1),
                null,
                interest,
                1,
                this::server,
                Streams::new);
        work.open(null);
        follower = StateFollower.of(layout, StateFollower.DEFAULT_WINDOW, clock);
        client = ClientLink.of(null, clock);
    }

    private ServerLink server(ServerLink.Admission admission) {
        server = ServerLink.of(1, null, 1, id -> {}, this::take, this::take, admission);
        server.budget(budget);
        return server;
    }

    private boolean take(int code, float value, long nanos) {
        inputs++;
        return true;
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

    /** Lets both sides run. */
    void run(long nanos) {
        for (long end = clock.nanoTime() + nanos; clock.nanoTime() < end; ) {
            clock.advance(MILLI);
            long now = clock.nanoTime();
            if (publishes && timeline.dueNanos(tick) <= now) {
                publish(now);
                client.input().axis(0, tick);
            }
            work.pass(null, now);
            if (isThere) {
                receive(now);
            }
        }
    }

    private void publish(long now) {
        timeline.simulated(timeline.simulationOf(tick));
        StateWriter state = publisher.begin(tick, timeline.simulationOf(tick), timeline.anchor(), now);
        int all = publisher.bodies().slots();
        for (int body = 0; body < (tick <= timeline.rate().numerator() ? all : moving); body++) {
            double angle = angle(body, tick);
            state.position(body, x(body, tick), places[3 * body + 1], places[3 * body + 2]);
            state.orientation(body, (float) Math.sin(angle), 0, 0, (float) Math.cos(angle));
        }
        publisher.publish(now);
        tick++;
    }

    private void receive(long now) {
        client.arrived(receivedBytes, receivedBytes);
        follower.poll(now);
        ByteBuffer report = client.next(now, follower);
        if (report != null) {
            ByteBuffer answer = server.receive(report, address, now);
            if (answer != null) {
                client.hear(answer, now);
            }
        }
    }

    private void receivePiece(ByteBuffer sealed, long now) {
        receivedBytes += sealed.remaining();
        follower.receive(client.openPiece(sealed), now);
        follower.poll(now);
    }

    private void receiveBaseline(ByteBuffer sealed, long now) {
        follower.receive(client.openBaseline(sealed), now);
    }

    private record Flying(ByteBuffer bytes, int lane, long arrivesNanos) {
        static final int BASELINE = -1;
    }

    private record Acknowledged(long position, long arrivesNanos) {}

    /** Streams of Aeron: the positions are those of the stream of baselines. */
    private final class Streams extends SenderStreams {
        private final Queue<ByteBuffer> queue = new ArrayDeque<>();
        private final Queue<Flying> flying = new ArrayDeque<>();
        private final Queue<Acknowledged> acknowledgements = new ArrayDeque<>();
        private long taken;
        private long dropped;
        private long queuedTo;
        private long sentTo;
        private long arrivedTo;
        private long acknowledgingTo;
        private long acknowledgingNanos;
        private long acknowledgedTo;
        private long heardNanos = clock.nanoTime();

        Streams(ServerLink server) {
            super(server, InetAddress.getLoopbackAddress(), 1);
        }

        @Override
        void open(AeronLink link) {
            taken = 0;
            dropped = 0;
            queue.clear();
            queuedTo = sentTo;
        }

        @Override
        void reopen() {
            open(null);
        }

        @Override
        boolean isConnected() {
            if (isThere && server.clients() > 0) {
                heardNanos = clock.nanoTime();
            }
            return server.clients() > 0 && clock.nanoTime() - heardNanos < CONNECTED_NANOS;
        }

        @Override
        void transmit(ByteBuffer sealed) {
            if (queuedTo >= sentTo + queueBytes) {
                dropped++;
                return;
            }
            taken++;
            if (wayNanos == 0 && isThere) {
                receiveBaseline(sealed, clock.nanoTime());
            } else {
                queuedTo += bytes(sealed);
                queue.add(bytesOf(sealed));
            }
        }

        @Override
        void transmit(ByteBuffer sealed, InetSocketAddress to, Peers peers) {
            peers.sendPiece(sealed, to);
            receivePiece(sealed, clock.nanoTime());
        }

        @Override
        void transmit(ByteBuffer sealed, int lane, long number) {
            boolean isCopy = number % 2 == 1;
            if (isCopy) {
                return;
            }
            if (wayNanos == 0 && isThere) {
                receivePiece(sealed, clock.nanoTime());
            } else {
                flying.add(new Flying(bytesOf(sealed), lane, clock.nanoTime() + wayNanos));
            }
        }

        private static ByteBuffer bytesOf(ByteBuffer sealed) {
            return ByteBuffer.allocate(sealed.remaining())
                    .put(sealed.duplicate())
                    .flip();
        }

        @Override
        void work() {
            long now = clock.nanoTime();
            while (!acknowledgements.isEmpty() && acknowledgements.peek().arrivesNanos <= now) {
                acknowledgedTo = acknowledgements.remove().position;
            }
            while (!queue.isEmpty() && sentTo - acknowledgedTo + bytes(queue.peek()) <= windowBytes) {
                sentTo += bytes(queue.peek());
                flying.add(new Flying(queue.remove(), Flying.BASELINE, now + wayNanos));
            }
            while (!flying.isEmpty() && flying.peek().arrivesNanos <= now) {
                Flying datagram = flying.remove();
                if (isThere) {
                    arrive(datagram, now);
                }
            }
            acknowledge(now);
        }

        private static int bytes(ByteBuffer datagram) {
            return datagram.remaining() + HEADER_BYTES;
        }

        private void arrive(Flying datagram, long now) {
            if (datagram.lane == Flying.BASELINE) {
                arrivedTo += bytes(datagram.bytes);
                receiveBaseline(datagram.bytes, now);
            } else {
                receivePiece(datagram.bytes, now);
            }
        }

        private void acknowledge(long now) {
            long news = arrivedTo - acknowledgingTo;
            if (isThere && news > 0 && (news >= windowBytes / PARTS || now - acknowledgingNanos >= ACKNOWLEDGE_NANOS)) {
                acknowledgingTo = arrivedTo;
                acknowledgingNanos = now;
                acknowledgements.add(new Acknowledged(arrivedTo, now + wayNanos));
            }
        }

        @Override
        void report(Throwable error) {
            reported = error;
        }

        @Override
        long dropped() {
            return dropped;
        }

        @Override
        long sentBaselines() {
            return taken;
        }

        @Override
        long droppedBaselines() {
            return dropped;
        }
    }
}
