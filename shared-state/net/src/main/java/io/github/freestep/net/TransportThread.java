package io.github.freestep.net;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.internal.Threads;
import io.github.freestep.net.link.RoomHeader;
import io.github.freestep.time.NanoClock;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A daemon thread that works on a transport for rooms, which datagrams name by their numbers. It passes on what has
 * arrived, lets the rooms do what is due, and waits. Safe for use by any number of threads.
 */
final class TransportThread implements AutoCloseable {
    /** The most datagrams before the next passes, so that a flood of them does not keep the thread from its work. */
    private static final int MOST_DATAGRAMS = 1_024;

    /**
     * How long a shared thread waits at least, so that it does not wake up for each state and datagram of each room.
     */
    private static final long GATHER_NANOS = 500_000;

    /** How long a shared thread waits if it has no room. */
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(5);

    final DatagramTransport transport;
    private final boolean isOwn;
    private final boolean isShared;
    private final Thread thread;

    /** Measures how long outages last. Tests replace it. */
    NanoClock clock = NanoClock.system();

    private final ByteBuffer received = ByteBuffer.allocateDirect(DatagramTransport.MAX_BYTES + 1);
    private final ByteBuffer datagram = ByteBuffer.allocate(DatagramTransport.MAX_BYTES);

    /** Replaced with a lock, and read without it. */
    private volatile Room[] rooms = {};

    private volatile boolean stopRequested;

    /** What ended the thread, and not only a room; null while it runs, and after {@link #close} has ended it. */
    volatile @Nullable Throwable failure;

    /**
     * Creates the thread without starting it.
     *
     * @param role for the name of the thread
     * @param isOwn whether the thread closes the transport at its end
     * @param isShared whether the thread runs until it is closed; otherwise from its first room until that one ends
     */
    private TransportThread(String role, DatagramTransport transport, boolean isOwn, boolean isShared) {
        this.transport = transport;
        this.isOwn = isOwn;
        this.isShared = isShared;
        thread = new Thread(this::run, "freestep-" + role);
        thread.setDaemon(true);
    }

    /** Starts a thread for any number of rooms. At its end, it closes the transport. */
    static TransportThread shared(DatagramTransport transport) {
        TransportThread shared = new TransportThread("port", transport, true, true);
        shared.thread.start();
        return shared;
    }

    /** Returns a room that has a thread of its own, which starts and ends with the room. */
    static Room own(String role, DatagramTransport transport, boolean isOwn, int room) {
        return new Room(new TransportThread(role, transport, isOwn, false), room);
    }

    /**
     * Lets a room take part.
     *
     * @throws IllegalStateException if its number is taken, or the thread is closed
     */
    synchronized void add(Room room) {
        if (stopRequested) {
            throw new IllegalStateException(
                    "a room needs an open port, but " + transport + " was closed; open another");
        }
        if (find(room.number) != null) {
            throw new IllegalStateException("room " + room.number + " must be free, but another sender or match on "
                    + transport + " has it; choose another number, or close that one first");
        }
        Room[] more = Arrays.copyOf(rooms, rooms.length + 1);
        more[rooms.length] = room;
        rooms = more;
        if (!isShared) {
            thread.start();
        }
        LockSupport.unpark(thread);
    }

    synchronized void remove(Room room) {
        rooms = Arrays.stream(rooms).filter(each -> each != room).toArray(Room[]::new);
        stopRequested |= !isShared;
    }

    private @Nullable Room find(int number) {
        for (Room room : rooms) {
            if (room.number == number) {
                return room;
            }
        }
        return null;
    }

    private void run() {
        FineTimer.system().raise(this);
        try {
            while (true) {
                receive();
                long wait = pass();
                if (stopRequested && rooms.length == 0) {
                    break;
                }
                await(wait);
            }
        } catch (Throwable t) {
            failure = t;
        } finally {
            FineTimer.system().release(this);
            end();
        }
    }

    private void receive() {
        try {
            for (int i = 0; i < MOST_DATAGRAMS; i++) {
                SocketAddress source = transport.receive(received.clear());
                if (source == null) {
                    break;
                }
                Room room = received.position() <= DatagramTransport.MAX_BYTES
                        ? find(RoomHeader.room(received.flip()))
                        : null;
                if (room != null) {
                    room.datagram(datagram.clear().put(received).flip(), source);
                }
            }
            received(null);
        } catch (IOException e) {
            received(e);
        }
    }

    private void received(@Nullable IOException failure) {
        for (Room room : rooms) {
            room.received(failure);
        }
    }

    /** Lets rooms do what is due. Returns nanoseconds until something is due again. */
    private long pass() {
        long began = System.nanoTime();
        for (Room room : rooms) {
            room.pass(began);
        }
        long now = System.nanoTime();
        long wait = IDLE_NANOS;
        for (Room room : rooms) {
            wait = Math.min(wait, room.dueNanos - now);
        }
        return Math.max(isShared ? GATHER_NANOS : 0, wait);
    }

    private void await(long nanos) {
        boolean wakesUp = false;
        for (Room room : rooms) {
            wakesUp |= room.wakesUp();
        }
        if (!wakesUp) {
            LockSupport.parkNanos(nanos);
        } else {
            awaitDatagram(nanos);
        }
        // No code has a reason to interrupt this thread, and an interrupted thread would not wait any more.
        Thread.interrupted();
    }

    private void awaitDatagram(long nanos) {
        long left = nanos;
        if (isShared) {
            // What arrives for one room is no reason to wake up for each datagram.
            LockSupport.parkNanos(GATHER_NANOS);
            left -= GATHER_NANOS;
        }
        try {
            transport.await(left);
        } catch (IOException e) {
            for (Room room : rooms) {
                room.report(e);
            }
            LockSupport.parkNanos(left);
        }
    }

    private void end() {
        synchronized (this) {
            stopRequested = true;
        }
        try {
            if (isOwn) {
                transport.close();
            }
        } catch (Throwable t) {
            failure = failure == null ? t : failure;
        }
        Throwable fault = failure;
        for (Room room : rooms) {
            room.end(fault);
        }
    }

    /**
     * Ends the rooms and then the thread, and waits for its end. A second call does nothing.
     *
     * @throws IllegalStateException if the thread does not end
     */
    @Override
    public void close() {
        synchronized (this) {
            stopRequested = true;
        }
        for (Room room : rooms) {
            room.stopRequested = true;
        }
        awaitEnd(null);
    }

    /** Ends a room, and the thread too unless it is shared, and waits for the end. */
    void close(Room room) {
        if (isShared) {
            room.stopRequested = true;
            awaitEnd(room);
        } else {
            close();
        }
    }

    private void awaitEnd(@Nullable Room room) {
        long since = System.nanoTime();
        LockSupport.unpark(thread);
        while (Thread.currentThread() != thread && (room == null ? thread.isAlive() : !room.ended)) {
            if (System.nanoTime() - since > CLOSE_NANOS) {
                throw new IllegalStateException(
                        thread.getName() + " did not end within " + CLOSE_NANOS / 1_000_000
                                + " ms; it ends when the call in the cause returns",
                        Threads.where(thread));
            }
            LockSupport.parkNanos(GATHER_NANOS);
        }
    }
}
