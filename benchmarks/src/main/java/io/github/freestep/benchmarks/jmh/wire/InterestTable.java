package io.github.freestep.benchmarks.jmh.wire;

import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.wire.ClientBodies;
import io.github.freestep.net.wire.StateEncoder;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.TimeAnchor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Prints what it costs to send each of many clients only the bodies around it: bytes, and the time of the sender's
 * thread by what it does. Times are CPU times of this thread, so other programs disturb them little.
 */
public final class InterestTable {
    private static final int BODIES = 10_000;
    private static final int RATE = 20;
    private static final int STEP = 1_000_000_000 / RATE;
    private static final double SIDE = 1_000;
    private static final double SPEED = 3;

    /** Around a client, 200 bodies on average, and 50. */
    private static final double FAR = Math.sqrt(200 / Math.PI * SIDE * SIDE / BODIES);

    private static final double NEAR = FAR / 2;

    /** Clients choose five times per second, and acknowledge ten times per second, what was sent 100 ms before. */
    private static final int CHOICE = RATE / 5;

    private static final int REPORT = RATE / 10;

    private static final int WARM_UP = 10 * RATE;
    private static final int TICKS = 20 * RATE;

    /** The headers of UDP and IP, and those of a piece for one client. */
    private static final int HEADERS = 28 + 13;

    private static final double PER_CENT = 100;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final StateLayout layout = StateLayout.of(BODIES);
    private final StatePublisher publisher = StatePublisher.of(layout);
    private final StateReader reader = publisher.states().reader();
    private final StateEncoder encoder = StateEncoder.of(layout, PoseGrid.STANDARD, 1);
    private final Traffic runs = new Traffic();
    private final double[] x = new double[BODIES];
    private final double[] z = new double[BODIES];
    private final double[] course = new double[BODIES];
    private final SplittableRandom random = new SplittableRandom(1);
    private final ClientBodies[] clients;
    private final int[] acknowledged;
    private final int[] newest;
    private final int every;
    private final long[] all = {-1, -1, -1, -1};
    private final long[] set = new long[BODIES / Long.SIZE + 1];
    private final byte[] levels = new byte[BODIES];
    private final DatagramChannel socket;
    private final SocketAddress sink;
    private final ByteBuffer sending = ByteBuffer.allocateDirect(1 << 11);
    private long bytes;
    private long datagrams;
    private long choosing;
    private long sharing;
    private long copying;

    private InterestTable(int count, int every, SocketAddress sink) throws IOException {
        this.every = every;
        this.sink = sink;
        socket = DatagramChannel.open();
        clients = new ClientBodies[count];
        Arrays.setAll(clients, i -> new ClientBodies(i));
        acknowledged = new int[count];
        newest = new int[count];
        for (int i = 0; i < BODIES; i++) {
            publisher.bodies().spawn(i);
            x[i] = random.nextDouble(SIDE);
            z[i] = random.nextDouble(SIDE);
            course[i] = random.nextDouble(2 * Math.PI);
        }
    }

    /**
     * Prints a row for each number of clients.
     *
     * @param args none
     * @throws IOException if there is no socket
     */
    public static void main(String[] args) throws IOException {
        System.out.println("10,000 moving bodies at 20 Hz, 200 of them around each client; CPU in % of a core");
        for (int every : new int[] {1, 4}) {
            System.out.println(every == 1 ? "all 200 in every state" : "50 in every state, 150 in every 4th");
            System.out.printf(
                    "%8s %12s %12s %9s %9s %9s %9s%n",
                    "clients", "kB/s each", "datagrams/s", "CPU", "choose", "encode", "copy+send");
            for (int count : new int[] {1, 16, 64, 128, 256}) {
                try (DatagramChannel drain =
                        DatagramChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
                    InterestTable table = new InterestTable(count, every, drain.getLocalAddress());
                    table.run();
                    table.socket.close();
                }
            }
        }
    }

    private void run() {
        for (int tick = 0; tick < WARM_UP + TICKS; tick++) {
            if (tick == WARM_UP) {
                bytes = 0;
                datagrams = 0;
                choosing = 0;
                sharing = 0;
                copying = 0;
            }
            tick(tick);
        }
        double seconds = (double) TICKS / RATE;
        double share = PER_CENT / seconds / 1e9;
        System.out.printf(
                Locale.ROOT,
                "%8d %12.1f %12.0f %9.2f %9.2f %9.2f %9.2f%n",
                clients.length,
                bytes / seconds / clients.length / 1e3,
                datagrams / seconds,
                (choosing + sharing + copying) * share,
                choosing * share,
                sharing * share,
                copying * share);
    }

    private void tick(int tick) {
        State state = publish(tick);
        long begun = threads.getCurrentThreadCpuTime();
        for (int i = 0; i < clients.length; i++) {
            if ((tick + i) % REPORT == 0) {
                clients[i].acknowledge(acknowledged[i], all);
                acknowledged[i] = newest[i];
            }
            if ((tick + i) % CHOICE == 0) {
                choose(state, i);
            }
        }
        long chosen = threads.getCurrentThreadCpuTime();
        encoder.begin(state, (long) tick * STEP, runs);
        long shared = threads.getCurrentThreadCpuTime();
        for (int i = 0; i < clients.length; i++) {
            encoder.encode(clients[i], this::send);
            newest[i] = (int) clients[i].newest();
        }
        choosing += chosen - begun;
        sharing += shared - chosen;
        copying += threads.getCurrentThreadCpuTime() - shared;
    }

    private void choose(State state, int client) {
        Arrays.fill(set, 0);
        float[] xs = state.x();
        float[] zs = state.z();
        double px = x[client];
        double pz = z[client];
        for (int slot = 0; slot < BODIES; slot++) {
            double dx = xs[slot] - px;
            double dz = zs[slot] - pz;
            double square = dx * dx + dz * dz;
            if (square <= FAR * FAR) {
                set[slot / Long.SIZE] |= 1L << slot;
                levels[slot] = (byte) (square <= NEAR * NEAR ? 0 : Integer.numberOfTrailingZeros(every));
            }
        }
        clients[client].choose(state, set, levels);
    }

    private void send(ByteBuffer piece, boolean isOnly) {
        datagrams++;
        bytes += piece.remaining() + HEADERS;
        sending.clear().put(piece).flip();
        try {
            socket.send(sending, sink);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All bodies walk, turn, and hop a little. */
    private State publish(int tick) {
        StateWriter writer = publisher.begin(tick, (long) tick * STEP, new TimeAnchor(), (long) tick * STEP);
        for (int i = 0; i < BODIES; i++) {
            course[i] += random.nextDouble(-0.1, 0.1);
            x[i] = bounded(x[i] + SPEED / RATE * Math.cos(course[i]));
            z[i] = bounded(z[i] + SPEED / RATE * Math.sin(course[i]));
            writer.position(i, x[i], 0.1 * Math.abs(Math.sin(i + tick * 0.3)), z[i]);
            writer.orientation(i, 0, (float) Math.sin(course[i] / 2), 0, (float) Math.cos(course[i] / 2));
        }
        publisher.publish((long) tick * STEP);
        reader.acquire();
        return reader.state(0);
    }

    private static double bounded(double place) {
        return Math.max(0, Math.min(SIDE, place));
    }
}
