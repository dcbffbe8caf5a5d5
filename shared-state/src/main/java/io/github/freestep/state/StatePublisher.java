package io.github.freestep.state;

import io.github.freestep.time.Anchor;
import java.util.function.LongFunction;

/**
 * The writing end of a {@link StateChannel}. For one thread, the first that uses it; wait-free, in time proportional to
 * the number of readers; allocates nothing.
 *
 * <p>Physics thread: {@code begin}, write the bodies, {@code publish}. Each state is written once, in place, however many
 * read it.
 */
public final class StatePublisher extends Handle {
    /** How many states a window has unless told otherwise: what it takes to be smooth while lateness varies by a tick. */
    public static final int DEFAULT_DEPTH = 4;

    final State[] table = new State[SlotPool.MAX_SLOTS];

    private final SlotPool pool = new SlotPool(table);
    private final Bodies bodies;
    private final StateWriter writer;
    private final StateChannel channel;
    private final int depth;
    private final long beyond;

    /** As of the last publish. */
    private Seat[] seats;

    private int slot = Windows.NONE;
    private boolean amending;

    /** The mailboxes are a parameter so that a test can plant some that do not keep their promises. */
    StatePublisher(StateLayout layout, int depth, LongFunction<Mailbox> mailboxes) {
        if (depth < 1 || depth > Windows.MAX_DEPTH) {
            throw new IllegalArgumentException(
                    "a window has from 1 to " + Windows.MAX_DEPTH + " states, and " + depth + " is not in that range");
        }
        this.depth = depth;
        beyond = Windows.beyond(depth);
        bodies = new Bodies(layout.capacity());
        writer = new StateWriter(layout.capacity());
        pool.add(StateChannel.newStates(layout, depth + 1));
        channel = new StateChannel(layout, depth, this, mailboxes);
        seats = channel.seats();
        adopt(seats[0], true);
    }

    /**
     * Opens a channel with windows of {@value #DEFAULT_DEPTH} states.
     *
     * @param layout what a state holds
     * @return its writing end
     */
    public static StatePublisher open(StateLayout layout) {
        return open(layout, DEFAULT_DEPTH);
    }

    /**
     * Opens a channel.
     *
     * @param layout what a state holds
     * @param depth how many states a window has, from 1 to 8; more of them cover more varied lateness, and cost memory only
     * @return its writing end
     * @throws IllegalArgumentException for a depth out of range
     */
    public static StatePublisher open(StateLayout layout, int depth) {
        return new StatePublisher(layout, depth, Mailbox::new);
    }

    /**
     * Where readers join.
     *
     * @return the channel of this publisher
     */
    public StateChannel channel() {
        return channel;
    }

    /**
     * Which bodies exist: to be told by the simulation.
     *
     * @return this publisher's own, for its thread
     */
    public Bodies bodies() {
        return bodies;
    }

    /**
     * Begins a state. It is invisible until {@link #publish}; one that was begun and not published is discarded.
     *
     * @param tick more than the newest published one
     * @param simulationNanos the tick's simulation time
     * @param anchor in force; copied
     * @param startedNanos when the tick's work began
     * @return where to write what the state holds; what is left unwritten is undefined
     * @throws IllegalArgumentException if the tick is not newer
     * @throws IllegalStateException if another thread publishes here
     */
    public StateWriter begin(long tick, long simulationNanos, Anchor anchor, long startedNanos) {
        checkThread();
        State newest = newestState();
        if (newest != null && tick <= newest.tick) {
            throw new IllegalArgumentException("tick " + tick + " can't follow tick " + newest.tick
                    + "; ticks only grow, and amend() replaces one");
        }
        State state = nextFree(newest);
        state.tick = tick;
        state.simulationNanos = simulationNanos;
        state.predecessorTick = newest == null ? State.NO_TICK : newest.tick;
        state.anchor.set(anchor);
        state.startedNanos = startedNanos;
        amending = false;
        return writer.begin(state, newest);
    }

    /**
     * Begins a copy of the newest state that will take its place: how readers learn of a new anchor between ticks.
     *
     * @param anchor in force from now on; copied
     * @return where to change what the state holds
     * @throws IllegalStateException if nothing was published yet, or another thread publishes here
     */
    public StateWriter amend(Anchor anchor) {
        checkThread();
        State newest = newestState();
        if (newest == null) {
            throw new IllegalStateException("there is no state to amend; publish one first");
        }
        State state = nextFree(newest);
        state.tick = newest.tick;
        state.simulationNanos = newest.simulationNanos;
        state.predecessorTick = newest.predecessorTick;
        state.anchor.set(anchor);
        state.startedNanos = newest.startedNanos;
        // Not what the bodies are by now: a body spawned since has no pose in the newest state.
        Bodies.copy(newest, state);
        amending = true;
        return writer.begin(state, newest).keep(0, newest.bodies);
    }

    /**
     * Makes the state that was begun the newest, for all readers at once.
     *
     * @param publishedNanos now
     * @throws IllegalStateException if none was begun, or another thread publishes here
     */
    public void publish(long publishedNanos) {
        checkThread();
        State state = writer.end();
        state.publishedNanos = publishedNanos;
        if (!amending) {
            bodies.writeTo(state);
        }

        long before = window;
        long after = amending ? Windows.replaceNewest(before, slot) : Windows.push(before, slot, beyond);
        // Release: a joiner that reads this window reads what the states hold. And it comes before the exchange with
        // the
        // first seat, which StateChannel.findWindow relies on.
        WINDOW.setRelease(this, after);
        for (Seat seat : seats) {
            if (seat.mailbox.publish(after) == Windows.TAKEN) {
                pool.holdsNewest(seat);
            }
        }
        pool.turn(slot, Windows.slot(before, amending ? 0 : depth - 1));
        // After the exchange with the first seat: that is what findWindow relies on.
        Seat[] now = channel.seats();
        if (now != seats) {
            reseat(now);
        }
    }

    /**
     * Takes in the readers that have joined and sees off those that have left. What the new ones hold is noted before any
     * slot is given back, since it may be just the one that a leaver has let go. A slot is as good as any other, so those
     * of a leaver serve for one who joins, and only the difference comes or goes.
     */
    private void reseat(Seat[] now) {
        int joined = 0;
        for (Seat seat : now) {
            joined += seat.adopted ? 0 : 1;
        }
        int left = seats.length - (now.length - joined);
        seats = now;
        for (Seat seat : now) {
            if (!seat.adopted) {
                adopt(seat, left-- <= 0);
            }
        }
        pool.retire(Math.max(0, left) * depth, now);
    }

    private void adopt(Seat seat, boolean withSlots) {
        seat.adopted = true;
        if (withSlots) {
            pool.add(seat.slots);
        }
        if (seat.mailbox.publish(window) == Windows.TAKEN) {
            pool.holdsFound(seat, depth);
        }
    }

    private State nextFree(State newest) {
        slot = pool.free(seats);
        return table[slot];
    }

    private State newestState() {
        int newest = Windows.slot(window, 0);
        return newest == Windows.NONE ? null : table[newest];
    }

    /** Joiner: acquire, for what the states of that window hold. */
    long newest() {
        return (long) WINDOW.getAcquire(this);
    }

    @Override
    String name() {
        return "publisher";
    }

    @Override
    String remedy() {
        return "publish from one thread, and send it commands from the others";
    }
}
