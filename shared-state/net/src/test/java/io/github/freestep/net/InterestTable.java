package io.github.freestep.net;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.link.AskedAddress;
import io.github.freestep.net.link.LossMeter;
import io.github.freestep.net.link.RoomHeader;
import io.github.freestep.net.link.RoomWork;
import io.github.freestep.net.session.ClientInput;
import io.github.freestep.net.session.ClientLink;
import io.github.freestep.net.session.ServerLink;
import io.github.freestep.net.wire.StateEncoder;
import io.github.freestep.net.wire.StateFollower;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.FreePorts;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Prints the table of the page: what it costs to send each of many receivers only the bodies around it. That is bytes,
 * and the CPU time of the sender's thread, so other programs disturb it little. A program, not a test: {@code java -cp}
 * the class path of the tests {@code io.github.freestep.net.InterestTable}.
 *
 * <p>All parts are those of the product, on a virtual clock: the interest of the page, the work of a sender, real
 * sockets of this machine, and receivers that decode what they get and confirm it. What receivers do is not counted.
 */
public final class InterestTable {
    private static final int BODIES = 10_000;
    private static final int RATE = 20;
    private static final long SECOND = 1_000_000_000;
    private static final double SIDE = 1_000;
    private static final double SPEED = 3;

    /** Around a receiver, 200 bodies on average, and 50. */
    private static final double FAR = Math.sqrt(200 / Math.PI * SIDE * SIDE / BODIES);

    private static final double NEAR = FAR / 2;

    /** How often the sender looks for datagrams, and the receivers send some if they are due. */
    private static final long STEP = SECOND / 100;

    private static final int WARM_UP = 10;
    private static final int SECONDS = 20;
    private static final int EVERY = 4;

    /** Without room for second copies. */
    private static final double BUDGET = 30_000;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final VirtualClock clock = new VirtualClock(System.nanoTime());
    private final Timeline timeline = new Timeline(Ratio.of(RATE), clock.nanoTime());
    private final StateLayout layout = StateLayout.of(BODIES);
    private final StatePublisher publisher = StatePublisher.of(layout, StatePublisher.DEFAULT_WINDOW, clock, false);
    private final double[] x = new double[BODIES];
    private final double[] z = new double[BODIES];
    private final double[] course = new double[BODIES];
    private final SplittableRandom random = Seeds.splittable(1);
    private final Receiver[] receivers;

    /** The body of each receiver. */
    private final Map<Long, Integer> own = new HashMap<>();

    private final SenderWork work;
    private final UdpTransport socket = UdpTransport.listen("127.0.0.1", FreePorts.inARow(1));
    private final ByteBuffer arrived = ByteBuffer.allocate(DatagramTransport.MAX_BYTES);
    private final ServerLink server = ServerLink.of(1, null, 0, null);
    private long tick;
    private long choosing;
    private long working;
    private long receiving;
    private long bytes;

    private InterestTable(int count) {
        for (int i = 0; i < BODIES; i++) {
            publisher.bodies().spawn(i);
            x[i] = random.nextDouble(SIDE);
            z[i] = random.nextDouble(SIDE);
            course[i] = random.nextDouble(2 * Math.PI);
        }
        server.budget(BUDGET);
        work = new SenderWork(
                publisher.states(),
                new StateEncoder(layout, PoseGrid.STANDARD, 1),
                null,
                this::choose,
                1,
                server,
                new Peers(new Counting(), 0, InterestTable::fail));
        receivers = new Receiver[count];
        for (int i = 0; i < count; i++) {
            receivers[i] = new Receiver();
            own.put(receivers[i].link.id(), i);
        }
    }

    /** As on the page. */
    private void choose(long client, State state, ChosenBodies chosen) {
        long begun = threads.getCurrentThreadCpuTime();
        int slot = own.get(client);
        chosen.add(slot);
        chosen.within(state.x(slot), state.y(slot), state.z(slot), NEAR);
        chosen.within(state.x(slot), state.y(slot), state.z(slot), FAR, EVERY);
        choosing += threads.getCurrentThreadCpuTime() - begun;
    }

    /** A receiver with a socket of its own, whose datagrams take no time. */
    private final class Receiver {
        final ClientLink link = ClientLink.of(null, new ClientInput(clock));
        final StateFollower follower = new StateFollower(layout, 1, clock);
        final UdpTransport socket = UdpTransport.to(InetAddress.getLoopbackAddress());
        final ReceiverWork work = new ReceiverWork(
                follower,
                link,
                new AskedAddress<>(InterestTable.this.socket::address, Runnable::run),
                new Peers(socket, 0, InterestTable::fail),
                clock);

        void step() {
            take(socket, work);
            work.pass(clock.nanoTime());
        }
    }

    private static void fail(Throwable error) {
        throw new AssertionError(error);
    }

    /** Passes on what has arrived at a socket. */
    private void take(UdpTransport from, RoomWork to) {
        try {
            for (SocketAddress source; (source = from.receive(arrived.clear())) != null; ) {
                to.datagram(arrived.flip(), source);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The sender's socket, which counts. */
    private final class Counting implements DatagramTransport {
        @Override
        public boolean send(ByteBuffer datagram, SocketAddress peer) throws IOException {
            if (datagram.get(4) == RoomHeader.PIECE) {
                bytes += datagram.remaining() + LossMeter.UDP_BYTES;
            }
            return socket.send(datagram, peer);
        }

        @Override
        public SocketAddress receive(ByteBuffer into) throws IOException {
            return socket.receive(into);
        }

        @Override
        public void close() {
            socket.close();
        }
    }

    public static void main(String[] args) {
        System.out.println("receivers, kB/s for each, CPU in thousandths of a core: all, choose, send, receive");
        for (int count : new int[] {64, 256}) {
            new InterestTable(count).run();
        }
    }

    private void run() {
        advance(WARM_UP);
        choosing = 0;
        working = 0;
        receiving = 0;
        bytes = 0;
        advance(SECONDS);
        double share = 1e3 / SECONDS / SECOND;
        System.out.printf(
                Locale.ROOT,
                "%9d %10.1f %7.0f %7.0f %7.0f %7.0f%n",
                receivers.length,
                (double) bytes / SECONDS / receivers.length / 1e3,
                (working + receiving) * share,
                choosing * share,
                (working - choosing) * share,
                receiving * share);
        socket.close();
        for (Receiver receiver : receivers) {
            receiver.socket.close();
        }
        work.close();
    }

    private void advance(int seconds) {
        for (long end = clock.nanoTime() + seconds * SECOND; clock.nanoTime() < end; ) {
            clock.advance(STEP);
            if (timeline.dueNanos(tick) <= clock.nanoTime()) {
                publish();
            }
            long begun = threads.getCurrentThreadCpuTime();
            work.pass(clock.nanoTime());
            long worked = threads.getCurrentThreadCpuTime();
            take(socket, work);
            working += worked - begun;
            receiving += threads.getCurrentThreadCpuTime() - worked;
            for (Receiver receiver : receivers) {
                receiver.step();
            }
        }
    }

    /** All bodies walk, turn, and hop a little. */
    private void publish() {
        timeline.simulated(timeline.simulationOf(tick));
        StateWriter writer = publisher.begin(tick, timeline.simulationOf(tick), timeline.anchor(), clock.nanoTime());
        for (int i = 0; i < BODIES; i++) {
            course[i] += random.nextDouble(-0.1, 0.1);
            x[i] = bounded(x[i] + SPEED / RATE * Math.cos(course[i]));
            z[i] = bounded(z[i] + SPEED / RATE * Math.sin(course[i]));
            writer.position(i, x[i], 0.1 * Math.abs(Math.sin(i + tick * 0.3)), z[i]);
            writer.orientation(i, 0, (float) Math.sin(course[i] / 2), 0, (float) Math.cos(course[i] / 2));
        }
        publisher.publish(clock.nanoTime());
        tick++;
    }

    private static double bounded(double place) {
        return Math.max(0, Math.min(SIDE, place));
    }
}
