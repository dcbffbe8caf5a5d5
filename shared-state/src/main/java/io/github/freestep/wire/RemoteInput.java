package io.github.freestep.wire;

import io.github.freestep.time.NanoClock;
import java.nio.ByteBuffer;

/**
 * Sends input to a remote server. For one thread at a time, any thread; never blocks, locks nothing, allocates nothing.
 * The counts may be read by any thread.
 *
 * <p>An axis is a continuous input: its newest value holds until the next. An action happens once. An accepted input
 * reaches the server exactly once, in order and with its time, even if datagrams are lost, repeated or reordered: each
 * datagram repeats what the server has not acknowledged, so that no input waits for a round trip. At most
 * {@value InputRing#CAPACITY} inputs can be unacknowledged; further ones are refused.
 *
 * <p>There are two exceptions. The server may refuse an input, for example because its own queue is full: see
 * {@link #refusedByServer()}. If the server restarts or has not heard from this client for 10 s, unacknowledged inputs
 * are dropped, because it is not known which of them were applied: see {@link #lost()}.
 */
public final class RemoteInput {
    private final InputRing ring = new InputRing();
    private final NanoClock clock;
    private volatile boolean connected;
    private volatile long refused;
    private volatile long refusedByServer;
    private volatile long lost;

    /** The place in the ring of the first input that belongs to the present ticket. */
    private long base;

    /** How many inputs the server has refused since it gave the present ticket. */
    private int refusedOfTicket;

    /** The number of inputs in the ring when the last datagram was written. */
    private long writtenUntil;

    RemoteInput(NanoClock clock) {
        this.clock = clock;
    }

    /**
     * Sends a new value of an axis, with the present time.
     *
     * @param axis from 0, below the server's number of axes; the server refuses others
     * @param value any finite number
     * @return true if the input was accepted; false if no server is connected or too many inputs are unacknowledged
     * @throws IllegalArgumentException if the axis is negative, or the value is NaN or infinite
     */
    public boolean axis(int axis, float value) {
        return axis(axis, value, clock.nanoTime());
    }

    /**
     * Sends a new value of an axis, with its time.
     *
     * @param axis from 0, below the server's number of axes; the server refuses others
     * @param value any finite number
     * @param nanos a reading of the clock of the received states
     * @return true if the input was accepted; false if no server is connected or too many inputs are unacknowledged
     * @throws IllegalArgumentException if the axis is negative, or the value is NaN or infinite
     */
    public boolean axis(int axis, float value, long nanos) {
        if (axis < 0) {
            throw new IllegalArgumentException("axis must be 0 or more, was " + axis);
        }
        return push(false, axis, value, nanos);
    }

    /**
     * Sends an action, which happens once, with the present time.
     *
     * @param code what happened, a number of the game's choice
     * @param value any finite number
     * @return true if the input was accepted; false if no server is connected or too many inputs are unacknowledged
     * @throws IllegalArgumentException if the value is NaN or infinite
     */
    public boolean action(int code, float value) {
        return action(code, value, clock.nanoTime());
    }

    /**
     * Sends an action, which happens once, with its time.
     *
     * @param code what happened, a number of the game's choice
     * @param value any finite number
     * @param nanos a reading of the clock of the received states
     * @return true if the input was accepted; false if no server is connected or too many inputs are unacknowledged
     * @throws IllegalArgumentException if the value is NaN or infinite
     */
    public boolean action(int code, float value, long nanos) {
        return push(true, code, value, nanos);
    }

    /**
     * Returns whether input is accepted: a server has admitted this client, and a state of it has arrived, so that its
     * clock is known. Stays true while the server is silent, because input that is accepted meanwhile reaches it when
     * it is back.
     *
     * @return whether input is accepted, unless too many inputs are unacknowledged
     */
    public boolean isConnected() {
        return connected;
    }

    /**
     * Returns the number of inputs that were refused here, because no server was connected or too many inputs were
     * unacknowledged.
     *
     * @return the number of calls that returned false
     */
    public long refused() {
        return refused;
    }

    /**
     * Returns the number of accepted inputs that the server refused: because its queue was full, it has no such axis,
     * it takes no input, or the time of the input was more than one hour from its own.
     *
     * @return the number that the server has reported
     */
    public long refusedByServer() {
        return refusedByServer;
    }

    /**
     * Returns the number of accepted inputs that were dropped when the server restarted or forgot this client. It may
     * have applied some of them.
     *
     * @return the number since the client's start
     */
    public long lost() {
        return lost;
    }

    /**
     * Returns the number of accepted inputs that the server has not acknowledged.
     *
     * @return from 0 to {@value InputRing#CAPACITY}
     */
    public int unacknowledged() {
        // In this order, so that the difference is never negative.
        long removed = ring.removed();
        return (int) Math.min(ring.added() - removed, InputRing.CAPACITY);
    }

    /**
     * Begins a new ticket: sequences start at 1, and what is unacknowledged is lost. Input is refused until {@link
     * #connect} is called. For the sending thread.
     */
    void begin() {
        connected = false;
        long end = ring.added();
        // Only this thread writes the count.
        lost = lost + end - ring.removed();
        ring.removeUntil(end);
        base = end;
        writtenUntil = end;
        refusedOfTicket = 0;
    }

    /** Accepts input or refuses it. For the sending thread. */
    void connect(boolean accepts) {
        if (accepts != connected) {
            connected = accepts;
        }
    }

    /** Takes an acknowledgement of the present ticket. Ignores old and impossible ones. For the sending thread. */
    void acknowledge(int sequence, int refusedSoFar) {
        long removed = ring.removed();
        int more = sequence - (int) (removed - base);
        if (more < 0 || more > ring.added() - removed) {
            return;
        }
        ring.removeUntil(removed + more);
        int news = refusedSoFar - refusedOfTicket;
        if (news > 0 && refusedSoFar <= sequence) {
            refusedOfTicket = refusedSoFar;
            refusedByServer = refusedByServer + news;
        }
    }

    /** Returns whether an input was added since the last datagram. For the sending thread. */
    boolean hasNew() {
        return ring.added() > writtenUntil;
    }

    /** Returns the sequence of the oldest unacknowledged input, or of the next input. For the sending thread. */
    long firstSequence() {
        return ring.removed() - base + 1;
    }

    /** Writes as many unacknowledged inputs as fit, the oldest first. For the sending thread. */
    void write(ByteBuffer to, long offsetNanos) {
        long first = ring.removed();
        long end = ring.added();
        writtenUntil = end;
        end = Math.min(end, first + ClientFormat.MAX_INPUTS);
        for (long place = first; place < end; place++) {
            ring.write(place, to, offsetNanos);
        }
    }

    private boolean push(boolean action, int code, float value, long nanos) {
        if (!Float.isFinite(value)) {
            throw new IllegalArgumentException(
                    "value must be finite, was " + value + "; filter it where the device is read");
        }
        if (connected && ring.add(action, code, value, nanos)) {
            return true;
        }
        refused = refused + 1;
        return false;
    }
}
