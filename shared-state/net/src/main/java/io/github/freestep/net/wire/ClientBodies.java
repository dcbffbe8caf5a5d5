package io.github.freestep.net.wire;

import io.github.freestep.state.State;
import io.github.freestep.state.content.Blocks;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * The bodies that one client is sent, and what it is known to have of them. For one thread. Allocates only when the
 * client is sent more bodies than ever before.
 *
 * <p>The client acknowledges datagrams. Until it has acknowledged a baseline of a body, each of its states has that
 * baseline, too. So every body that arrives can be decoded. Jumps do not wait for the turn of a rare body: a body that
 * is new, has teleported or has another parent is in every state until the client has acknowledged one of these states.
 * In the same way, every state names a body that leaves. A resting body is not sent again for ten seconds once the
 * client has acknowledged where it rests.
 *
 * <ul>
 *   <li>A moving body gets a new baseline every second, the same for all clients. A record has the difference from a
 *       baseline that the client has acknowledged, or the newest baseline itself. So every record can be decoded,
 *       whatever was lost.
 *   <li>The pieces of a client are numbered; each admission continues at least 257 higher. The client reports the
 *       newest that it has decoded, and which of the {@value #ACKNOWLEDGED} before it. An older piece has no effect. It
 *       also decodes the pieces of states that it does not show, because a rare body may come only there.
 *   <li>A piece has the number of the first piece since the sender knows what the client has. If that changes, the
 *       client forgets all bodies, and shows the next state of which it has all pieces. So after a silence it keeps
 *       nothing that has gone meanwhile. A body that has not come for 100 s is removed, so a damaged piece that was
 *       believed does no lasting harm.
 *   <li>A record says whether its body comes in every second, fourth, ... state only. {@link BodyMotion} shows it as
 *       many states late; if that changes, the body continues at 3/4 to 5/4 of its speed.
 *   <li>A piece has the lower half of the client's number, and others refuse it: a receiver that is started again on
 *       its port still gets the pieces of the former one, sealed with the same key.
 * </ul>
 */
public final class ClientBodies extends ClientMemory {
    /** A body is sent in at least every 128th of the client's states. */
    public static final int MOST_LEVEL = 7;

    // The places of the values of a body, in an array because as many objects would be scattered in memory.

    private static final int SLOT = 0;

    /** The number of the newest baseline that the client has. */
    private static final int BASE = 1;

    /** A datagram with a newer one, and which. */
    private static final int BASE_SENT = 2;

    private static final int BASE_SENT_COUNT = 3;
    private static final int LIFE = 4;

    /** {@link #NEWS}, {@link #RESTS} and {@link #LEAVES}. */
    private static final int FLAGS = 5;

    /** The body is to be in every {@code 1 << level}-th state, and is in every {@code 1 << rate}-th one. */
    private static final int LEVEL = 6;

    private static final int RATE = 7;

    /** How many times it has come at a rate above its level. */
    private static final int TURN = 8;

    /** How often its epoch or its bond had changed in its newest state. */
    private static final int CHANGES = 9;

    /** The datagram that first had what is new. */
    private static final int NEWS_SENT = 10;

    /** A datagram that says that the body rests or is gone. */
    private static final int LAST_SENT = 11;

    private static final int STRIDE = 12;

    /** It is in every state because it, its epoch or its bond is new. */
    private static final int NEWS = 1;

    private static final int RESTS = 2;
    private static final int LEAVES = 4;

    /** A body that is to come less often comes this many times at a rate before the rate is halved. */
    private static final int TURNS = 4;

    /** A resting body is sent anew once in this time, in case a damaged datagram was believed. */
    private static final long REPEAT_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** The number of parts of that time. In each part, different bodies are sent anew. */
    private static final int PARTS = Long.SIZE;

    /** The lower bits of the client's number, and the number of its first datagram. */
    private final int client;

    private long first = NONE;

    /** The bodies in the order of their slots, each {@link #STRIDE} values, and how many of the values are used. */
    private int[] bodies = {};

    private int size;

    /** Those of the next choice, while it is made, if it has new bodies; and how many of the values are moved to it. */
    private int[] next = {};

    private int nextSize;
    private int moved;
    private ClientRecords records;

    /** The number of records in the newest state. */
    private int sent;

    /** The number of states that this client was sent. */
    private long states;

    private int chosen;

    /** The bits of records of bodies of which the client has no baseline. */
    private int newBits;

    /** In which part of the time between repeats the newest state was sent. */
    private long part;

    /** Creates the bodies of a client that has none yet. */
    public ClientBodies(long client) {
        this.client = (int) client;
    }

    /** The number of bodies that the client is sent. */
    public int size() {
        return chosen;
    }

    /** The bytes of the records of bodies of which the client has no baseline yet. */
    @Override
    public int newBytes() {
        return newBits / Byte.SIZE;
    }

    /**
     * Adds the bodies that the client is sent, and that are still there, to a set.
     *
     * @param set a bit for each slot
     * @param levels as of {@link #choose}
     */
    public void addTo(State state, long[] set, byte[] levels) {
        for (int at = 0; at < size; at += STRIDE) {
            int slot = bodies[at + SLOT];
            if (!is(at, LEAVES) && isThere(state, at)) {
                set[slot / Blocks.SIZE] |= 1L << slot;
                levels[slot] = (byte) bodies[at + LEVEL];
            }
        }
    }

    /**
     * Sets which bodies the client is sent from now on.
     *
     * @param set a bit for each slot
     * @param levels for each slot in the set: it is sent in every {@code 1 << level}-th state
     */
    public void choose(State state, long[] set, byte[] levels) {
        nextSize = 0;
        moved = 0;
        chosen = 0;
        int at = 0;
        for (int block = 0; block < Blocks.of(state.slots()); block++) {
            for (long left = set[block]; left != 0; left &= left - 1) {
                int slot = block * Blocks.SIZE + Long.numberOfTrailingZeros(left);
                at = leaveUpTo(at, slot);
                if (state.isAlive(slot)) {
                    at = enter(at, slot, state.life(slot), levels[slot]);
                }
            }
        }
        leaveUpTo(at, Integer.MAX_VALUE);
        if (nextSize > 0) {
            moveUpTo(size);
            int[] former = bodies;
            bodies = next;
            size = nextSize;
            next = former.length < bodies.length ? new int[bodies.length] : former;
        }
    }

    private int leaveUpTo(int from, int slot) {
        int at = from;
        for (; at < size && bodies[at + SLOT] < slot; at += STRIDE) {
            leave(at);
        }
        return at;
    }

    private int enter(int at, int slot, int life, int level) {
        chosen++;
        if (at == size || bodies[at + SLOT] != slot) {
            moveUpTo(at);
            begin(next, nextSize, slot, life, level);
            nextSize += STRIDE;
            return at;
        }
        if (is(at, LEAVES) || bodies[at + LIFE] != life) {
            enter(bodies, at, life, level);
        } else if (bodies[at + LEVEL] != level) {
            bodies[at + TURN] = 0;
            bodies[at + LEVEL] = level;
            bodies[at + RATE] = Math.min(bodies[at + RATE], level);
        }
        return at + STRIDE;
    }

    /** Moves bodies to the next choice, which then has room for one more. */
    private void moveUpTo(int end) {
        int used = nextSize + end - moved;
        if (used + STRIDE > next.length) {
            next = Arrays.copyOf(next, 2 * (used + STRIDE));
        }
        System.arraycopy(bodies, moved, next, nextSize, end - moved);
        nextSize = used;
        moved = end;
    }

    /** Applies the newest acknowledgement. Removes the bodies that the client is known not to have any more. */
    private void acknowledge() {
        int kept = 0;
        for (int at = 0; at < size; at += STRIDE) {
            int open = bodies[at + BASE_SENT] | bodies[at + LAST_SENT] | bodies[at + NEWS_SENT];
            if (!acknowledges || open == NONE || acknowledge(at)) {
                if (kept != at) {
                    System.arraycopy(bodies, at, bodies, kept, STRIDE);
                }
                kept += STRIDE;
            }
        }
        size = kept;
        acknowledges = false;
    }

    /** Returns whether the client may still have the body. */
    private boolean acknowledge(int at) {
        int base = fate(bodies[at + BASE_SENT]);
        if (base > 0) {
            bodies[at + BASE] = Math.max(bodies[at + BASE], bodies[at + BASE_SENT_COUNT]);
        }
        int last = fate(bodies[at + LAST_SENT]);
        int news = fate(bodies[at + NEWS_SENT]);
        int flags = bodies[at + FLAGS] | (last > 0 ? RESTS : 0);
        bodies[at + FLAGS] = news > 0 ? flags & ~NEWS : flags;
        bodies[at + BASE_SENT] &= base == 0 ? -1 : NONE;
        bodies[at + LAST_SENT] &= last == 0 ? -1 : NONE;
        bodies[at + NEWS_SENT] &= news == 0 ? -1 : NONE;
        return last <= 0 || (flags & LEAVES) == 0;
    }

    /** Encodes what the client is sent of a state. There is at least one datagram. */
    void encode(SharedBodies shared, State state, PieceHeader header, DatagramOutput output) {
        if (first == NONE) {
            first = number + 1;
        }
        acknowledge();
        header.client = client;
        header.first = first;
        header.number = number;
        newBits = 0;
        long turn = states++;
        long repeated = repeated(shared.nowNanos);
        records = shared.records;
        records.begin(shared, header, turn == 0 ? size / STRIDE : sent, output);
        sent = 0;
        for (int at = 0; at < size; at += STRIDE) {
            int slot = bodies[at + SLOT];
            boolean mayLeave = !is(at, LEAVES) && hasChanged(at, shared.changes(slot));
            if (mayLeave && !isThere(state, at)) {
                leave(at);
                chosen--;
            }
            if (is(at, LEAVES)) {
                first(at, LAST_SENT, records.add(slot, ClientRecords.GONE, 0, 0, 0));
                sent++;
            } else if (isDue(shared, at, turn, repeated)) {
                send(shared, at);
            }
        }
        number = records.end();
    }

    /** Begins with a slot of which the client has nothing. */
    private static void begin(int[] of, int at, int slot, int life, int level) {
        of[at + SLOT] = slot;
        of[at + BASE] = NONE;
        of[at + BASE_SENT] = NONE;
        enter(of, at, life, level);
    }

    /** Begins to send a body, which the client may have or not. */
    private static void enter(int[] of, int at, int life, int level) {
        of[at + LIFE] = life;
        of[at + LEVEL] = level;
        of[at + RATE] = level;
        of[at + FLAGS] = NEWS;
        Arrays.fill(of, at + TURN, at + STRIDE, NONE);
    }

    private boolean is(int at, int flag) {
        return (bodies[at + FLAGS] & flag) != 0;
    }

    /** Takes how often the epoch or the bond has changed. Returns whether it has since the newest state. */
    private boolean hasChanged(int at, int changes) {
        boolean hasChanged = bodies[at + CHANGES] != changes;
        if (hasChanged) {
            bodies[at + CHANGES] = changes;
            bodies[at + FLAGS] |= NEWS;
            bodies[at + NEWS_SENT] = NONE;
        }
        return hasChanged;
    }

    private void leave(int at) {
        if (!is(at, LEAVES)) {
            bodies[at + FLAGS] |= LEAVES;
            bodies[at + LAST_SENT] = NONE;
        }
    }

    private boolean isThere(State state, int at) {
        int slot = bodies[at + SLOT];
        return state.isAlive(slot) && state.life(slot) == bodies[at + LIFE];
    }

    /** Notes the first datagram that has something. */
    private void first(int at, int what, int piece) {
        bodies[at + what] = bodies[at + what] == NONE ? piece : bodies[at + what];
    }

    /** The slots whose turn it is to be repeated: a bit for the lower bits of their numbers. */
    private long repeated(long nowNanos) {
        long now = Math.floorDiv(nowNanos, REPEAT_NANOS / PARTS);
        long passed = states == 1 ? 0 : Math.max(0, Math.min(PARTS, now - part));
        long before = part;
        part = now;
        return passed == 0 ? 0 : Long.rotateLeft(-1L >>> PARTS - passed, (int) before + 1);
    }

    private boolean isDue(SharedBodies shared, int at, long turn, long repeated) {
        int slot = bodies[at + SLOT];
        if ((repeated >>> slot & 1) != 0 && shared.isAtBaseline(slot)) {
            // As if the client did not know where the body rests.
            bodies[at + FLAGS] &= ~RESTS;
            bodies[at + LAST_SENT] = NONE;
            bodies[at + BASE] = NONE;
            bodies[at + BASE_SENT] = NONE;
        }
        boolean isTurn = (turn + slot & (1L << bodies[at + RATE]) - 1) == 0;
        if (isTurn && is(at, RESTS)) {
            // Only then, because it takes as long as all else here.
            isTurn = !shared.isAtBaseline(slot) || bodies[at + BASE] != shared.count(slot);
            bodies[at + FLAGS] &= isTurn ? ~RESTS : -1;
        }
        if (isTurn && bodies[at + RATE] < bodies[at + LEVEL] && ++bodies[at + TURN] == TURNS) {
            // Now it is shown late enough to come less often.
            bodies[at + TURN] = 0;
            bodies[at + RATE]++;
        }
        return isTurn || is(at, NEWS);
    }

    private void send(SharedBodies shared, int at) {
        int slot = bodies[at + SLOT];
        int newest = shared.count(slot);
        int has = bodies[at + BASE];
        boolean hasNewest = has == newest;
        boolean hasOlder = has != NONE && has == newest - 1;
        boolean isSent = bodies[at + BASE_SENT] != NONE && bodies[at + BASE_SENT_COUNT] == newest;
        int kind = hasNewest || hasOlder && isSent
                ? ClientRecords.HAS
                : hasOlder ? ClientRecords.RENEWED : ClientRecords.FRESH;
        int base = kind == ClientRecords.HAS ? has : newest;
        int form = hasOlder ? SharedBodies.OLDER : SharedBodies.NEWER;
        int piece = records.add(slot, kind, bodies[at + LEVEL], base, form);
        sent++;
        newBits += has == NONE ? records.lastBits : 0;
        if (kind != ClientRecords.HAS && !isSent) {
            bodies[at + BASE_SENT] = piece;
            bodies[at + BASE_SENT_COUNT] = newest;
        }
        // A body that has moved since its older baseline does not count as resting, on either side.
        if (form != SharedBodies.NEWER || !shared.isAtBaseline(slot)) {
            bodies[at + LAST_SENT] = NONE;
        } else {
            first(at, LAST_SENT, piece);
        }
        if (is(at, NEWS)) {
            first(at, NEWS_SENT, piece);
        }
    }
}
