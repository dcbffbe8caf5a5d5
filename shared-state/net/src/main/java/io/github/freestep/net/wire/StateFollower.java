package io.github.freestep.net.wire;

import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.clock.RemoteClock;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.NanoClock;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the states that a {@link StateEncoder} sends from another process, for local readers. One thread receives
 * and polls, and other threads use only what says that it is for any thread. Never blocks, allocates nothing in the
 * steady state, and never throws because of what a datagram contains.
 *
 * <pre>{@code
 * StateFollower follower = new StateFollower(layout, NanoClock.system());
 * FrameSampler frames = FrameSampler.open(follower.states());
 *
 * // On the thread of the network, for every datagram of both streams:
 * follower.receive(datagram, System.nanoTime());
 * follower.poll(System.nanoTime());
 * // Then wait for the next datagram, for at most follower.waitNanos(System.nanoTime()), and poll again.
 * }</pre>
 *
 * <p>A state is published when all of its pieces have arrived, and after the state before it. If a piece is missing,
 * {@link #poll} says how long the state waits for it. The clock of the local states is a {@link RemoteClock}, which is
 * the sender's clock minus the least delay of the network. So a state is as late as the network has delayed it beyond
 * that, and a sampler adapts to this as it adapts to late ticks.
 *
 * <p>Nothing is published before every body is known, which takes some
 * seconds for a large world over a narrow link. When the sender restarts, all
 * bodies are removed and spawned again, and ticks and simulation time continue upwards. Ticks are the sender's in the
 * first run that is followed, and {@link #senderTick} converts those of later runs. A run that continues the world that
 * was shown, such as after a hand-over, is not a restart, so its bodies stay.
 */
public final class StateFollower {
    /**
     * The current run sends pieces more often than this. If it has been silent for longer, a datagram of
     * a former run is not a late one, but shows that the former run is alive.
     */
    private static final long LONG_NANOS = 2_000_000_000;

    /**
     * The least time after a restart in which input is refused. A picture may still show bodies of the former run, and
     * input for one of them must not reach a body of the new run with the same life. A picture is at most one window
     * late, which takes longer than this if there are fewer than 16 states per second.
     */
    private static final long RESTART_NANOS = 500_000_000;

    /** The thread that receives runs at least this often, so that it notices when it could not. */
    static final long LONGEST_WAIT_NANOS = 10_000_000;

    /** The number of states in a window. */
    public static final int WINDOW = StateSpacing.WINDOW;

    /** The lower bits of the number of this client. */
    private int client;

    private final StateLayout layout;
    private final long layoutHash;

    /** The estimate of the sender's clock. */
    public final RemoteClock clock;

    final Playout playout;
    private final OwnStalls stalls = new OwnStalls();
    private final SenderRuns runs = new SenderRuns();
    private final RunHeader run = new RunHeader();
    private final PieceHeader piece = new PieceHeader();
    private final byte[] bytes = new byte[Datagrams.MAX_DATAGRAM];

    final LocalTimes times;

    /** The events that an {@link EventEncoder} sends with the states. For any thread. */
    public final ReceivedEvents events;

    /** When the first state of the current run was published, if there was a run before it. */
    private long restartedNanos;

    private boolean hasRestarted;

    /** Whether a state of the current run was published. */
    private boolean shows;

    /** Whether a state of any run was published. */
    private boolean hasShown;

    /** The world of the newest run of which a state was published. */
    private long shownWorld;

    /** The world of the current run. */
    private long world;

    /** Whether the current run claims to continue what was shown, and no state of it was published yet. */
    private boolean claims;

    /** When the last datagram of the current run arrived. */
    private long currentNanos;

    /** When the last datagram of a sender with another layout arrived. */
    private long failureNanos;

    /** The number of refused datagrams. */
    private volatile long refused;

    private volatile String failure;

    /**
     * Creates a follower that has received nothing yet. For one thread.
     *
     * @param layout the layout of the sender's states: the same capacity, channels and kind of positions
     * @param local the local clock, of the times that are passed to {@link #receive} and {@link #poll}
     */
    public StateFollower(StateLayout layout, NanoClock local) {
        this.layout = layout;
        layoutHash = RunHeader.hash(layout);
        clock = new RemoteClock(local);
        times = new LocalTimes(clock);
        events = new ReceivedEvents(layout.capacity());
        playout = new Playout(layout, clock, times, stalls);
        piece.ring = playout.received.ring;
    }

    /** Sets the number of this client. Pieces for other clients are refused. */
    public void client(long number) {
        client = (int) number;
    }

    /**
     * The buffer from which local readers read. Its clock is the estimate of the sender's clock. For any thread.
     *
     * @return the buffer of this follower
     */
    public StateBuffer states() {
        return playout.local.publisher.states();
    }

    /**
     * Sets whether the sender leaves out states or copies of them for this receiver. When it stops doing so, or when
     * the link has become faster, the link carries everything again, so the lateness of states that have waited in its
     * queue is forgotten. But first, states must have been in time for half a second, because the sender may mistake
     * jitter that keeps datagrams in order for a full link, and the lateness from such jitter must not be forgotten.
     */
    public void thinned(boolean leavesOut, long nowNanos) {
        playout.thinned(leavesOut, nowNanos);
    }

    /**
     * Takes a datagram of either stream.
     *
     * @param datagram the datagram, from position to limit; copied, and not changed
     * @param arrivedNanos when it arrived, by the local clock
     */
    public void receive(ByteBuffer datagram, long arrivedNanos) {
        noteStall(arrivedNanos);
        int length = datagram.remaining();
        if (length <= bytes.length) {
            datagram.get(datagram.position(), bytes, 0, length);
        }
        if (length > bytes.length || !take(length, arrivedNanos)) {
            // Only this thread writes the count.
            refused = refused + 1;
        }
        noteFirstState(arrivedNanos);
    }

    /**
     * Publishes the states that are due. Call it after each datagram, and after {@link #waitNanos} without any.
     *
     * <p>A missing piece is given up when it would be later than all pieces of the last 4 s, by more than an eighth of
     * the jitter plus 0.2 ms, so a lost piece costs no more delay than the jitter does. Stalls of this thread and of
     * the sender do not count as jitter, and neither does a single stall of the network if two later states have come
     * before the piece. A body that is missing continues for at most ten states, with the velocity between its last two
     * received poses, because velocities from guesses would diverge. A state that is lost as a whole is not made up,
     * because samplers bridge it. After a second without pieces, all bodies count as unknown. If delays vary by more
     * than a window spans, not every state is published: see {@link StateSpacing}.
     *
     * @param nowNanos the time now, by the local clock
     */
    public void poll(long nowNanos) {
        noteStall(nowNanos);
        clock.update(nowNanos);
        playout.poll(nowNanos);
        noteFirstState(nowNanos);
        events.release(times, playout.eventTick(), playout.local.lifeOffset);
        if (failure != null && nowNanos - failureNanos > LONG_NANOS) {
            failure = null;
        }
        if (hasRestarted && hasLeftWindow(nowNanos - restartedNanos)) {
            hasRestarted = false;
        }
    }

    /**
     * Whether no picture shows the former run any more, this time after the first state of the current one. Not counted
     * in states, because a world that is paused or rests has only one.
     */
    private boolean hasLeftWindow(long nanos) {
        return nanos >= RESTART_NANOS && nanos / StateSpacing.WINDOW >= times.wallStepNanos();
    }

    /**
     * Returns how long to wait for the next datagram before the next {@link #poll}. After that time, a state may have
     * to be published without its missing pieces.
     *
     * @param nowNanos the time now, by the local clock
     * @return from 0 to 10 ms
     */
    public long waitNanos(long nowNanos) {
        return Math.min(playout.waitNanos(nowNanos), LONGEST_WAIT_NANOS);
    }

    /**
     * Why the states of a sender cannot be followed: it has another layout. A sender that is followed already counts
     * more, as long as it is not silent for two seconds. For any thread.
     *
     * @return a text that names what was expected and what came within the last two seconds; null if nothing is wrong
     */
    public @Nullable String failure() {
        return failure;
    }

    /** Whether states of this run are published here, so that {@link #senderOffsetNanos} is that run's. */
    public boolean follows(long id) {
        return runs.isCurrent(id) && shows;
    }

    /**
     * Whether input may be sent to this run: its states are published, and no picture shows a former run. Earlier input
     * could be meant for a body of a former run, and two runs can have the same life in the same slot.
     */
    public boolean takesInput(long id) {
        return follows(id) && !hasRestarted;
    }

    /**
     * Converts the tick of a state that was published here. For any thread.
     *
     * @return the sender's tick of that state; {@link State#NO_TICK} if it is of a former run of the sender
     */
    public long senderTick(long tick) {
        return times.senderTick(tick);
    }

    /**
     * Converts the simulation time of a picture of the local states to that of the sender. For any thread.
     *
     * @param tick the tick that the picture has reached
     * @return the sender's simulation time; {@link State#NO_TICK} if the tick is of a former run of the sender
     */
    public long senderNanos(long tick, long simulationNanos) {
        return times.senderNanos(tick, simulationNanos);
    }

    /** The lower bits of the number of the newest piece of a run that was decoded; 0 before the first. */
    public int newestPiece(long id) {
        return runs.isCurrent(id) ? (int) playout.pieces.newest : 0;
    }

    /** A bit for each piece before {@link #newestPiece}, the lowest for the last one. Must not be changed. */
    public long[] piecesBefore() {
        return playout.pieces.before();
    }

    /** A reading of the sender's clock minus that of the clock of {@link #states}. Each run has another one. */
    public long senderOffsetNanos() {
        return -clock.base();
    }

    /**
     * The number of datagrams that were of no use: malformed, of a former run, or too late. For any thread.
     *
     * @return the number of datagrams, from 0
     */
    public long ignored() {
        return refused;
    }

    /**
     * The number of states that were published here. For any thread.
     *
     * @return the number of states, from 0
     */
    public long publishedStates() {
        return playout.published;
    }

    /**
     * The number of published states of which pieces were missing. The bodies in them continued as they last moved.
     * States that were lost as a whole are not counted: their ticks are missing. For any thread.
     *
     * @return the number of states, from 0
     */
    public long incompleteStates() {
        return playout.incomplete;
    }

    /** Goes up when a state is published, or comes that would be if it were needed, as in a pause. */
    public long shownStates() {
        return playout.shown;
    }

    /** Whether the newest state is one of the {@linkplain #incompleteStates() incomplete} ones. For any thread. */
    public boolean lacksBodies() {
        return playout.lacksBodies;
    }

    private void noteStall(long nowNanos) {
        if (stalls.runs(nowNanos)) {
            clock.stalled(nowNanos);
        }
    }

    private boolean take(int length, long arrivedNanos) {
        return switch (length < 1 ? 0 : bytes[0] & 0xFF) {
            case Datagrams.PIECE, Datagrams.CLIENT_PIECE ->
                piece.read(bytes, 0, length) && takePiece(length, arrivedNanos);
            case Datagrams.RUN -> run.read(bytes, 0, length) && takeRun(arrivedNanos);
            case Datagrams.EVENTS -> events.take(bytes, length, runs, times);
            default -> false;
        };
    }

    private boolean takePiece(int length, long arrivedNanos) {
        if (!runs.isCurrentHalf(piece.isOfClient ? piece.run ^ client : piece.run)) {
            return false;
        }
        noteCurrent(arrivedNanos);
        return piece.slots <= layout.capacity()
                && clock.sample(piece.stampNanos, arrivedNanos, true)
                && playout.take(piece, bytes, length, arrivedNanos);
    }

    private boolean takeRun(long arrivedNanos) {
        boolean isNewRun = !runs.isCurrent(run.run);
        if (isNewRun && !mayBegin(arrivedNanos)) {
            return false;
        }
        if (isNewRun) {
            PoseGrid grid = PoseGrid.decoded(run.shift, run.turns);
            if (grid == null || run.capacity != layout.capacity()) {
                return false;
            }
            beginRun(grid, arrivedNanos);
        }
        noteCurrent(arrivedNanos);
        return clock.sample(run.stampNanos, arrivedNanos, false);
    }

    private void noteCurrent(long arrivedNanos) {
        currentNanos = arrivedNanos;
        failure = null;
    }

    /** Whether a run that is not the current one is another one of the expected sender. */
    private boolean mayBegin(long arrivedNanos) {
        if (runs.isFormer(run.run) && arrivedNanos - currentNanos <= LONG_NANOS) {
            return false;
        }
        if (run.layout != layoutHash) {
            refuse(arrivedNanos);
            return false;
        }
        return true;
    }

    /** Notes a sender with another layout, unless it is a stray one beside that of the current run. */
    private void refuse(long arrivedNanos) {
        if (!runs.hasBegun || arrivedNanos - currentNanos > LONG_NANOS) {
            failureNanos = arrivedNanos;
            failure = "the sender's layout must be that of this receiver, " + layout + ", but was another one of "
                    + run.capacity + " bodies; use the same StateLayout on both sides, with the same"
                    + " channels and the same kind of positions, and the same version of Freestep";
        }
    }

    /**
     * Begins to follow another run, because the sender has restarted or is seen for the first time. The run continues
     * what is shown if its world was shown before, or if it names that world as the former one, and no tick after the
     * hand-over was shown. Every other run is a restart, also that of a second service that continues from the same
     * moment.
     */
    private void beginRun(PoseGrid grid, long arrivedNanos) {
        runs.begin(run.run);
        clock.restart(arrivedNanos);
        // A claim of the run before extends to this run if that one was never shown.
        claims = hasShown && (goesOnWith(shownWorld) || claims && goesOnWith(world));
        world = run.world;
        playout.beginRun(grid, claims);
        // Another sender of the world that was shown has sent events before, and this receiver had them.
        events.beginRun(claims, claims && world != shownWorld);
    }

    private boolean goesOnWith(long shown) {
        return run.goesOnWith(shown, times.shownTick());
    }

    /** Notes whether the first state of a run continues the world that was shown before. */
    private void noteFirstState(long nowNanos) {
        boolean showed = shows;
        shows = times.senderTick() >= 0;
        if (showed || !shows) {
            return;
        }
        boolean isOther = hasShown && !times.isContinued;
        if (isOther && claims) {
            events.forgetFormer();
        }
        claims = false;
        shownWorld = world;
        hasShown = true;
        if (isOther) {
            hasRestarted = true;
            restartedNanos = nowNanos;
        }
    }
}
