package io.github.freestep.physics.prediction;

import io.github.freestep.internal.RecentSamples;
import io.github.freestep.internal.time.SlewedClock;
import io.github.freestep.physics.input.PastTicks;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.content.StateInside;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.TimeAnchor;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Follows the states of the server. Finds which of the player's inputs they contain, and at which time of the server an
 * input that is sent now takes effect. For one thread; allocates nothing once made.
 *
 * <p>That time is ahead of the states by a <i>lead</i>: the way to the server and back, and the wait for a tick. Each
 * number that a state contains for the first time measures it, to within the ticks since the state before.
 */
final class ServerStates implements AutoCloseable {
    /** The share of a wrong lead that one measurement corrects. Larger ones follow the jitter of the network. */
    private static final int CAUTION = 8;

    /** By how much longer than the first round trip the way of the first inputs may take. */
    private static final long FIRST_NANOS = 30_000_000;

    /** After as many measurements, the lead is known. */
    private static final int FIRST = 64;

    private final OwnWorld world;
    private final SentInputs inputs;
    private final int numberChannel;
    private final long mostNanos;
    private final long tickNanos;
    final StateReader reader;
    private final NanoClock clock;
    private final SlewedClock ahead;
    final TimeAnchor anchor = new TimeAnchor();
    private final TimeAnchor dueAnchor = new TimeAnchor();

    /**
     * The leads that fitted just before each of the last states came: with a greater one, the time to reach would have
     * waited for that state. The second least of them fits. The least may be that of an outage, after which it must not
     * stay small.
     */
    private final RecentSamples fitting = new RecentSamples(64, 2);

    /**
     * The leads with which the last inputs would just have come in time. The second greatest is enough: the greatest
     * may be that of a single hitch of the server.
     */
    private final RecentSamples needed = new RecentSamples(256, 2);

    private boolean isMeasured;
    private long leadNanos;

    /** The least lead until it is known, by the round trip before the first input; 0 if that is not known either. */
    private long firstNanos;

    /** The lead with which the newest time to reach is just the newest state and {@link #mostNanos}. */
    private long fittingNanos = Long.MAX_VALUE;

    /** Whether there is any state. */
    boolean hasAny;

    /** Whether the last {@link #look} has found a new state. */
    boolean hasCome;

    /** The simulation time of the newest state. */
    long newestNanos;

    /** Whether time stands still on the server. */
    boolean isPaused;

    private long reachedNanos;
    private long effectNanos;

    /** The state that the small world is to be set to; null if it may have been overwritten. */
    private @Nullable State state;

    private boolean isNew;
    private long tick = State.NO_TICK;
    private long edition;

    /** The simulation time of the state. */
    long simulationNanos;

    /** The tick of the state and its time as the server counts, which begins again when it restarts. */
    private long serverTick;

    private long serverNanos;

    private long dueNanos;
    private boolean wasPaused;

    /** The slot of the player's body in it. */
    int slot = State.NO_SLOT;

    private int epoch;

    /** Whether the state has the player's body. */
    boolean isAlive;

    /** What {@link #takeJump} will return. */
    boolean hasJumped;

    /** The newest number of an input that the state contains. */
    private int contained;

    /**
     * Creates a reader of the states.
     *
     * @param numberChannel the stepped channel that has the number; -1 for a server that takes each input at its time
     * @param tickNanos the time of a tick
     * @param mostNanos how far the time to reach may be ahead of the newest state
     */
    ServerStates(
            OwnWorld world, StateBuffer states, SentInputs inputs, int numberChannel, long tickNanos, long mostNanos) {
        this.world = world;
        this.inputs = inputs;
        this.numberChannel = numberChannel;
        this.mostNanos = mostNanos;
        this.tickNanos = tickNanos;
        clock = states.clock();
        ahead = new SlewedClock(clock, clock.nanoTime());
        isMeasured = numberChannel < 0;
        reader = states.reader();
    }

    /**
     * Looks for new states, for their time.
     *
     * @throws IllegalStateException if the rate of the server is not that of the grid
     * @return whether there is any state
     */
    boolean look(TickGrid grid) {
        hasCome = reader.acquire();
        if (hasCome) {
            if (hasAny && !isPaused) {
                fitting.add(fittingNanos);
            }
            state = null;
            hasAny = true;
            reader.state(0).anchor(anchor);
            isPaused = anchor.isPaused();
            newestNanos = reader.state(0).simulationNanos();
            long base = StateInside.tickBase(reader.state(0));
            inputs.newest(reader.state(0).tick() - base, base, newestNanos);
            if (reader.size() > 1) {
                grid.requireRate(reader.state(0), reader.state(1));
            }
        }
        if (hasAny && needed.size() == 0 && inputs.isInTime && inputs.roundTripNanos() >= 0) {
            firstNanos = Math.min(inputs.roundTripNanos() + tickNanos + FIRST_NANOS, mostNanos);
            leadNanos = firstNanos;
            isMeasured = true;
        }
        if (hasAny && !isPaused) {
            fittingNanos = anchor.wallAt(newestNanos + mostNanos) - clock.nanoTime();
        }
        if (isMeasured) {
            ahead.approach(leadNanos - missingNanos());
        }
        return hasAny;
    }

    /** Takes the states that are before a tick of the small world, in their order. In a pause, takes them all. */
    void take(TickGrid grid, long beforeTick) {
        for (int age = reader.size() - 1; age >= 0; age--) {
            State next = reader.state(age);
            if (next.tick() < tick || !isPaused && grid.nearest(next.simulationNanos()) >= beforeTick) {
                continue;
            }
            // In a pause, a command may have changed the newest one.
            if (next.tick() > tick || StateInside.edition(next) != edition) {
                int slot = world.slot(next);
                // A state whose datagrams were lost says nothing about the body.
                if (slot >= 0 && slot < next.slots() && StateInside.isGuessed(next, slot)) {
                    continue;
                }
                take(next, slot);
            }
            wasPaused |= isPaused;
            state = next;
        }
    }

    private void take(State next, int found) {
        long before = dueNanos;
        boolean measures = tick != State.NO_TICK && !wasPaused;
        next.anchor(dueAnchor);
        wasPaused = dueAnchor.isPaused();
        if (!wasPaused) {
            dueNanos = dueAnchor.wallAt(next.simulationNanos());
        } else if (next.tick() != tick) {
            // A single step takes all that waits.
            dueNanos = clock.nanoTime();
        }
        tick = next.tick();
        edition = StateInside.edition(next);
        simulationNanos = next.simulationNanos();
        serverTick = tick - StateInside.tickBase(next);
        serverNanos = simulationNanos - StateInside.nanosBase(next);
        isNew = true;
        isAlive = found >= 0 && NearBodies.has(next, found);
        if (!isAlive) {
            return;
        }
        hasJumped |= found != slot || next.epoch(found) != epoch;
        slot = found;
        epoch = next.epoch(found);
        int number = numberChannel < 0 ? 0 : (int) next.stepped(numberChannel)[found];
        if (number != contained && inputs.knows(number) && measures && !wasPaused) {
            measure(before - inputs.numberNanos(number), dueNanos - inputs.numberNanos(number));
        }
        contained = number;
    }

    /** Learns that an input has taken effect after at least the one time, and at most the other. */
    private void measure(long leastNanos, long mostNanos) {
        if (inputs.isInTime) {
            // Nearly all must come in time, so a great lead counts. If states were lost, it may have been less.
            needed.add(Math.min(mostNanos, leastNanos + tickNanos));
            // As the clock of the server is estimated, an input may seem to have come before it was sent.
            leadNanos = Math.max(needed.size() < FIRST ? firstNanos : 0, needed.greatest(Math.min(2, needed.size())));
            isMeasured = true;
            return;
        }
        if (!isMeasured) {
            leadNanos = Math.max(0, (leastNanos + mostNanos) / 2);
            isMeasured = true;
        }
        leadNanos += Math.max(0, leastNanos - leadNanos) / CAUTION;
        leadNanos = Math.max(0, leadNanos - Math.max(0, leadNanos - mostNanos) / CAUTION);
    }

    /** How much of the lead does not fit, in wall time: the player's input is shown later by that. */
    long missingNanos() {
        return Math.max(0, leadNanos - Math.max(0, fitting.smallest(2)));
    }

    /** Returns the time of the server to step up to: as an input of now takes effect, if that fits. Never goes back. */
    long reach() {
        if (!hasAny) {
            // The anchor of no state would give any time, such as that since the start of the machine.
            return 0;
        }
        long at = anchor.simulationAt(now());
        at = Math.max(newestNanos, Math.min(at, newestNanos + mostNanos));
        reachedNanos = Math.max(reachedNanos, at);
        return reachedNanos;
    }

    private long now() {
        return isMeasured ? ahead.nanoTime() : clock.nanoTime();
    }

    /** Returns the time of the server at which an input of now takes effect. Never goes back. */
    long effectNanos() {
        long missing = anchor.simulationAt(now() + missingNanos()) - anchor.simulationAt(now());
        effectNanos = Math.max(effectNanos, reach() + missing);
        return effectNanos;
    }

    /** Returns the time of the server at a wall time: at least that of the state, and within the ticks ahead. */
    long simulationAt(long wallNanos) {
        long at = isPaused ? simulationNanos : anchor.simulationAt(wallNanos);
        return Math.max(simulationNanos, Math.min(at, simulationNanos + mostNanos));
    }

    /** Returns the wall time of a time of the server, which must not be paused. */
    long wallAt(long atNanos) {
        return anchor.wallAt(atNanos);
    }

    /** Returns how much time passes on the server in a wall time. */
    long passing(long wallNanos) {
        long now = clock.nanoTime();
        return anchor.simulationAt(now) - anchor.simulationAt(now - wallNanos);
    }

    /** The state to set the small world to, until the next {@link #look}. */
    State state() {
        return Objects.requireNonNull(state);
    }

    /** Whether the small world was not set to the state yet, see {@link #confirm}. */
    boolean isNew() {
        return isNew && state != null;
    }

    /** Lets a small world count ticks as the server does. In a pause and after an outage, the grid has moved. */
    void count(PastTicks<?, ?> world, TickGrid grid) {
        long behind = serverTick - grid.nearest(simulationNanos);
        world.count(behind, serverNanos - grid.nanos(serverTick));
    }

    /** Forgets the inputs that the state contains. */
    void confirm() {
        isNew = false;
        if (numberChannel < 0) {
            inputs.confirmGiven(dueNanos);
        } else {
            inputs.confirm(contained, simulationNanos);
        }
    }

    /** Returns whether the player's body was teleported, or is another one, since the last call. */
    boolean takeJump() {
        boolean was = hasJumped;
        hasJumped = false;
        return was;
    }

    @Override
    public void close() {
        reader.close();
    }
}
