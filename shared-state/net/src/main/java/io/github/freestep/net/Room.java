package io.github.freestep.net;

import io.github.freestep.internal.SafeText;
import io.github.freestep.internal.problem.Problems;
import io.github.freestep.internal.problem.Reporter;
import io.github.freestep.net.link.NoAnswer;
import io.github.freestep.net.link.Outage;
import io.github.freestep.net.link.PortRoom;
import io.github.freestep.net.link.RoomWork;
import io.github.freestep.problem.Problem;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The work of one room of a {@link TransportThread}: its number, when it is due, and what ended it. An exception in it
 * ends only this room. Safe for use by any number of threads, except where a method says so.
 */
final class Room implements PortRoom {
    /** The time between two notices to the peers that the room ends. */
    private static final long BETWEEN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    final int number;
    final TransportThread thread;
    private @Nullable RoomWork work;

    /** When the next pass is due. For the thread only. */
    long dueNanos = System.nanoTime();

    private final Outage sends = new Outage();
    private final Outage receives = sends.ofReceives();

    private boolean saysEnd;

    /** Asks the thread to end the work. */
    volatile boolean stopRequested;

    volatile boolean ended;
    private volatile @Nullable Throwable failure;
    private volatile @Nullable Throwable lastError;

    /** Gets the error that has ended the work. Set before the start, like the next field. */
    private Reporter problems = Problems.toLog().of("");

    /** The name of the work in a problem. */
    private String what = "a match";

    Room(TransportThread thread, int number) {
        this.thread = thread;
        this.number = number;
    }

    @Override
    public @Nullable InetAddress own() {
        return UdpTransport.addressOf(transport());
    }

    /** Sets where an error that ends the work is reported, and how it names the work. Call it before the start. */
    void reportTo(Problems to, String as) {
        problems = to.of("");
        what = as;
    }

    private String named() {
        return what + " of room " + number + " on " + SafeText.of(transport());
    }

    DatagramTransport transport() {
        return thread.transport;
    }

    @Override
    public synchronized void start(RoomWork only) {
        try {
            if (work != null) {
                throw new IllegalStateException(
                        "room " + number + " was started before; open another for each sender or match");
            }
            work = only;
            thread.add(this);
        } catch (Throwable t) {
            only.close();
            throw t;
        }
    }

    @Override
    public boolean send(ByteBuffer datagram, SocketAddress to) throws IOException {
        try {
            boolean isSent = transport().send(datagram, to);
            sends.worked();
            return isSent;
        } catch (IOException e) {
            sends.failed(thread.clock.nanoTime(), problems, this::named, e);
            throw e;
        }
    }

    /** Notes whether the port can receive: null if it can, or else why not. For the thread only. */
    void received(@Nullable IOException failure) {
        if (failure == null) {
            receives.worked();
        } else {
            report(failure);
            receives.failed(thread.clock.nanoTime(), problems, this::named, failure);
        }
    }

    /** Takes a datagram. For the thread only. */
    void datagram(ByteBuffer datagram, SocketAddress source) {
        if (ended || stopRequested && !work.hearsAtEnd()) {
            return;
        }
        try {
            work.datagram(datagram, source);
            if (work.wakesUp() && !stopRequested) {
                dueNanos = System.nanoTime();
            }
        } catch (Throwable t) {
            end(t);
        }
    }

    /** Does what is due. For the thread only. */
    void pass(long nowNanos) {
        boolean mustEnd = stopRequested && !saysEnd;
        if (!mustEnd && dueNanos - nowNanos > 0) {
            return;
        }
        try {
            if (!stopRequested) {
                dueNanos = work.pass(nowNanos) + System.nanoTime();
            } else if (work.sayEnd()) {
                saysEnd = true;
                dueNanos = nowNanos + BETWEEN_NANOS;
            } else {
                end(null);
            }
        } catch (Throwable t) {
            end(t);
        }
    }

    boolean wakesUp() {
        return work.wakesUp();
    }

    /** Ends the work. For the thread only. */
    void end(@Nullable Throwable fault) {
        failure = fault;
        thread.remove(this);
        try {
            work.close();
        } catch (Throwable t) {
            failure = fault == null ? t : fault;
        }
        Throwable reported = failure;
        if (reported != null) {
            problems.report(Problem.Kind.TRANSPORT_ENDED, named() + " has ended", reported);
        }
        ended = true;
    }

    /** Sets the newest error from which the work recovers, and reports it if a person has to do something. */
    void report(Throwable error) {
        lastError = error;
        if (error instanceof NoAnswer) {
            problems.report(Problem.Kind.NO_ANSWER, "", error);
        }
    }

    @Override
    public @Nullable Throwable failure() {
        return failure;
    }

    @Override
    public @Nullable Throwable lastError() {
        return lastError;
    }

    @Override
    public void close() {
        thread.close(this);
        // The program may end now, and problems that have not been delivered would be lost.
        problems.flush();
    }
}
