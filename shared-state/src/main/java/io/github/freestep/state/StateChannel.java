package io.github.freestep.state;

import io.github.freestep.time.NanoClock;
import java.util.Arrays;
import java.util.function.Function;

/**
 * Where readers come from. Safe for use by any number of threads; joining and leaving take a lock that neither the
 * publisher nor a reader ever takes, and allocate what the new reader needs.
 *
 * <p>A channel carries the newest states of one {@link StatePublisher} to any number of {@link StateSubscriber}s, each
 * with a clock of its own; up to 255 states in all, so 62 readers with windows of 4.
 */
public final class StateChannel {
    private final StateLayout layout;
    private final int depth;
    private final NanoClock clock;
    private final boolean inline;
    private final StatePublisher publisher;
    private final Function<State[], Seat> newSeat;

    private final Object lock = new Object();

    /**
     * Replaced, never changed. The first seat is always there, taken or not, so that there is a mailbox that every
     * publish goes through; the others come and go with their readers.
     */
    private volatile Seat[] seats;

    StateChannel(
            StateLayout layout,
            int depth,
            NanoClock clock,
            boolean inline,
            StatePublisher publisher,
            Function<State[], Seat> newSeat) {
        this.layout = layout;
        this.depth = depth;
        this.clock = clock;
        this.inline = inline;
        this.publisher = publisher;
        this.newSeat = newSeat;
        Seat first = newSeat();
        first.vacant = true;
        seats = new Seat[] {first};
    }

    /**
     * Joins as a reader, at any time: the newest states, if there are any, are there at the first acquire, even if the
     * publisher sleeps or has stopped.
     *
     * @return a handle for one thread, to be closed by it
     * @throws IllegalStateException if there are as many readers as slot numbers can serve
     */
    public StateSubscriber subscribe() {
        synchronized (lock) {
            Seat first = seats[0];
            if (first.vacant) {
                first.vacant = false;
                return new StateSubscriber(this, first);
            }
            int readers = seats.length + 1;
            if (depth * (readers + 1) + 1 > SlotPool.MAX_SLOTS) {
                throw new IllegalStateException("a channel with windows of " + depth + " serves " + seats.length
                        + " readers at the most; close one, or open it with a smaller window");
            }
            Seat seat = newSeat();
            Seat[] more = Arrays.copyOf(seats, readers);
            more[readers - 1] = seat;
            seats = more;
            findWindow(seat);
            return new StateSubscriber(this, seat);
        }
    }

    /**
     * Gives a seat that the publisher may not have seen yet the newest window.
     *
     * <p>A publish is: store the newest window, exchange with the first seat, read the seats. This is: store the seats,
     * meet in the first seat's mailbox, read the newest window. So if a publish does not see the new seat, then its
     * exchange came first, and its window or a newer one is read here; that window stays untouched until a later publish
     * has ended, which sees the seat. If it does see the seat, it leaves a window there itself, and one of the two, fill
     * or that exchange, comes second and finds out.
     */
    private void findWindow(Seat seat) {
        seats[0].meetPublisher();
        seat.found = publisher.newest();
        seat.fill(Windows.EMPTY, seat.found);
    }

    void leave(Seat seat, long held) {
        synchronized (lock) {
            if (seat == seats[0]) {
                // The next to sit here is to find the newest window, which this reader has taken if none came since.
                seat.fill(Windows.TAKEN, held);
                seat.vacant = true;
            } else {
                seats = Arrays.stream(seats).filter(other -> other != seat).toArray(Seat[]::new);
            }
        }
    }

    Seat[] seats() {
        return seats;
    }

    State slot(int number) {
        return publisher.table[number];
    }

    private Seat newSeat() {
        return newSeat.apply(newStates(layout, depth));
    }

    /**
     * What the states of this channel hold.
     *
     * @return the layout it was opened with
     */
    public StateLayout layout() {
        return layout;
    }

    /**
     * How many states a window has once so many are published.
     *
     * @return from 1 to 8
     */
    public int depth() {
        return depth;
    }

    /**
     * What the states of this channel are stamped by.
     *
     * @return the clock that readers go by
     */
    public NanoClock clock() {
        return clock;
    }

    /**
     * Whether states are published by the frames that show them, each in the frame it falls due.
     *
     * @return true over a stepper that a host's frame loop drives, and false over a thread
     */
    public boolean inline() {
        return inline;
    }

    static State[] newStates(StateLayout layout, int count) {
        State[] states = new State[count];
        Arrays.setAll(states, i -> new State(layout));
        return states;
    }
}
