package io.github.freestep.state;

/**
 * A reader's end of a {@link StateChannel}. For one thread, the first that uses it. Wait-free and without allocation, but
 * for {@link #close}, which waits for others who are just joining or leaving.
 *
 * <p>Reader: {@code acquire}, then look at the states, newest first, for as long as it likes. They stay as they are until
 * the next {@code acquire} that returns true, whatever the publisher does meanwhile; a reader that sleeps holds up nobody.
 */
public final class StateSubscriber extends Handle implements AutoCloseable {
    private final StateChannel channel;
    private final Seat seat;

    StateSubscriber(StateChannel channel, Seat seat) {
        this.channel = channel;
        this.seat = seat;
    }

    /**
     * Takes the newest window, if there is one that this reader has not had yet, and lets go of the one before.
     *
     * @return whether the states have changed
     * @throws IllegalStateException if closed, or used by two threads
     */
    public boolean acquire() {
        checkThread();
        if (!seat.hasWindow()) {
            return false;
        }
        long taken = seat.take();
        // A reader that joins in the middle of a publish may get the same window twice: found, and then delivered.
        boolean news = taken != window;
        window = taken;
        return news;
    }

    /**
     * How many states there are to look at.
     *
     * @return zero before the first was published, the channel's depth once so many were, zero when closed
     */
    public int size() {
        return Windows.size(window);
    }

    /**
     * How many states a window has once enough were published.
     *
     * @return the channel's depth
     */
    public int depth() {
        return channel.depth();
    }

    /**
     * One of the states of the window; each is adjacent to the next, unless {@link State#predecessorTick} says otherwise.
     *
     * @param age 0 for the newest, 1 for the one before, up to {@link #size} - 1
     * @return valid until the next acquire that returns true
     * @throws IndexOutOfBoundsException if the window has no such state
     * @throws IllegalStateException if closed, or used by two threads
     */
    public State state(int age) {
        checkThread();
        int number = age < 0 || age >= Windows.MAX_DEPTH ? Windows.NONE : Windows.slot(window, age);
        if (number == Windows.NONE) {
            throw new IndexOutOfBoundsException("state " + age + " of a window of " + size() + "; ask size() first");
        }
        return channel.slot(number);
    }

    /**
     * Leaves. The states it held must not be looked at any more. A second call does nothing.
     *
     * @throws IllegalStateException if called by another thread than the one that reads, as long as that one lives
     */
    @Override
    public void close() {
        if (!closed) {
            checkThread();
            long held = window;
            window = Windows.EMPTY;
            closeHandle();
            channel.leave(seat, held);
        }
    }

    @Override
    String name() {
        return "subscriber";
    }

    @Override
    String remedy() {
        return "let every thread subscribe for itself";
    }
}
