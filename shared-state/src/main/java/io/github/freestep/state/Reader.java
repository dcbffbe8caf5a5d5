package io.github.freestep.state;

import io.github.freestep.state.handoff.Windows;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The working part of a {@link StateReader}, in an object that the buffer keeps. So the buffer still knows the window
 * of a reader that became garbage without {@code close}. For one thread at a time.
 */
final class Reader extends Handle {
    /** Enters the buffer's queue when the user's {@link StateReader} has become unreachable. */
    private static final class Watch extends PhantomReference<StateReader> {
        private final Reader reader;

        Watch(StateReader users, ReferenceQueue<StateReader> dropped, Reader reader) {
            super(users, dropped);
            this.reader = reader;
        }
    }

    /** The states by slot number. */
    private final State[] table;

    final int windowSize;
    private final ReaderSeat seat;

    /** Frees the seat of this reader, which passes the window that it holds. */
    private final LongConsumer leave;

    /** Kept here, because the collector does not queue a reference that is garbage itself. */
    private @Nullable Watch watch;

    Reader(State[] table, int windowSize, ReaderSeat seat, LongConsumer leave) {
        this.table = table;
        this.windowSize = windowSize;
        this.seat = seat;
        this.leave = leave;
    }

    void watch(StateReader users, ReferenceQueue<StateReader> dropped) {
        watch = new Watch(users, dropped, this);
    }

    /** Empties a buffer's queue. Allocates nothing, so that no reader is missed if the heap is full. */
    static void noteDropped(ReferenceQueue<StateReader> queue) {
        for (Watch watch = (Watch) queue.poll(); watch != null; watch = (Watch) queue.poll()) {
            watch.reader.seat.drop(watch.reader);
        }
    }

    /** Does what the collector does to a garbage {@link StateReader}. For tests, which cannot wait for a collection. */
    void drop() {
        Objects.requireNonNull(watch).enqueue();
    }

    boolean acquire() {
        checkThread();
        if (!seat.hasWindow()) {
            return false;
        }
        long taken = seat.take();
        // A reader that joins in the middle of a publish may get the same window twice: it finds the window itself, and
        // the publisher delivers it.
        boolean news = taken != window;
        window = taken;
        return news;
    }

    State state(int age) {
        checkThread();
        int number = age < 0 || age >= Windows.MAX_WINDOW ? Windows.NONE : Windows.slot(window, age);
        if (number == Windows.NONE) {
            throw new IndexOutOfBoundsException("age must be at least 0 and below " + Windows.size(window)
                    + ", the size of this window, was " + age + "; check size() first");
        }
        return table[number];
    }

    void release() {
        checkThread();
        unbind();
    }

    void close() {
        if (!closed) {
            checkThread();
            long held = window;
            window = Windows.EMPTY;
            closeHandle();
            leave.accept(held);
        }
    }

    /**
     * Closes this reader if the thread that used it has ended. A joining thread calls it. Returns false if that thread
     * is alive, or if no thread has used this reader yet.
     */
    boolean closeForEndedThread() {
        boolean mine = takeFromEndedThread();
        if (mine) {
            close();
        }
        return mine;
    }

    /** Also names the types that hold a reader, because their callers do not see it. */
    @Override
    String name() {
        return "sampler, history or reader";
    }

    @Override
    String remedy() {
        return "let every thread open its own, or use a history on one thread at a time";
    }
}
