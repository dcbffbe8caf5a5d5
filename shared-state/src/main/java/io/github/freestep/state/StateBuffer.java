package io.github.freestep.state;

import io.github.freestep.internal.HasInside;
import io.github.freestep.state.content.BufferInside;
import io.github.freestep.state.handoff.Windows;
import io.github.freestep.time.NanoClock;
import java.lang.ref.ReferenceQueue;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Carries the newest states of one {@link StatePublisher} to its {@link StateReader}s, each at its own pace (a
 * <i>triple buffer</i> for many readers). Safe for use by any number of threads. Joining takes a lock, and allocates
 * what the new reader needs. Leaving takes the same lock, but neither publishing nor reading does. See the example of
 * {@link StateReader}.
 *
 * <p>The size of the windows limits the number of readers at a time, because the buffer needs
 * {@code windowSize * (readers + 1) + 1} states, besides one for amendments, and has at most 255.
 *
 * <table>
 *   <caption>Readers at a time</caption>
 *   <tr><th>states in a window</th>
 *       <td>1</td><td>2</td><td>3</td><td>4</td><td>5</td><td>6</td><td>7</td><td>8</td></tr>
 *   <tr><th>readers</th>
 *       <td>253</td><td>126</td><td>83</td><td>62</td><td>49</td><td>41</td><td>35</td><td>30</td></tr>
 * </table>
 */
@SuppressWarnings("exports") // Of the superclass, which users need not see.
public final class StateBuffer extends HasInside<BufferInside<State>> {
    private final StateLayout layout;
    private final int window;
    private final NanoClock clock;
    private final boolean isInline;
    private final SlotPool pool;

    private final Object lock = new Object();

    /** The users' readers that became garbage without being closed. */
    private final ReferenceQueue<StateReader> dropped = new ReferenceQueue<>();

    /**
     * The {@linkplain Renewal renewals} that the publisher has not taken yet. To free the seat of a reader that became
     * garbage, a joiner first pushes a renewal, then replaces the list of seats. A publish that finds a new list takes
     * all renewals at once.
     */
    private final AtomicReference<Renewal> renewals = new AtomicReference<>();

    /**
     * The list of seats. The array is replaced, never changed. The first seat is always in it, with or
     * without a reader, so that there is one mailbox with which every publish exchanges. The others come and
     * go with their readers.
     */
    private volatile ReaderSeat[] seats;

    StateBuffer(StateLayout layout, int windowSize, NanoClock clock, boolean inline, SlotPool pool) {
        super(new StateCopies(layout));
        this.layout = layout;
        this.window = windowSize;
        this.clock = clock;
        this.isInline = inline;
        this.pool = pool;
        seats = new ReaderSeat[] {newSeat()};
    }

    /**
     * Joins as a reader, at any time. If any state was published, the first acquire finds the newest ones, even if the
     * publisher sleeps or has stopped.
     *
     * <p>Frees the seats of readers that became garbage without being closed. If that makes no room, frees the seat of
     * a reader whose thread has ended.
     *
     * @return a reader for one thread, to be closed by that thread
     * @throws IllegalStateException if as many readers have joined as the size of the windows allows: 253, 126, 83,
     *     62, 49, 41, 35, 30 for windows of 1 to 8
     */
    public StateReader reader() {
        synchronized (lock) {
            freeDropped();
            if (isFull()) {
                freeOneOfEndedThread();
            }
            if (isFull()) {
                throw new IllegalStateException("a buffer with windows of " + window + " states serves at most "
                        + seats.length + " readers; close readers that are no longer used, or choose a smaller"
                        + " PhysicsBuilder.window");
            }
            ReaderSeat first = seats[0];
            ReaderSeat seat = first.reader == null ? first : newSeat();
            // All allocations come before anything that other threads see, so a full heap leaves no seat half taken.
            Reader reader = new Reader(pool.table, window, seat, new LongConsumer() {
                @Override
                public void accept(long held) {
                    leave(seat, held);
                }
            });
            StateReader users = new StateReader(reader);
            reader.watch(users, dropped);
            ReaderSeat[] more = seat == first
                    ? null
                    : Stream.concat(Arrays.stream(seats), Stream.of(seat)).toArray(ReaderSeat[]::new);
            seat.sit(reader);
            if (more != null) {
                seats = more;
                findWindow(seat);
            }
            return users;
        }
    }

    private ReaderSeat newSeat() {
        return new ReaderSeat(newStates(layout, window));
    }

    private boolean isFull() {
        int mostReaders = (SlotPool.MAX_SLOTS - 1) / window - 1;
        return seats[0].reader != null && seats.length >= mostReaders;
    }

    /**
     * Frees the seats of readers whose {@link StateReader} is garbage. The threads of such readers may live on and
     * still look at states that they took. So the publisher must put other states into those slots before it writes
     * there. All that such a thread did comes before a fence in the methods of its {@link StateReader}. That fence
     * comes before the collector queues the object, and that comes before this method polls the queue.
     */
    private void freeDropped() {
        Reader.noteDropped(dropped);
        for (ReaderSeat seat : seats) {
            if (seat.dropped) {
                Reader gone = Objects.requireNonNull(seat.reader);
                renew(gone.window);
                // A publish that finds a new list takes the renewals. The first seat never leaves the list, so the list
                // is replaced by a copy. This must come before leave() fills the mailbox, because a publish that finds
                // the mailbox filled must see the renewal.
                seats = seats.clone();
                leave(seat, gone.window);
            }
        }
    }

    /**
     * Frees the oldest seat whose thread has ended, and only that one: another thread may still take over a reader
     * whose thread has ended.
     */
    private void freeOneOfEndedThread() {
        for (ReaderSeat seat : seats) {
            Reader seated = seat.reader;
            if (seated != null && seated.closeForEndedThread()) {
                return;
            }
        }
    }

    private void renew(long window) {
        Renewal last = renewals.get();
        if (window == Windows.EMPTY || last != null && last.window == window) {
            // The reader has no states, or it has the same window as the reader of the last renewal. In the second
            // case, the publisher has not taken that renewal yet. So it has written to no slot of the window since, and
            // the one renewal serves both readers.
            return;
        }
        Renewal renewal = new Renewal(window, newStates(layout, Windows.size(window)));
        do {
            renewal.next = renewals.get();
        } while (!renewals.compareAndSet(renewal.next, renewal));
    }

    /** Publisher: takes all renewals that joiners have left since the last time, newest first. */
    @Nullable Renewal takeRenewals() {
        return renewals.getAndSet(null);
    }

    /**
     * Gives the newest window to a seat that the publisher may not have seen yet.
     *
     * <pre>
     *   a publish:   stores the newest window, exchanges with the first seat's mailbox, reads the seats
     *   a joiner:    stores the seats,         meets in the first seat's mailbox,       reads the newest window
     * </pre>
     *
     * <p>If a publish does not see the new seat, its exchange came first, and this method reads its window or a newer
     * one. That window stays untouched until a later publish has ended, and that later publish sees the seat. If a
     * publish sees the seat, it leaves a window there itself. Its exchange and this method's fill access the same word,
     * so the second of the two finds what the first did.
     */
    private void findWindow(ReaderSeat seat) {
        seats[0].meetPublisher();
        seat.find(pool.newest());
    }

    private void leave(ReaderSeat seat, long held) {
        synchronized (lock) {
            if (seat == seats[0]) {
                // The next reader on this seat must find the newest window. If the mailbox still says TAKEN, this
                // reader has that window, and puts it back.
                seat.fill(Windows.TAKEN, held);
            } else {
                seats = Arrays.stream(seats).filter(other -> other != seat).toArray(ReaderSeat[]::new);
            }
            seat.vacate();
        }
    }

    ReaderSeat[] seats() {
        return seats;
    }

    /**
     * The content of the states.
     *
     * @return the layout with which the buffer was opened
     */
    public StateLayout layout() {
        return layout;
    }

    /**
     * The number of states in a window, once that many are published.
     *
     * @return from 1 to 8
     */
    public int window() {
        return window;
    }

    /**
     * The clock of all wall times in the states.
     *
     * @return the clock, which readers use as well
     */
    public NanoClock clock() {
        return clock;
    }

    /**
     * Whether one thread both publishes and shows the states, such as a host's frame loop, so that each state is
     * published in the frame in which it falls due.
     *
     * @return true for the states of a stepper; false for those of a physics thread
     */
    public boolean isInline() {
        return isInline;
    }

    static State[] newStates(StateLayout layout, int count) {
        State[] states = new State[count];
        for (int i = 0; i < count; i++) {
            states[i] = State.listing(layout);
        }
        return states;
    }
}
