package io.github.freestep.physics.lockstep;

import io.github.freestep.internal.Ranges;
import io.github.freestep.internal.Threads;
import io.github.freestep.physics.lockstep.link.ActionCode;
import io.github.freestep.physics.lockstep.session.SessionCore;
import io.github.freestep.physics.lockstep.session.SessionStart;
import io.github.freestep.physics.lockstep.session.SessionState;
import io.github.freestep.physics.saves.CommandReader;
import io.github.freestep.physics.saves.PortableCommand;
import io.github.freestep.time.NanoClock;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One player's side of a lockstep match. It feeds each tick of the simulation with the input of all players, and
 * compares the states with those of the other peers. Safe for use by any number of threads. Only {@link #start}, {@link
 * #inline} and {@link #close} block.
 *
 * <pre>{@code
 * try (LockstepSession match = LockstepSession.builder(settings, transport).open();
 *         MatchService physics = match.start(MatchWorld.of(world))) {
 *     stick.onMove(x -> match.axis(0, x)); // a callback posts input at once
 *     while (match.isOpen()) {
 *         show(match.status());
 *     }
 * }
 * }</pre>
 *
 * <p>A daemon thread sends, receives and samples the input, and the physics thread never waits for it: a tick whose
 * input is missing stays due. All peers must compute the same bits, see {@link MatchWorld#of}.
 *
 * <p>A session is for one stay in a match. To join again, close it and its service, and open new ones. If a server
 * should own the world, use {@code freestep-net}.
 */
public final class LockstepSession implements AutoCloseable {
    /** The stages of a session. Later versions may add more, so a {@code switch} needs a default branch. */
    public enum Status {
        /** The sequencer has not answered yet. */
        CONNECTING,
        /** This peer has joined, and the match begins when enough players have, {@link MatchSettings#minPlayers}. */
        WAITING,
        /** The match is running, and this peer computes what it has missed. Its input has no effect yet. */
        JOINING,
        /** The match is running, and this peer plays. */
        PLAYING,
        /**
         * No tick can be stepped: the input of a player is missing, see {@link #waitingFor}, or the sequencer is
         * silent, see {@link #isSequencerSilent}.
         */
        STALLED,
        /**
         * {@link SequencerServer#pause} has paused the match. A peer that joins shows it, and plays when the pause has
         * ended.
         */
        PAUSED,
        /** The end: {@link #failure} says why. It is null if the session was closed. */
        ENDED
    }

    /** The greatest code of an action. Greater ones are reserved. */
    public static final int MAX_CODE = ActionCode.MAX;

    /**
     * Lets the sequencer recognise that a new connection is of the same player as a silent one, if no token says it.
     * Only the sequencer learns it.
     */
    private static final long IDENTITY = new SecureRandom().nextLong();

    private static final long NAP_NANOS = 1_000_000;
    private static final Duration CLOSE = Duration.ofSeconds(5);

    private final LockstepTransport transport;
    final SessionState state;
    private final SessionCore core;
    private final NanoClock clock;
    private final @Nullable Thread thread;

    private LockstepSession(Builder from, boolean hasThread) {
        transport = from.transport;
        clock = from.clock;
        state = new SessionState(from.settings.rules, clock, from.commands, MatchException::new);
        core = new SessionCore(state, from.player, IDENTITY);
        thread = hasThread ? new Thread(this::run, "freestep-lockstep") : null;
        if (thread != null) {
            thread.setDaemon(true);
        }
    }

    /**
     * Returns a builder for a session.
     *
     * @param settings the settings of the match; those of the sequencer must be equal
     * @param transport the connection to the sequencer; the session closes it
     * @return the builder
     */
    public static Builder builder(MatchSettings settings, LockstepTransport transport) {
        return new Builder(settings, transport);
    }

    private void run() {
        while (!state.isOver) {
            try {
                doWork(clock.nanoTime());
                clock.park(NAP_NANOS);
            } catch (RuntimeException | Error e) {
                fail(e);
            }
        }
    }

    /** Does what is due. For the session's thread; tests that have no such thread call it themselves. */
    void doWork(long nowNanos) {
        if (state.isOver) {
            return;
        }
        if (core.begin(nowNanos)) {
            transport.poll(packet -> core.onPacket(packet, nowNanos));
        }
        core.work(nowNanos, transport::send);
        if (state.isOver) {
            transport.close();
        }
    }

    private void fail(Throwable cause) {
        LockstepTransport open = state.isOver ? null : transport;
        try (open) {
            core.fail(cause);
        } catch (RuntimeException | Error e) {
            cause.addSuppressed(e);
        }
    }

    /** Prepares the start of a simulation, which tests carry out step by step. */
    SessionStart starting(MatchWorld world) {
        return Objects.requireNonNull(world, "world must not be null").starting(state);
    }

    /**
     * Joins the match, starts the simulation on its own thread, and waits until the match begins for this peer. The
     * match decides the rate, the axes, the input, the clock, the tick to start at and what happens on overload
     * and faults. A session in a match that is running gives the simulation a world that another player has
     * saved, and returns while the run still catches up.
     *
     * @param world the simulation, and the options of its run
     * @return the run; close it before or after the session
     * @throws MatchException if the match can't be joined; the same as {@link #failure}
     * @throws IllegalStateException if this session has started a simulation before; or, and this session then leaves
     *     the match, if another run has the simulation, if the system refuses {@code realTime} or {@code cpu} of {@link
     *     MatchWorld}, or if the thread is interrupted while it waits
     * @throws IllegalArgumentException if the layout of the simulation is not that of the match
     */
    public MatchService start(MatchWorld world) {
        return start(world, run -> {});
    }

    /**
     * Does the same as {@link #start(MatchWorld)}, and passes the run on before it starts, for example to record it, or
     * to subscribe to its events from the first tick on.
     *
     * @param world the simulation, and the options of its run
     * @param beforeStart gets the run, which is not started
     * @return the run; close it before or after the session
     * @throws MatchException if the match can't be joined; the same as {@link #failure}
     * @throws IllegalStateException if this session has started a simulation before; or, and this session then leaves
     *     the match, if another run has the simulation, if the system refuses {@code realTime} or {@code cpu} of {@link
     *     MatchWorld}, or if the thread is interrupted while it waits
     * @throws IllegalArgumentException if the layout of the simulation is not that of the match
     */
    public MatchService start(MatchWorld world, Consumer<? super MatchService> beforeStart) {
        SessionStart starting = starting(world);
        Objects.requireNonNull(beforeStart, "beforeStart must not be null");
        MatchService[] run = new MatchService[1];
        starting.service(physics -> {
            run[0] = new MatchService(physics);
            beforeStart.accept(run[0]);
        });
        return run[0];
    }

    /**
     * Does the same as {@link #start}, but for a host that steps the simulation in its frame loop.
     *
     * @param world the simulation, and the options of its run
     * @return the stepper, which belongs to the first thread that advances it
     * @throws MatchException if the match can't be joined; the same as {@link #failure}
     * @throws IllegalStateException if this session has started a simulation before; or, and this session then leaves
     *     the match, if another run has the simulation, or if the thread is interrupted while it waits
     * @throws IllegalArgumentException as {@link #start}, or if an option was set that only a run with its own thread
     *     has
     * @throws io.github.freestep.physics.PhysicsException if setting up the world fails
     */
    public MatchStepper inline(MatchWorld world) {
        SessionStart starting = starting(world);
        return new MatchStepper(starting.stepper(), state.clock);
    }

    /**
     * Lets a second world run ahead of the world of the match, so that the player's input takes effect at once.
     *
     * @param second a second simulation, set up in the same way as that of the match, and the options of its run
     * @return the options of the prediction
     */
    public Prediction.Builder predict(MatchWorld second) {
        return new Prediction.Builder(starting(second));
    }

    /**
     * Sets an axis of the local player. It takes effect on all peers at the same tick, {@link #inputDelayTicks} after
     * the present one.
     *
     * @param axis from 0, below {@link MatchSettings#axes()}
     * @param value any finite number
     * @throws IllegalArgumentException if the axis is not declared, or the value is NaN or infinite
     */
    public void axis(int axis, float value) {
        state.input.axis(axis, value);
    }

    /**
     * Adds an action of the local player. All peers feed it to the same tick, with the code
     * {@code player << 16 | code}, see {@link MatchSettings#playerOf} and {@link MatchSettings#codeOf}.
     *
     * @param code what happened, from 0 to {@link #MAX_CODE}
     * @param value any finite number
     * @return false if too many wait; the action is then lost
     * @throws IllegalArgumentException if the code is out of range, or the value is NaN or infinite
     */
    public boolean action(int code, float value) {
        Ranges.require(0, MAX_CODE, code, "code", "");
        return state.input.action(code, value);
    }

    /**
     * Submits a command, which all peers run before the same tick. It changes the world in a way that axes and actions
     * can't express, such as spawning a body. The {@link CommandReader} of each peer recreates it. Commands beyond
     * 240 KB per second wait, because the sequencer removes a player who sends more.
     *
     * @param command the command, which is written at once
     * @return false if too many wait; the command is then lost
     * @throws IllegalArgumentException if its written form is too long, or can't be written
     */
    public boolean submit(PortableCommand command) {
        return state.input.command(command);
    }

    /**
     * The number of the local player.
     *
     * @return from 0; -1 until the sequencer has admitted this peer
     */
    public int player() {
        return state.player;
    }

    /**
     * The present stage.
     *
     * @return the status
     */
    public Status status() {
        // Statuses and stages have the same names.
        return Status.valueOf(state.stage.name());
    }

    /**
     * Returns whether the session continues. Once this returns false, it never returns true again, and {@link #failure}
     * says why.
     *
     * @return false after the end
     */
    public boolean isOpen() {
        return status() != Status.ENDED;
    }

    /**
     * The player whose input the next tick waits for.
     *
     * @return the number of a player; -1 if the match does not wait
     */
    public int waitingFor() {
        return state.waitingFor(Long.MAX_VALUE);
    }

    /**
     * Returns whether the sequencer has sent nothing for a second. The connection or the sequencer may be down. {@link
     * #toString} says for how long. The time for which this process itself stood still does not count.
     *
     * @return whether it is silent; always false until {@link #player} is known
     */
    public boolean isSequencerSilent() {
        return state.isSequencerSilent();
    }

    /**
     * How long the match has waited for {@link #waitingFor}.
     *
     * @return nanoseconds; 0 if the match does not wait
     */
    public long waitingNanos() {
        return Math.max(0, state.waitingNanos(Long.MAX_VALUE));
    }

    /**
     * The input delay of this player: the number of ticks from a sample of its input to the tick that it takes effect
     * at. The sequencer adapts it to the connection of this player, within the bounds of
     * {@link MatchSettings#inputDelay}. Other players have other delays.
     *
     * @return ticks; 0 before the match begins; while this player joins, the greatest delay of the others
     */
    public int inputDelayTicks() {
        return state.delayTicks;
    }

    /**
     * The speed of the match as a share of real time: the time scale; 0 in a pause.
     *
     * @return match time per wall time
     */
    public double speed() {
        return state.rate;
    }

    /**
     * The newest tick whose state the sequencer has found to be equal on all peers.
     *
     * @return a tick's number; -1 before the first
     */
    public long agreedTick() {
        return state.agreedTick;
    }

    /**
     * The newest tick at which the states of players differed, whether this player or another one was wrong. The match
     * of the one who was wrong has ended, and its {@link #failure} says so. All players learn the tick, so that each
     * can keep what it has computed, and both sides can be compared.
     *
     * @return a tick's number; -1 if none has differed
     */
    public long differedTick() {
        return state.differedTick;
    }

    /**
     * What differed some ticks after {@link #differedTick}: parts, bodies and values, on both sides. The {@link
     * #failure} of the player who was wrong has it, too. If the values could not be compared, such as while a world was
     * on its way to a joining player, this is a text that says so.
     *
     * @return such as "score is 13 in the world of player 1, and 12 in that of player 0"; null if nothing has differed
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable String difference() {
        return state.difference;
    }

    /**
     * Says why the session has ended.
     *
     * @return usually a {@link MatchException}, whose cause is the failure of the simulation or of the transport if one
     *     has failed; null while the session continues, and if {@link #close} has ended it
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable Throwable failure() {
        return state.failure;
    }

    /**
     * Leaves the match, and closes the transport. The others continue from a tick that all agree on. A second call does
     * nothing. The service is not closed; it gets no further input.
     */
    @Override
    public void close() {
        state.leaves = true;
        if (thread != null && Thread.currentThread() != thread) {
            LockSupport.unpark(thread);
            Threads.join(thread, CLOSE.toNanos());
        }
    }

    /**
     * Says why the sequencer can't be reached, for a line on the player's screen or in the log: it refuses the token,
     * or nobody has answered for 3 s. The latter has the addresses that were asked and what to check, and is a {@code
     * Problem} in the log, too.
     *
     * @return one line; null if packets arrive, or the reason is not known
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable String stallReason() {
        return isOpen() ? transport.stallReason() : null;
    }

    /** Describes the session, such as {@code STALLED, player 0, tick 12 of 12, waiting for player 2 for 800 ms}. */
    @Override
    public String toString() {
        String reason = stallReason();
        return reason == null ? state.inWords() : state.inWords() + ", " + reason;
    }

    /** Builds a session. Not thread-safe. */
    public static final class Builder {

        private final MatchSettings settings;
        private final LockstepTransport transport;
        private int player = SessionCore.ANY_PLAYER;
        private CommandReader commands = CommandReader.NONE;
        private NanoClock clock = NanoClock.system();

        private Builder(MatchSettings settings, LockstepTransport transport) {
            this.settings = Objects.requireNonNull(settings, "settings must not be null");
            this.transport = Objects.requireNonNull(transport, "transport must not be null");
        }

        /**
         * Asks for a number of the local player, for a game whose players choose their sides before the match.
         * Default: any that is free.
         *
         * <p>A new session with the same number replaces one that has been silent for a second if it is in the same
         * process, or has the same token. Otherwise it waits until that player has been removed, and is refused if that
         * player comes back. So no other player can take the place of one whose connection fails.
         *
         * @param number from 0, below {@link MatchSettings#players()}
         * @return this
         * @throws IllegalArgumentException if the number is out of range
         */
        public Builder player(int number) {
            settings.requirePlayer(number);
            player = number;
            return this;
        }

        /**
         * Sets the reader of submitted commands. Default: {@link CommandReader#NONE}. A command that it throws for is
         * skipped on all peers; {@link LockstepSession#toString} names the last one. Players choose the bytes, so limit
         * lengths and nesting: what only some peers have the memory for makes their worlds differ. With {@code
         * Saves.commands(reader)}, any player can load a saved game, and so replace the world of all.
         *
         * @param reader reads what any peer has submitted; must be the same on all peers
         * @return this
         */
        public Builder commands(CommandReader reader) {
            commands = Objects.requireNonNull(reader, "reader must not be null");
            return this;
        }

        /**
         * Sets the clock. Default: the system's clock.
         *
         * @param source the clock, whose {@code park} the session's thread uses
         * @return this
         */
        public Builder clock(NanoClock source) {
            clock = Objects.requireNonNull(source, "source must not be null");
            return this;
        }

        /**
         * Opens the session. It connects in {@link LockstepSession#start} or {@link LockstepSession#inline}. A player
         * can join a match that runs already only with a world that {@linkplain
         * io.github.freestep.physics.saves.SavableSimulation#restoresExactly restores exactly}. With any other world,
         * those methods then throw a {@link MatchException}, which says so. If this method throws, for example because
         * the system cannot start a thread, it closes the transport, which no session would close any more.
         *
         * @return the session, to be closed
         */
        public LockstepSession open() {
            try {
                LockstepSession session = new LockstepSession(this, true);
                Objects.requireNonNull(session.thread).start();
                return session;
            } catch (Throwable noThread) {
                transport.close();
                throw noThread;
            }
        }

        /** Opens a session without a thread, for tests that call {@link LockstepSession#doWork}. */
        LockstepSession openPassive() {
            return new LockstepSession(this, false);
        }
    }
}
