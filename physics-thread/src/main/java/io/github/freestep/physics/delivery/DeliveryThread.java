package io.github.freestep.physics.delivery;

import io.github.freestep.internal.Threads;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A daemon thread that calls callbacks or event handlers, or sets worlds up. Without a group, each service has one for
 * its callbacks, and each subscription one for its handler; it ends after the last call. A group has one for the
 * callbacks and one for the handlers of all of its services. Both end with the group. It also has one for set-ups,
 * which runs only while worlds are set up.
 *
 * <p>The thread of a group delivers in the order of the signals, so a call that does not return delays the others.
 * Another thread takes the place of the one whose call does not return: once the watchdog has found a handler or a
 * set-up, or while a service or a subscription of the group closes. The old thread goes on with that one call and then
 * ends. The delivery of that call stays taken until then, so no handler is ever called by two threads at a time.
 */
public final class DeliveryThread implements Runnable {
    /** How often a thread that waits for an end looks for a call that does not return. */
    private static final int LOOKS = 4;

    private final boolean isShared;

    /** Deliveries that were signalled and not taken. */
    private final Inbox<Delivery> signalled = new Inbox<>();

    /**
     * Guards the fields below, of which only {@link #thread} is also read without it. Held for a few instructions, and
     * never by a physics thread in a tick.
     */
    private final Object lock = new Object();

    /** The number of deliveries that have begun and are not done. */
    private int open;

    private boolean started;

    /** Whether the thread has ended or is about to, so that another delivery needs a new one. */
    private boolean isSpent;

    /** Whether the thread has taken a delivery and not come back for the next. */
    private boolean isBusy;

    /** The number of times that the thread has come for a delivery. */
    private long turns;

    /** Written under the lock. */
    private volatile Thread thread;

    /** Whether the thread ends after the last of the deliveries that have begun. */
    private boolean ends;

    private DeliveryThread(String name, boolean shared, boolean endsWhenIdle) {
        isShared = shared;
        ends = endsWhenIdle;
        thread = newThread(this, name);
    }

    /** Creates a thread for one delivery. */
    public static DeliveryThread own(String name) {
        return new DeliveryThread(name, false, true);
    }

    /** Creates a thread for all deliveries of a group. */
    public static DeliveryThread shared(String name) {
        return new DeliveryThread(name, true, false);
    }

    /** Creates a thread for rare deliveries of a group. It ends when none is left, and starts again for the next. */
    public static DeliveryThread sharedWhileNeeded(String name) {
        return new DeliveryThread(name, true, true);
    }

    /** Creates one that starts no thread: the calling thread delivers, when it calls {@link #run}. */
    public static DeliveryThread ofCaller() {
        DeliveryThread made = own("");
        made.thread = Thread.currentThread();
        made.started = true;
        return made;
    }

    static Thread newThread(Runnable work, String name) {
        Thread made = new Thread(work, name);
        made.setDaemon(true);
        return made;
    }

    /** Begins to serve a delivery, and starts the thread for the first one. If this throws, it can be called again. */
    void begin() {
        synchronized (lock) {
            if (!started) {
                if (isSpent) {
                    // No delivery was left, or the group has ended before this service, which was never started.
                    thread = newThread(this, thread.getName());
                    isSpent = false;
                }
                thread.start();
                started = true;
            }
            open++;
        }
    }

    /** Returns the thread that delivers; if a call did not return, the one that took its place. */
    public Thread thread() {
        return thread;
    }

    /**
     * Adds a delivery to the list, and wakes the thread. Takes no lock and allocates nothing.
     *
     * <p>Only a delivery that finds no other one unseen wakes the thread. Before each park, it looks whether it is to
     * end, and then into the list. So if the unpark comes after the look, the park returns at once. If it comes before
     * the look, a call of the user's code that parks may consume it, but then the look finds the delivery.
     */
    void add(Delivery delivery) {
        if (signalled.add(delivery)) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void run() {
        Thread me = Thread.currentThread();
        while (true) {
            Delivery taken;
            synchronized (lock) {
                if (me != thread) {
                    return;
                }
                // Under the lock, so that no delivery begins while the thread ends.
                if (isOver()) {
                    started = false;
                    isSpent = true;
                    return;
                }
                taken = signalled.take();
                turns++;
                isBusy = taken != null;
            }
            if (taken != null) {
                taken.runListed();
            } else {
                // No other thread takes the place of one that is not busy, so this one gets the wake-ups.
                LockSupport.park(this);
                // Clears an interrupt that the user's code may have left. While a thread is interrupted, its parks
                // return at once.
                Thread.interrupted();
            }
        }
    }

    private boolean isOver() {
        synchronized (lock) {
            return ends && open == 0;
        }
    }

    /** Notes that a delivery that has begun will not be added any more. */
    void left() {
        synchronized (lock) {
            open--;
        }
        // Another thread may have taken the place of this one.
        LockSupport.unpark(thread);
    }

    /**
     * Waits until a delivery is done; if the thread serves only this one, until it has ended.
     *
     * @return false if the time is over before that
     */
    public boolean awaitEnd(Delivery delivery, long timeoutNanos) {
        if (!isShared) {
            return Threads.join(thread, timeoutNanos);
        }
        boolean done = delivery.awaitDone(0);
        for (int look = 0; look < LOOKS && !done; look++) {
            long before = turns();
            done = delivery.awaitDone(timeoutNanos / LOOKS);
            if (!done) {
                goOnWithout(before);
            }
        }
        return done;
    }

    /** Returns how often the thread has come for a delivery. */
    long turns() {
        synchronized (lock) {
            return turns;
        }
    }

    /** Lets another thread take the place of this one, if it has been in one call since the given turn. */
    void goOnWithout(long turn) {
        synchronized (lock) {
            if (isBusy && turns == turn) {
                replaceThread();
            }
        }
    }

    /**
     * Lets another thread of a group take the place of one that is in the given delivery. Does nothing if no thread is
     * in it, if another one has taken the place already, or without a group.
     */
    public void goOnWithout(Delivery delivery) {
        synchronized (lock) {
            if (isShared && delivery.by() == thread) {
                replaceThread();
            }
        }
    }

    /** Guarded by the lock. */
    private void replaceThread() {
        Thread hangs = thread;
        try {
            thread = newThread(this, hangs.getName());
            thread.start();
            isBusy = false;
        } catch (Error | IllegalThreadStateException noThread) {
            // The others wait until the call returns.
            thread = hangs;
        }
    }

    /**
     * Interrupts the thread that is in a delivery, if any. The interrupt may come when that delivery is over, but
     * before the next one begins.
     */
    public void interruptIn(Delivery delivery) {
        synchronized (lock) {
            Thread by = delivery.by();
            if (by != null) {
                by.interrupt();
            }
        }
    }

    /** Returns whether calls of a delivery may still come. */
    public boolean serves(Delivery delivery) {
        return isShared ? !delivery.isDone() : thread.isAlive();
    }

    /** Returns the thread that hangs in a delivery; null if a thread of a group hangs in another delivery. */
    @Nullable Thread hangingIn(Delivery delivery) {
        return isShared ? delivery.by() : thread;
    }

    /** Lets the thread of a group end, after all deliveries that have begun are done. */
    public void end() {
        synchronized (lock) {
            ends = true;
        }
        LockSupport.unpark(thread);
    }

    /**
     * Waits for the thread of a group to end, unless a delivery hangs or has not come to its end. A service that has
     * ended by itself may still have callbacks to deliver. They get half of the timeout before that.
     *
     * @return whether the thread has ended
     */
    public boolean awaitEnd(long timeoutNanos) {
        long since = System.nanoTime();
        while (hasWork() && System.nanoTime() - since < timeoutNanos / 2) {
            Threads.join(thread, Delivery.POLL_NANOS);
        }
        return isOver() && Threads.join(thread, timeoutNanos);
    }

    private boolean hasWork() {
        synchronized (lock) {
            return open > 0 && (isBusy || !signalled.isEmpty());
        }
    }
}
