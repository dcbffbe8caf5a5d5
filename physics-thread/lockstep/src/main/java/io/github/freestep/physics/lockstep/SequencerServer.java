package io.github.freestep.physics.lockstep;

import io.github.freestep.internal.Inside;
import io.github.freestep.internal.SafeText;
import io.github.freestep.net.SharedPort;
import io.github.freestep.net.link.RoomWork;
import io.github.freestep.physics.lockstep.link.MatchPort;
import io.github.freestep.physics.lockstep.link.PeerPackets;
import io.github.freestep.physics.lockstep.sequencer.MatchStatus;
import io.github.freestep.physics.lockstep.sequencer.Sequencer;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Runs the sequencer of one match on the daemon thread {@code freestep-port} of its port, which may be a
 * {@link SharedPort}. Safe for use by any number of threads. The getters never wait.
 *
 * <pre>{@code
 * try (SequencerServer server = SequencerServer.start(settings, transport)) {
 *     LockstepSession host = LockstepSession.builder(settings, server.connectLocal()).open();
 * }
 * }</pre>
 */
public final class SequencerServer implements AutoCloseable {
    /** How long to wait for a player in this process: nothing reports what it sends. */
    private static final long PARK_NANOS = 1_000_000;

    /** Matches without a player wait for multiples of this time, so that many of them wake their port up together. */
    private static final long IDLE_NANOS = 25_000_000;

    private static final long GOODBYE_NANOS = 200_000_000;
    private static final int GOODBYE_ROUNDS = 20;

    private final MatchPort port;
    private final NanoClock clock;
    private final LocalConnections local = new LocalConnections();
    private final Queue<Runnable> requests = new ConcurrentLinkedQueue<>();
    private final MatchSettings settings;
    private final Sequencer sequencer;
    private long nowNanos;
    private int goodbyes;
    private long goodbyeNanos;

    /** Whether the sequencer has ended, or is to end. */
    private volatile boolean closed;

    private final PeerPackets onRemotePacket = this::onRemotePacket;
    private final PeerPackets onPacket = this::onPacket;
    private volatile MatchStatus status;

    private SequencerServer(MatchSettings settings, MatchPort port, NanoClock clock) {
        this.clock = clock;
        this.port = port;
        this.settings = settings;
        LocalConnections inProcess = local;
        PeerPackets out = (peer, packet) -> send(inProcess, port, peer, packet);
        sequencer = new Sequencer(settings.rules, out, LocalConnections::isLocal);
        sequencer.provesPlayers = port.provesPlayers();
        status = sequencer.status();
    }

    /**
     * Starts a sequencer for players in other processes, and in this one by {@link #connectLocal}.
     *
     * @param settings the settings of the match
     * @param transport carries the packets; the server closes it
     * @return the running server
     * @throws IllegalStateException if the transport is a room of a port that is taken, or whose port is closed
     */
    public static SequencerServer start(MatchSettings settings, SequencerTransport transport) {
        Objects.requireNonNull(transport, "transport must not be null");
        return start(settings, transport, NanoClock.system());
    }

    /** Starts a sequencer with a clock. */
    static SequencerServer start(MatchSettings settings, SequencerTransport transport, NanoClock clock) {
        Objects.requireNonNull(settings, "settings must not be null");
        SequencerServer server = new SequencerServer(settings, Inside.of(transport), clock);
        server.port.room().start(server.new Work());
        return server;
    }

    /**
     * Starts a sequencer for players in this process only.
     *
     * @param settings the settings of the match
     * @return the running server
     */
    public static SequencerServer start(MatchSettings settings) {
        Objects.requireNonNull(settings, "settings must not be null");
        return start(settings, new SequencerTransport(new NoNetwork()), NanoClock.system());
    }

    /**
     * Connects a player in this process.
     *
     * @return a new connection, for one session
     */
    public LockstepTransport connectLocal() {
        return local.add();
    }

    private static void send(LocalConnections local, MatchPort port, long peer, ByteBuffer packet) {
        if (LocalConnections.isLocal(peer)) {
            local.send(peer, packet);
        } else {
            port.send(peer, packet);
        }
    }

    /** What the thread of the port does for the match. */
    private final class Work implements RoomWork {
        @Override
        public void datagram(ByteBuffer datagram, SocketAddress source) {
            nowNanos = clock.nanoTime();
            port.datagram(datagram, source, onRemotePacket);
        }

        @Override
        public long pass(long portNanos) {
            long wait = work();
            return sequencer.hasConnections()
                    ? wait
                    : Math.min(wait, IDLE_NANOS - Math.floorMod(portNanos, IDLE_NANOS));
        }

        @Override
        public boolean wakesUp() {
            return true;
        }

        /**
         * Sends the reason of the end once more, until both a number of rounds and a time are over: a time alone could
         * pass while the process is stopped, and no player would learn the reason.
         */
        @Override
        public boolean sayEnd() {
            if (goodbyes++ == 0) {
                sequencer.end("the sequencer was closed");
                goodbyeNanos = clock.nanoTime();
            }
            work();
            boolean isOver = goodbyes >= GOODBYE_ROUNDS && clock.nanoTime() - goodbyeNanos >= GOODBYE_NANOS;
            return sequencer.hasConnections() && !isOver;
        }

        @Override
        public boolean hearsAtEnd() {
            return true;
        }

        @Override
        public void close() {
            closed = true;
            port.close();
        }
    }

    /** Does what is due, and returns how long to wait then. */
    private long work() {
        nowNanos = clock.nanoTime();
        port.pass();
        local.poll(onPacket);
        for (Runnable each; (each = requests.poll()) != null; ) {
            each.run();
        }
        long next = sequencer.onTime(nowNanos);
        status = sequencer.status();
        // Datagrams wake up the thread of a port, but nothing reports what a player in this process sends.
        return Math.min(local.areOpen() ? PARK_NANOS : Long.MAX_VALUE, next - clock.nanoTime());
    }

    /** Peers may choose their numbers, so a number of a local player proves nothing. */
    private void onRemotePacket(long peer, ByteBuffer packet) {
        if (!LocalConnections.isLocal(peer)) {
            onPacket(peer, packet);
        }
    }

    private void onPacket(long peer, ByteBuffer packet) {
        sequencer.onPacket(peer, packet, nowNanos);
    }

    /**
     * Pauses the match until {@link #resume}, at the same tick on all peers. Only this process can pause the match,
     * change its time scale or remove a player, so the game decides here what it does for a player who asks.
     */
    public void pause() {
        request(() -> sequencer.pause(true));
    }

    /** Ends the pause. */
    public void resume() {
        request(() -> sequencer.pause(false));
    }

    /**
     * Changes the time scale of the match, at the same time on all peers.
     *
     * @param scale simulated time per wall time
     * @throws IllegalArgumentException if the scale is not between 1/1000 and 1000
     */
    public void timeScale(Ratio scale) {
        Objects.requireNonNull(scale, "scale must not be null");
        if (Math.max(scale.toDouble(), 1 / scale.toDouble()) > 1_000) {
            throw new IllegalArgumentException(
                    "scale must be between 1/1000 and 1000, was " + scale + "; to stop time, pause it");
        }
        request(() -> sequencer.scale(scale));
    }

    /**
     * Sets the time scale from a decimal, for example {@code timeScale(0.25)} for slow motion. Otherwise, this does the
     * same as {@link #timeScale(Ratio)}.
     *
     * @param scale simulated time per wall time, from 1/1000 to 1000, rounded to a millionth
     * @throws IllegalArgumentException if the scale is out of range
     */
    public void timeScale(double scale) {
        timeScale(Ratio.nearest(scale));
    }

    /**
     * Removes a player. The others continue from a tick that all agree on. A player with a token is kept out until
     * this sequencer ends. Without one, nothing prevents that it joins again.
     *
     * @param player from 0, below {@link MatchSettings#players()}
     * @throws IllegalArgumentException if there is no such player
     */
    public void remove(int player) {
        settings.requirePlayer(player);
        request(() -> sequencer.remove(player));
    }

    /** The thread sees the request after at most 50 ms. */
    private void request(Runnable request) {
        if (isRunning()) {
            requests.add(request);
        }
    }

    /**
     * Returns how the match stands. The sequencer's thread updates this at least every 50 ms.
     *
     * @return the newest status; the last one after {@link #close}
     */
    public SequencerStatus status() {
        return SequencerStatus.of(settings.rules, status);
    }

    /**
     * Returns whether the sequencer runs.
     *
     * @return false after {@link #close}, and after a failure
     */
    public boolean isRunning() {
        return !closed;
    }

    /**
     * Returns what ended the sequencer.
     *
     * @return the exception or error; null if there was none
     */
    @SuppressWarnings("exports")
    public @Nullable Throwable failure() {
        return port.room().failure();
    }

    /**
     * Ends the match for all players, closes the port or leaves the shared one, and waits for that, at most 5 s.
     * Further calls only wait. If the thread of the port calls this, it returns at once.
     *
     * @throws IllegalStateException if the thread does not end the match within that time
     */
    @Override
    public void close() {
        closed = true;
        port.room().close();
        port.close();
    }

    /** Describes the match in words. */
    @Override
    public String toString() {
        Throwable failed = failure();
        return status() + (failed != null ? ", failed: " + SafeText.of(failed) : isRunning() ? "" : ", closed");
    }
}
