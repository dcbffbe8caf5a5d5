package io.github.freestep.net.session;

import io.github.freestep.internal.Ranges;
import io.github.freestep.state.InputSink;
import io.github.freestep.time.NanoClock;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;

/**
 * The input of a client, from the program's thread to the server, as {@code RemoteInput} promises it. The program adds
 * inputs on one thread. The sending thread repeats them in each datagram until the server has acknowledged them, and
 * counts them anew for each ticket that the server gives. Never blocks, locks nothing, allocates nothing.
 *
 * <p>An axis is a level: a key that is held changes nothing that the program would send again. So each time that a
 * server gives this client a place, the newest value of each axis comes before all further inputs.
 */
public class ClientInput implements InputSink {
    /** How many inputs can be unacknowledged. */
    public static final int CAPACITY = 256;

    /** How many axes are sent again. Far more than a player moves, and a server has 32 if nothing else is set. */
    private static final int LEVELS = 256;

    private static final int UNSET = Float.floatToRawIntBits(Float.NaN);

    /** Where an input has its time. */
    private static final int NANOS = ClientHeader.INPUT - Long.BYTES;

    /**
     * The inputs, as they are sent but for the offset of their times. Each keeps its place until it is acknowledged.
     */
    private final ByteBuffer ring = ByteBuffer.allocate(CAPACITY * ClientHeader.INPUT);

    /** The bits of the newest value of each axis, which the sending thread reads. */
    private final AtomicIntegerArray newest = new AtomicIntegerArray(LEVELS);

    /** Those values that the present ticket begins with, as inputs. */
    private final ByteBuffer levels = ByteBuffer.allocate(LEVELS * ClientHeader.INPUT);

    private int levelCount;
    private int acknowledgedLevels;

    /** Whether no datagram has had the levels yet. */
    private boolean hasNewLevels;

    /** The number of inputs that were ever added. Only the program's thread writes it. */
    private volatile long added;

    /** The number of inputs that were ever removed. Only the sending thread writes it. */
    private volatile long removed;

    private final NanoClock clock;

    /** Set once, before the program has this input. */
    long client;

    private volatile boolean connected;

    /** Whether the server of the present ticket takes no input. */
    private volatile boolean isUnwanted;

    private volatile long refusedByServer;
    private volatile long lost;
    private volatile long endedPlaces;
    private volatile long roundTripNanos = -1;

    /** The place in the ring of the first input that belongs to the present ticket. */
    private long base;

    /** How many inputs the server had before that one. Not 0 if this client has come back to a server. */
    private int before;

    /** Whether no input was accepted for the present ticket yet. */
    private boolean isNew;

    /** How many inputs the server has refused since it gave the present ticket. */
    private int refusedOfTicket;

    /** The number of inputs in the ring when the last datagram was written. */
    private long writtenUntil;

    /** Creates the input of one link. */
    public ClientInput(NanoClock clock) {
        this.clock = clock;
        for (int axis = 0; axis < LEVELS; axis++) {
            newest.setPlain(axis, UNSET);
        }
    }

    /**
     * Returns the number that identifies this client to the server, see {@link InputSink#from}. It is the player's
     * number in its token, or else random, and stays the same when the server restarts.
     *
     * @return always the same
     */
    public final long client() {
        return client;
    }

    /**
     * Returns the greatest possible number of axes. How many the server has is not known here.
     *
     * @return always the same
     */
    @Override
    public final int axes() {
        return Integer.MAX_VALUE;
    }

    /**
     * Sends a new value of an axis, with the present time. The newest value of each axis below {@value #LEVELS} is sent
     * again when a server gives this client a place, such as after a restart. So it also arrives if no server was
     * connected.
     *
     * @param axis from 0, below the server's number of axes; the server refuses others
     * @param value any finite number
     * @return true if the input was accepted; false if no server is connected, it takes no input, or too many inputs
     *     are unacknowledged
     * @throws IllegalArgumentException if the axis is negative, or the value is NaN or infinite
     */
    public final boolean axis(int axis, float value) {
        return axis(axis, value, clock.nanoTime());
    }

    /**
     * Sends a new value of an axis, with its time.
     *
     * @param axis from 0, below the server's number of axes; the server refuses others
     * @param value any finite number
     * @param nanos a reading of the clock of the received states
     * @return true if the input was accepted; false if no server is connected, it takes no input, or too many inputs
     *     are unacknowledged
     * @throws IllegalArgumentException if the axis is negative, or the value is NaN or infinite
     */
    @Override
    public final boolean axis(int axis, float value, long nanos) {
        if (axis < 0) {
            throw new IllegalArgumentException("axis must be 0 or more, was " + axis);
        }
        Ranges.requireFinite(value);
        if (axis < LEVELS) {
            newest.set(axis, Float.floatToRawIntBits(value));
        }
        return push(false, axis, value, nanos);
    }

    /**
     * Sends an action, which happens once, with the present time.
     *
     * @param code what happened, a number of the game's choice
     * @param value any finite number
     * @return true if the input was accepted; false if no server is connected, it takes no input, or too many inputs
     *     are unacknowledged
     * @throws IllegalArgumentException if the value is NaN or infinite
     */
    public final boolean action(int code, float value) {
        return action(code, value, clock.nanoTime());
    }

    /**
     * Sends an action, which happens once, with its time.
     *
     * @param code what happened, a number of the game's choice
     * @param value any finite number
     * @param nanos a reading of the clock of the received states
     * @return true if the input was accepted; false if no server is connected, it takes no input, or too many inputs
     *     are unacknowledged
     * @throws IllegalArgumentException if the value is NaN or infinite
     */
    @Override
    public final boolean action(int code, float value, long nanos) {
        return push(true, code, value, nanos);
    }

    /**
     * Returns whether input is accepted: a server has admitted this client, and a state of it has arrived, so that its
     * clock is known. After a restart of the server, the state must be half a second old, or as old as a window of
     * states lasts if that is more. The player has then seen the new world, whose bodies can have the slots and lives
     * of old bodies. The result stays true while the server is silent: accepted input reaches the server when it
     * answers again.
     *
     * @return whether input is accepted, unless too many inputs are unacknowledged
     */
    public final boolean isConnected() {
        return connected && !isUnwanted;
    }

    /**
     * Says why the connected server takes no input, for a line in the log.
     *
     * @return one line with the remedy; null if the server takes input, or is not connected yet
     */
    @SuppressWarnings("exports") // See module-info.
    public final @Nullable String refusal() {
        return isUnwanted
                ? "the server takes no input, so all is refused here; call input(...) on the builder of its StateSender"
                : null;
    }

    /**
     * Returns the number of accepted inputs that the server refused: because its queue was full, it has no such axis,
     * this client has sent too many in a second, an action was older than the server allows, by
     * default one second, or the time of the input was more than one hour from its own.
     *
     * @return the number that the server has reported
     */
    public final long refusedByServer() {
        return refusedByServer;
    }

    /**
     * Returns the number of accepted inputs that were dropped. That happens when the server restarts, ends or forgets
     * this client, and it may have applied some of them.
     *
     * @return the number since the client's start
     */
    public final long lost() {
        return lost;
    }

    /**
     * Returns how many places of this client at servers have ended, because the server has restarted, has ended or has
     * forgotten this client. Inputs and messages that were sent before, and that the server has not taken, are lost.
     *
     * @return the number since the client's start
     */
    public final long endedPlaces() {
        return endedPlaces;
    }

    /**
     * Returns the number of accepted inputs that the server has not acknowledged.
     *
     * @return from 0 to {@value #CAPACITY}
     */
    public final int unacknowledged() {
        // In this order, so that the difference is never negative.
        long gone = removed;
        return (int) Math.min(added - gone, CAPACITY);
    }

    @Override
    public final long roundTripNanos() {
        return roundTripNanos;
    }

    /** Takes how long an answer has taken. For the sending thread. */
    void took(long nanos) {
        roundTripNanos = roundTripNanos < 0 ? nanos : Math.min(roundTripNanos, nanos);
    }

    /**
     * Ends the present ticket: what is unacknowledged is lost. Input is refused until {@link #connect} is called. For
     * the sending thread.
     */
    void end() {
        endedPlaces = endedPlaces + 1; // by this thread alone
        connected = false;
        isUnwanted = false;
        isNew = true;
        drop();
    }

    /** Begins a ticket of which the server has had and refused a number of inputs before. For the sending thread. */
    void begin(int had, int hadRefused) {
        base = removed;
        writtenUntil = base;
        before = had;
        refusedOfTicket = hadRefused;
        levelCount = 0;
        acknowledgedLevels = 0;
    }

    /** Begins the present ticket with the newest value of each axis. */
    private void level() {
        for (int axis = 0; axis < LEVELS; axis++) {
            int bits = newest.get(axis);
            if (bits != UNSET) {
                int at = levelCount++ * ClientHeader.INPUT;
                ClientHeader.input(levels.position(at), false, axis, Float.intBitsToFloat(bits), clock.nanoTime());
            }
        }
        hasNewLevels = levelCount > 0;
    }

    /** Drops what is unacknowledged, so that the next input is the first of its ticket. */
    private void drop() {
        long end = added;
        // Only this thread writes the count.
        lost = lost + end - removed;
        removed = end;
        base = end;
        writtenUntil = end;
    }

    /** Accepts input or refuses it. For the sending thread. */
    void connect(boolean accepts) {
        if (accepts && isNew && !isUnwanted) {
            // A call that found the former ticket connected may have added an input since it ended.
            isNew = false;
            drop();
            // First, so that a value that is set meanwhile is either among the levels or added after them.
            connected = true;
            level();
        }
        connected = accepts;
    }

    /** Takes an acknowledgement of the present ticket. Ignores old and impossible ones. For the sending thread. */
    void acknowledge(int sequence, int refusedSoFar) {
        isUnwanted = refusedSoFar == ServerReply.NO_INPUT;
        long gone = removed;
        int more = sequence - before - acknowledgedLevels - (int) (gone - base);
        int moreLevels = Math.min(more, levelCount - acknowledgedLevels);
        if (more < 0 || more - moreLevels > added - gone) {
            return;
        }
        acknowledgedLevels += moreLevels;
        removed = gone + more - moreLevels;
        int news = refusedSoFar - refusedOfTicket;
        if (news > 0 && Integer.compareUnsigned(refusedSoFar, sequence) <= 0) {
            refusedOfTicket = refusedSoFar;
            refusedByServer = refusedByServer + news;
        }
    }

    /** Returns whether an input was added since the last datagram. For the sending thread. */
    boolean hasNew() {
        return hasNewLevels || added > writtenUntil;
    }

    /** Returns whether something must be sent again until it is acknowledged. For the sending thread. */
    boolean isWaiting() {
        return acknowledgedLevels < levelCount || unacknowledged() > 0;
    }

    /** Returns the sequence of the oldest unacknowledged input, or of the next input. For the sending thread. */
    long firstSequence() {
        return Integer.toUnsignedLong(before) + acknowledgedLevels + removed - base + 1;
    }

    /** Writes as many unacknowledged inputs as fit, the oldest first. For the sending thread. */
    void write(ByteBuffer to, long offsetNanos) {
        int room = ClientHeader.MAX_INPUTS;
        for (int i = acknowledgedLevels; i < levelCount && room > 0; i++, room--) {
            write(to, levels, i * ClientHeader.INPUT, offsetNanos);
        }
        hasNewLevels = false;
        long first = removed;
        long end = added;
        writtenUntil = end;
        end = Math.min(end, first + room);
        for (long place = first; place < end; place++) {
            write(to, ring, at(place), offsetNanos);
        }
    }

    private static void write(ByteBuffer to, ByteBuffer from, int at, long offsetNanos) {
        int time = to.position() + NANOS;
        to.put(to.position(), from, at, ClientHeader.INPUT);
        to.putLong(time, from.getLong(at + NANOS) + offsetNanos).position(time + Long.BYTES);
    }

    private static int at(long place) {
        return ((int) place & CAPACITY - 1) * ClientHeader.INPUT;
    }

    /** Adds an input to the ring, or returns false if that is full. For the program's thread. */
    boolean add(boolean action, int code, float value, long nanos) {
        long place = added;
        if (place - removed >= CAPACITY) {
            return false;
        }
        ClientHeader.input(ring.position(at(place)), action, code, value, nanos);
        added = place + 1;
        return true;
    }

    private boolean push(boolean action, int code, float value, long nanos) {
        Ranges.requireFinite(value);
        return connected && !isUnwanted && add(action, code, value, nanos);
    }
}
