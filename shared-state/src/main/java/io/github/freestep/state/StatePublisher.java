package io.github.freestep.state;

import io.github.freestep.internal.Inside;
import io.github.freestep.internal.Ranges;
import io.github.freestep.state.content.Filler;
import io.github.freestep.state.content.ListedPoses;
import io.github.freestep.state.content.PoseList;
import io.github.freestep.state.content.StateInside;
import io.github.freestep.state.handoff.Windows;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.TimeAnchor;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the states of a program that steps its own world, to any number of readers. The first thread that uses it
 * owns it until {@link #release}, or until that thread ends. Wait-free, because a publish takes time proportional to
 * the number of readers. Allocates nothing, except in the first {@link #hash}, and when a range is first written
 * or a value is first NaN or infinite.
 *
 * <p>Call {@code begin}, write the bodies, and call {@code publish}. Each state is written once, in place, for all
 * readers. A physics service of {@code freestep-physics-thread} does this for its simulation.
 *
 * <pre>{@code
 * StateWriter state = publisher.begin(tick, tick * TICK_NANOS, time, began);
 * state.position(0, x, y, z);
 * publisher.publish(System.nanoTime());
 * }</pre>
 */
public final class StatePublisher extends SlotPool {
    /** The greatest number of states that a window can have. */
    public static final int MAX_WINDOW = Windows.MAX_WINDOW;

    /**
     * The default number of states in a window. Motion is smooth while the lateness of states varies by up to two gaps
     * between states.
     */
    public static final int DEFAULT_WINDOW = 4;

    private final Written written;
    private final Bodies bodies;
    private final StateWriter writer;
    /** Null before the first hash. */
    private @Nullable StateHash hash;

    private final StateBuffer states;
    private final int windowSize;
    private final long beyond;

    /** The list of seats that the last publish has read. */
    private ReaderSeat[] seats;

    /** The slot that is being written; between states, the slot of the newest state. */
    private int slot = Windows.NONE;

    /** The state that was begun, and neither published nor put aside. */
    private Draft draft = Draft.NONE;

    private enum Draft {
        NONE,
        /** A state after the newest one. */
        NEXT,
        /** A state that takes the place of the newest one. */
        REPLACEMENT,
        /** A copy of the newest state with another anchor, to which bodies cannot be written. */
        AMENDMENT
    }

    /**
     * The one state outside the pool. Normally it is a spare. If an amendment needs the slot of a state that was begun,
     * that state is put here, and the spare goes into the slot.
     */
    private State aside;

    /** Whether the state outside the pool was begun. */
    private boolean isAside;

    /** The newest version number. Completing a state takes the next number, for all blocks that have changed. */
    private long version;

    private StatePublisher(StateLayout layout, int windowSize, NanoClock clock, boolean inline) {
        Objects.requireNonNull(layout, "layout must not be null");
        Objects.requireNonNull(clock, "clock must not be null");
        this.windowSize = Ranges.require(1, MAX_WINDOW, windowSize, "window", "states");
        beyond = Windows.beyond(windowSize);
        written = new Written(layout);
        bodies = new Bodies(new Filler(layout.capacity()), written, this);
        aside = State.listing(layout);
        writer = new StateWriter(this, written, bodies, aside.listed == PoseList.NONE ? null : new ListedPoses());
        add(StateBuffer.newStates(layout, windowSize + 1));
        states = new StateBuffer(layout, windowSize, clock, inline, this);
        seats = states.seats();
        adopt(seats[0], false);
    }

    /**
     * Opens a buffer with windows of {@value #DEFAULT_WINDOW} states.
     *
     * @param layout the content of a state
     * @return the writing end of the buffer
     */
    public static StatePublisher of(StateLayout layout) {
        return of(layout, DEFAULT_WINDOW);
    }

    /**
     * Opens a buffer whose clock is the system's.
     *
     * @param layout the content of a state
     * @param window the number of states in a window, from 1 to 8; a larger window tolerates more variation of
     *     lateness, but takes more memory and allows fewer readers
     * @return the writing end of the buffer
     * @throws IllegalArgumentException if the number of states is out of range
     */
    public static StatePublisher of(StateLayout layout, int window) {
        return of(layout, window, NanoClock.system(), false);
    }

    /**
     * Opens a buffer with a clock of the caller's choice.
     *
     * @param layout the content of a state
     * @param window the number of states in a window, from 1 to 8
     * @param clock the clock of all wall times that the caller passes to this publisher; readers use it as well
     * @param inline true if one thread both publishes and shows the states, such as a host's frame loop; then no state
     *     is ever late
     * @return the writing end of the buffer
     * @throws IllegalArgumentException if the number of states is out of range
     */
    public static StatePublisher of(StateLayout layout, int window, NanoClock clock, boolean inline) {
        return new StatePublisher(layout, window, clock, inline);
    }

    /**
     * The buffer from which readers read.
     *
     * @return the buffer of this publisher
     */
    public StateBuffer states() {
        return states;
    }

    /**
     * The bodies, for the simulation to spawn, remove and teleport.
     *
     * @return the bodies of this publisher; only its thread may use them
     */
    public Bodies bodies() {
        return bodies;
    }

    /**
     * Refuses mistakes of simulations from now on: writes to slots without a body, and orientations that are not unit
     * quaternions. Without this call, slots and values are the caller's own business, as for a receiver that copies
     * states.
     *
     * @return this
     */
    public StatePublisher checkWrites() {
        written.check();
        return this;
    }

    /**
     * Begins to write the state of a tick, which readers do not see before {@link #publish}. What is not written stays
     * as it was. If a state was begun before and not published, what was written to it goes into this one.
     *
     * @param tick the number of the tick, above that of the newest published state; see {@link #replace} for the same
     * @param simulationNanos the tick's simulation time, in nanoseconds since the simulation began
     * @param anchor the anchor in force, which maps wall time to simulation time; copied
     * @param startedNanos when the tick's work began, in nanoseconds of the publisher's clock
     * @return the writer of the state
     * @throws IllegalArgumentException if the tick is negative or not above the newest
     * @throws IllegalStateException if the publisher belongs to another thread
     */
    public StateWriter begin(long tick, long simulationNanos, TimeAnchor anchor, long startedNanos) {
        checkThread();
        Objects.requireNonNull(anchor, "anchor must not be null");
        State newest = newestState();
        if (tick < 0) {
            throw new IllegalArgumentException("tick must not be negative, was " + tick);
        }
        if (newest != null && tick <= newest.tick) {
            throw new IllegalArgumentException("tick must be above " + newest.tick + ", the newest, was " + tick
                    + "; to publish the newest tick again, use replace() or amend()");
        }
        State state = beginWriting(Draft.NEXT);
        if (newest == null) {
            StateInside.begin(state, State.NO_TICK, 0, startedNanos);
        } else {
            StateInside.begin(state, newest.tick, StateInside.edition(newest), startedNanos);
        }
        state.begin(tick, simulationNanos, anchor, newest);
        return writer;
    }

    /**
     * Begins a state that takes the place of the newest one, with the same tick and the next edition. So readers see at
     * once what has changed while time is paused, or what was not known in time. Otherwise the same as {@link #begin}.
     *
     * @param anchor the anchor in force from now on; copied
     * @param startedNanos when the work on it began, in nanoseconds of the publisher's clock
     * @return the writer of the state
     * @throws IllegalStateException if nothing was published yet, or the publisher belongs to another thread
     */
    public StateWriter replace(TimeAnchor anchor, long startedNanos) {
        checkThread();
        Objects.requireNonNull(anchor, "anchor must not be null");
        State newest = requireNewest(Draft.REPLACEMENT);
        State state = beginWriting(Draft.REPLACEMENT);
        state.follow(newest, anchor);
        StateInside.begin(state, StateInside.predecessorTick(newest), StateInside.edition(newest) + 1, startedNanos);
        return writer;
    }

    /** The state before the begun one, with whose orientations it must align; if there is none, the newest, or null. */
    State neighbour() {
        State before = draft == Draft.REPLACEMENT ? table[Windows.slot(window, 1)] : null;
        return before == null ? newestState() : before;
    }

    /** Takes no text, because a caller's first concatenation of strings needs memory, and the heap may be full. */
    private State requireNewest(Draft of) {
        State newest = newestState();
        if (newest == null) {
            String what = of == Draft.AMENDMENT ? "amend" : "replace";
            throw new IllegalStateException("there is no state to " + what + "; publish one first");
        }
        return newest;
    }

    /**
     * Begins a copy of the newest state with a new anchor. When it is published, the copy takes the place of the newest
     * state. So readers learn of a pause or a new time scale between ticks. Its bodies cannot be written. A state that
     * was begun before and not published is put aside, and continues with the next {@link #begin} or {@link #replace}.
     *
     * @param anchor the anchor in force from now on; copied
     * @throws IllegalStateException if nothing was published yet, or the publisher belongs to another thread
     */
    public void amend(TimeAnchor anchor) {
        checkThread();
        Objects.requireNonNull(anchor, "anchor must not be null");
        State newest = requireNewest(Draft.AMENDMENT);
        State state = beginAmending();
        state.follow(newest, anchor);
        // Copies the newest state's bodies, not the current ones: a body spawned since has no pose in that state.
        written.copy(newest, state);
    }

    /**
     * Records whether simulation time runs at another speed than was requested, because steps take too long for that.
     * Holds for the state that was begun, and for all later ones. Default: false.
     *
     * @param overloaded whether the scale is not the requested one; the events of a sampler have it
     * @throws IllegalStateException if no state is being written, or the publisher belongs to another thread
     */
    public void overloaded(boolean overloaded) {
        checkThread();
        StateInside.overloaded(unpublished(), overloaded);
    }

    /**
     * Records the newest input that has gone into the state that was begun. Default: the newest input
     * of the state before.
     *
     * @param sequence the number of the input, counted from one
     * @param nanos when it arrived, in nanoseconds of the publisher's clock
     * @throws IllegalStateException if no state is being written, or the publisher belongs to another thread
     */
    public void input(long sequence, long nanos) {
        checkThread();
        unpublished().input(sequence, nanos);
    }

    /**
     * Finds a live body with a NaN or infinite value in the state that was begun. Do not publish a state that has one.
     * Checks only what was written since the last call. That takes about as long as writing it.
     *
     * @return the lowest slot of such a body; -1 if all values of live bodies are finite
     * @throws IllegalStateException if the position of a spawned body was not written, if no state is being written, or
     *     if the publisher belongs to another thread
     */
    public int firstNotFinite() {
        checkThread();
        return written.firstNotFinite(finish());
    }

    /**
     * Makes the state that was begun the newest, for all readers at once.
     *
     * @param publishedNanos the time now, in nanoseconds of the publisher's clock
     * @throws IllegalStateException if the position of a spawned body was not written, if no state was begun, or if the
     *     publisher belongs to another thread
     */
    public void publish(long publishedNanos) {
        checkThread();
        boolean amends = draft == Draft.AMENDMENT;
        State state = amends ? unpublished() : finish();
        StateInside.stamp(state, publishedNanos, Inside.of(bodies));
        State newest = newestState();
        if (newest == null) {
            noteCopies(state);
        }
        boolean inPlace = draft != Draft.NEXT;
        if (draft == Draft.REPLACEMENT) {
            state.addChanges(newest);
        }
        if (!amends) {
            written.published();
        }
        draft = Draft.NONE;
        handOver(slot, Windows.slot(window, inPlace ? 0 : windowSize - 1), inPlace);
    }

    /**
     * Copies the first state, which was begun and not yet published, to all buffer slots. Without this call, each of
     * them is copied as a whole when it is written for the first time, which takes longer than a tick for a large
     * world. Takes time proportional to the buffer slots, so call it during set-up.
     *
     * @throws IllegalStateException if a state was published before, if the position of a spawned body was not written,
     *     if no state was begun, or if the publisher belongs to another thread
     */
    public void prefill() {
        checkThread();
        State first = finish();
        if (newestState() != null) {
            throw new IllegalStateException("a state was published already; call prefill() before the first publish()");
        }
        for (State other : table) {
            if (other != null && other != first) {
                written.copy(first, other);
                other.number = StateContent.NO_NUMBER;
            }
        }
    }

    /**
     * Makes the calling thread the owner, as any other use does, unless there is one.
     *
     * @throws IllegalStateException if another thread owns this publisher
     */
    public void claim() {
        checkThread();
    }

    /**
     * Lets another thread publish: the next thread that uses this publisher owns it. The caller ensures that the former
     * owner no longer uses it, and that the new owner sees what the former one did.
     */
    public void release() {
        unbind();
    }

    /**
     * Computes a hash of the bodies and their values. It is equal for states that are the same to the last bit, apart
     * from the sign of an orientation, and almost never equal for others. Takes time proportional to the number of
     * bodies in blocks that have changed since the last call.
     *
     * @return the hash of the state that was begun last, published or not
     * @throws IllegalStateException if the position of a spawned body was not written, if no state was begun yet, or if
     *     the publisher belongs to another thread
     */
    public long hash() {
        checkThread();
        if (slot == Windows.NONE) {
            throw new IllegalStateException("no state was begun yet; call StatePublisher.begin() first");
        }
        if (hash == null) {
            hash = new StateHash(states.layout());
        }
        return hash.of(isWriting() && !written.isWhole ? finish() : table[slot]);
    }

    /** Gives the number of the first state to its copies, unless it was changed after {@link #prefill}. */
    private void noteCopies(State first) {
        for (State other : table) {
            if (other != null
                    && StateInside.epochsVersion(other) == StateInside.epochsVersion(first)
                    && Arrays.equals(other.versions, first.versions)) {
                other.number = first.number;
            }
        }
    }

    private void handOver(int in, int out, boolean inPlace) {
        replaceInNewest(in, out);
        long next = inPlace ? Windows.replaceNewest(window, in) : Windows.push(window, in, beyond);
        // Release: a joiner that reads this window also sees the contents of its states.
        // StateBuffer.findWindow relies on this store coming before the exchange with the first seat.
        WINDOW.setRelease(this, next);
        boolean taken = false;
        for (ReaderSeat seat : seats) {
            if (seat.put(next) == Windows.TAKEN) {
                holdsPrevious(seat, in, out);
                taken = true;
            }
        }
        if (taken) {
            sumUp(seats);
        }
        // findWindow relies on this read coming after the exchange with the first seat.
        ReaderSeat[] now = states.seats();
        if (now != seats) {
            reseat(now);
        }
    }

    /**
     * Adds the readers that have joined and removes those that have left. It records what the new readers hold before
     * it frees any slot, because a new reader may hold a slot that a leaving reader has just released. All slots are
     * alike, so each new reader takes over the slots of one that has left. Slots are added only if more readers have
     * joined than left, and retired only if more have left than joined.
     */
    private void reseat(ReaderSeat[] now) {
        int joined = 0;
        for (ReaderSeat seat : now) {
            joined += seat.isAdopted() ? 0 : 1;
        }
        int left = seats.length - (now.length - joined);
        seats = now;
        for (ReaderSeat seat : now) {
            if (!seat.isAdopted()) {
                boolean hasPredecessor = left > 0;
                left -= hasPredecessor ? 1 : 0;
                adopt(seat, hasPredecessor);
            }
        }
        sumUp(now);
        renew(states.takeRenewals());
        retire(left * windowSize);
    }

    /** Adds a reader, and its slots unless it takes over those of one that has left. */
    private void adopt(ReaderSeat seat, boolean hasPredecessor) {
        State[] brought = seat.adopt();
        if (!hasPredecessor) {
            add(brought);
        }
        if (seat.put(window) == Windows.TAKEN) {
            holdsFound(seat, windowSize);
        }
    }

    /** Begins a state. If one was begun and not published, continues with it, and keeps what was written to it. */
    private State beginWriting(Draft begun) {
        boolean resumes = isWriting() || isAside;
        if (!isWriting()) {
            slot = freeToWrite();
        }
        if (isAside) {
            exchangeAside();
        }
        written.begin(resumes);
        draft = begun;
        isAside = false;
        return table[slot];
    }

    private State beginAmending() {
        if (isWriting()) {
            exchangeAside();
            isAside = true;
        } else {
            slot = freeToWrite();
        }
        draft = Draft.AMENDMENT;
        return table[slot];
    }

    /** Exchanges the state of the slot that is being written, which no reader knows, with the one outside the pool. */
    private void exchangeAside() {
        State other = table[slot];
        table[slot] = aside;
        aside = other;
    }

    private State finish() {
        State state = begunState();
        written.finish(state, newestState(), bodies, ++version);
        return state;
    }

    /** The state to which bodies may be written. */
    State begunState() {
        if (!isWriting()) {
            throw new IllegalStateException(
                    "no state is being written; a simulation writes in Simulation.write only, and the"
                            + " owner of a StatePublisher calls begin() first");
        }
        return table[slot];
    }

    private State unpublished() {
        return draft == Draft.AMENDMENT ? table[slot] : begunState();
    }

    private boolean isWriting() {
        return draft == Draft.NEXT || draft == Draft.REPLACEMENT;
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
