package io.github.freestep.net.session;

import io.github.freestep.net.wire.Datagrams;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An application's messages between a server and one client, at one of the two ends. Any thread may send and take
 * messages; the thread of the network carries them. Each message has a datagram of its own. One that is reliable has a
 * number, and is repeated until the other end says that its application has taken it. If an
 * application takes none, at most {@value #CAPACITY} messages of each kind are kept, at either end.
 *
 * <p>A datagram is: kind (1 byte), ticket (8), flags (1), the number of the message (4), the number of the newest one
 * that was taken (4), and the message. Without a message, it only says what was taken. It counts only with the ticket
 * of the client's place, so datagrams of an earlier client, or of an earlier run of the server, are ignored.
 *
 * <p>Rejected: a bit for each message that has come, so that only lost ones are repeated. Messages are few.
 */
public final class MessageLane {
    /** The most bytes of a message. */
    public static final int MOST_BYTES = 1_000;

    /** How many messages of each kind are kept. */
    public static final int CAPACITY = 32;

    /** How many messages a thread of the network sends to a peer before it does its other work. */
    public static final int MOST_AT_ONCE = 2 * CAPACITY;

    static final int HEADER = 2 * Byte.BYTES + Long.BYTES + 2 * Integer.BYTES;
    private static final byte TAKEN = 0;
    private static final byte RELIABLE = 1;
    private static final byte UNRELIABLE = 2;

    /** When a message is repeated first. The time doubles with each repeat. */
    private static final long REPEAT_NANOS = TimeUnit.MILLISECONDS.toNanos(30);

    private static final int MOST_DOUBLINGS = 4;

    private final byte[][] out = new byte[CAPACITY][];

    /** How often a message was sent, and when it is repeated. */
    private final int[] times = new int[CAPACITY];

    private final long[] dueNanos = new long[CAPACITY];
    private final byte[][] in = new byte[CAPACITY][];
    private final Queue<byte[]> unreliableOut = new ArrayDeque<>();
    private final Queue<byte[]> unreliableIn = new ArrayDeque<>();
    private long ticket;
    private boolean isOpen;

    /** The number of the oldest message that the other end has not taken, and of the next one. */
    private int first = 1;

    private int next = 1;

    /** How many messages of the other end were taken here, and whether to say so. */
    private int taken;

    private boolean saysTaken;

    /** Begins or ends a place of the client. Messages of the place before that were not taken are lost. */
    synchronized void begin(long newTicket, boolean opens) {
        ticket = newTicket;
        isOpen = opens;
        first = 1;
        next = 1;
        taken = 0;
        saysTaken = false;
        Arrays.fill(out, null);
        Arrays.fill(in, null);
        unreliableOut.clear();
        unreliableIn.clear();
    }

    /** Sets the ticket of another address of the same place. */
    synchronized void move(long newTicket) {
        ticket = newTicket;
    }

    /**
     * Sends a message.
     *
     * @return false if there is no other end, or too many messages wait
     * @throws IllegalArgumentException if the message is too long
     */
    public boolean send(byte[] message, boolean reliable) {
        int length = Objects.requireNonNull(message, "message must not be null").length;
        if (length > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "message must have at most " + MOST_BYTES + " bytes, had " + length + "; split it");
        }
        synchronized (this) {
            int waiting = reliable ? next - first : unreliableOut.size();
            boolean accepts = isOpen && waiting < CAPACITY;
            if (accepts && reliable) {
                times[slot(next)] = 0;
                out[slot(next++)] = message.clone();
            } else if (accepts) {
                unreliableOut.add(message.clone());
            }
            return accepts;
        }
    }

    /** Takes the next message of the other end; null if there is none. */
    public synchronized byte @Nullable [] take() {
        int slot = slot(taken + 1);
        byte[] message = in[slot];
        if (message == null) {
            return unreliableIn.poll();
        }
        in[slot] = null;
        taken++;
        saysTaken = true;
        return message;
    }

    private static int slot(int number) {
        return number & CAPACITY - 1;
    }

    /** Writes the next datagram that is due, ready to be sealed. Returns whether there was one. */
    synchronized boolean next(long nowNanos, ByteBuffer to) {
        byte[] unreliable = unreliableOut.poll();
        if (unreliable != null) {
            write(to, UNRELIABLE, 0).put(unreliable).flip();
            return true;
        }
        for (int number = first; number != next; number++) {
            int slot = slot(number);
            if (times[slot] == 0 || dueNanos[slot] - nowNanos <= 0) {
                dueNanos[slot] = nowNanos + (REPEAT_NANOS << Math.min(times[slot]++, MOST_DOUBLINGS));
                write(to, RELIABLE, number).put(out[slot]).flip();
                return true;
            }
        }
        boolean says = saysTaken;
        if (says) {
            write(to, TAKEN, 0).flip();
        }
        return says;
    }

    private ByteBuffer write(ByteBuffer to, byte flags, int number) {
        saysTaken = false;
        return to.clear()
                .put(Datagrams.MESSAGE)
                .putLong(ticket)
                .put(flags)
                .putInt(number)
                .putInt(taken);
    }

    /** Whether a datagram has the form of one of a lane. */
    static boolean isOne(ByteBuffer from) {
        int length = from.remaining() - HEADER;
        return length >= 0 && length <= MOST_BYTES && from.get(from.position()) == Datagrams.MESSAGE;
    }

    static long ticket(ByteBuffer from) {
        return from.getLong(from.position() + 1);
    }

    /** Takes an authentic datagram of the other end. Returns false if it is of another place, or impossible. */
    synchronized boolean receive(ByteBuffer from) {
        if (!isOpen || !isOne(from) || !Tickets.samePlace(ticket(from), ticket)) {
            return false;
        }
        ByteBuffer fields = from.duplicate().position(from.position() + 1 + Long.BYTES);
        byte flags = fields.get();
        int number = fields.getInt();
        int takenThere = fields.getInt();
        if (takenThere - next >= 0) {
            return false;
        }
        for (; takenThere - first >= 0; first++) {
            out[slot(first)] = null;
        }
        if (flags == RELIABLE) {
            int ahead = number - taken;
            // The other end has not heard that it was taken.
            saysTaken |= ahead <= 0;
            if (ahead > 0 && ahead <= CAPACITY && in[slot(number)] == null) {
                in[slot(number)] = content(fields);
            }
        } else if (flags == UNRELIABLE && unreliableIn.size() < CAPACITY) {
            unreliableIn.add(content(fields));
        }
        return true;
    }

    private static byte[] content(ByteBuffer from) {
        byte[] content = new byte[from.remaining()];
        from.get(content);
        return content;
    }
}
