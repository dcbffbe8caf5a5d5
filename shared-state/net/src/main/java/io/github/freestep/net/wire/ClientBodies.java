package io.github.freestep.net.wire;

import io.github.freestep.internal.Blocks;
import io.github.freestep.state.State;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

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
 *   <li>The pieces of a client are numbered; each admission goes on at least 257 higher. The client reports the newest
 *       that it has decoded, and which of the {@value #ACKNOWLEDGED} before it. An older piece has no effect. It also
 *       decodes the pieces of states that it does not show, because a rare body may come only there.
 *   <li>A piece has the number of the first piece since the sender knows what the client has. If that changes, the
 *       client forgets all bodies, and shows the next state of which it has all pieces. So after a silence it keeps
 *       nothing that has gone meanwhile. A body that has not come for 100 s is removed, so a damaged piece that was
 *       believed does no lasting harm.
 *   <li>A record says whether its body comes in every second, fourth, ... state only. {@link BodyMotion} shows it as
 *       many states late; if that changes, the body goes on at 3/4 to 5/4 of its speed.
 *   <li>A piece has the lower half of the client's number, and others refuse it: a receiver that is started again on
 *       its port still gets the pieces of the former one, sealed with the same key.
 * </ul>
 */
public final class ClientBodies {
    /** A body is sent in at least every 128th of the client's states. */
    public static final int MOST_LEVEL = 7;

    /** How many datagrams an acknowledgement names, besides the newest. */
    public static final int ACKNOWLEDGED = 256;

    private static final int NONE = SentBody.NONE;

    /** A resting body is sent anew once in this time, in case a damaged datagram was believed. */
    private static final long REPEAT_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** The number of parts of that time. In each part, different bodies are sent anew. */
    private static final int PARTS = Long.SIZE;

    /** The lower bits of the client's number, and the number of its first datagram. */
    private final int client;

    private long first = NONE;

    /** The bodies in the order of their slots. Places after them may have unused objects. */
    private SentBody[] bodies = {};

    private int size;

    /** Those of the next choice, while it is made. Empty otherwise. */
    private SentBody[] next = {};

    private int nextSize;
    private ClientRecords records;

    /** The number of records in the newest state. */
    private int sent;

    /** The number of states that this client was sent, and the number of its newest datagram. */
    private long states;

    private long number;
    private int chosen;

    /** The bits of records of bodies of which the client has no baseline. */
    private int newBits;

    /** In which part of the time between repeats the newest state was sent. */
    private long part;

    /** The newest acknowledgement, and whether it was not applied yet. */
    private int acknowledged;

    private final long[] acknowledgedBefore = new long[ACKNOWLEDGED / Long.SIZE];
    private boolean acknowledges;

    /** Creates the bodies of a client that has none yet. */
    public ClientBodies(long client) {
        this.client = (int) client;
    }

    /** The number of the newest piece for this client; 0 before the first. */
    public long newest() {
        return number;
    }

    /** The number of bodies that the client is sent. */
    public int size() {
        return chosen;
    }

    /**
     * The bytes that bodies took in the newest state only because the client has no baseline of them yet: their
     * records.
     */
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
        for (int i = 0; i < size; i++) {
            SentBody body = bodies[i];
            if (!body.leaves && isThere(state, body)) {
                set[body.slot / Blocks.SIZE] |= 1L << body.slot;
                levels[body.slot] = (byte) body.level;
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
        SentBody[] unused = bodies;
        bodies = next;
        size = nextSize;
        next = unused;
    }

    private int leaveUpTo(int from, int slot) {
        int at = from;
        for (; at < size && bodies[at].slot < slot; at++) {
            keep(at).leave();
        }
        return at;
    }

    private int enter(int at, int slot, int life, int level) {
        chosen++;
        if (at == size || bodies[at].slot != slot) {
            SentBody unused = unused();
            SentBody body = unused == null ? new SentBody() : unused;
            body.begin(slot, life, level);
            next[nextSize++] = body;
            return at;
        }
        SentBody body = keep(at);
        if (body.leaves || body.life != life) {
            body.enter(life, level);
        } else {
            body.level(level);
        }
        return at + 1;
    }

    /** Moves a body to the next choice, in exchange for an unused object. */
    private SentBody keep(int at) {
        SentBody body = bodies[at];
        bodies[at] = unused();
        next[nextSize++] = body;
        return body;
    }

    private @Nullable SentBody unused() {
        if (nextSize == next.length) {
            next = Arrays.copyOf(next, Math.max(Blocks.SIZE, 2 * nextSize));
        }
        return next[nextSize];
    }

    /**
     * Takes what the client has received. The next state applies it, because a client can send any number of datagrams,
     * and that takes time for each body. Ignores what is not newer than what came before, and datagrams that were never
     * sent: a damaged number would otherwise hide all later ones.
     *
     * @param newest the lower bits of the number of its newest datagram
     * @param before a bit for each datagram before that, the lowest for the one before it
     */
    public void acknowledge(int newest, long[] before) {
        if (newest - acknowledged > 0 && (int) number - newest >= 0) {
            acknowledged = newest;
            acknowledges = true;
            System.arraycopy(before, 0, acknowledgedBefore, 0, before.length);
        }
    }

    /** Applies the newest acknowledgement. Returns whether the client may still have the body. */
    private boolean acknowledge(SentBody body) {
        int base = fate(body.baseSent);
        if (base > 0) {
            body.base = Math.max(body.base, body.baseSentCount);
        }
        body.baseSent = base == 0 ? body.baseSent : NONE;
        int last = fate(body.lastSent);
        body.lastSent = last == 0 ? body.lastSent : NONE;
        body.rests |= last > 0;
        int news = fate(body.newsSent);
        body.newsSent = news == 0 ? body.newsSent : NONE;
        body.isNews &= news <= 0;
        return last <= 0 || !body.leaves;
    }

    /** Returns 1 if a datagram has arrived, -1 if it is lost, and 0 if that is not known. */
    private int fate(int sent) {
        int age = acknowledged - sent;
        if (sent == NONE || age < 0) {
            return 0;
        }
        int bit = age - 1;
        return age == 0 || bit < ACKNOWLEDGED && (acknowledgedBefore[bit / Long.SIZE] >>> bit & 1) != 0 ? 1 : -1;
    }

    /**
     * Encodes what the client is sent of a state. There is at least one datagram.
     *
     * @param header its number is the highest one so far of any client. So this client's first one is above those that
     *     it may have acknowledged at another address
     */
    void encode(SharedBodies shared, State state, PieceHeader header, StateEncoder.Output output) {
        if (first == NONE) {
            number = header.number + ACKNOWLEDGED;
            first = number + 1;
            acknowledged = (int) number;
        }
        header.client = client;
        header.first = first;
        header.number = number;
        newBits = 0;
        long turn = states++;
        long repeated = repeated(header.stampNanos);
        records = shared.records;
        records.begin(shared, header, turn == 0 ? size : sent, output);
        sent = 0;
        int kept = 0;
        for (int i = 0; i < size; i++) {
            SentBody body = bodies[i];
            if (acknowledges && (body.baseSent | body.lastSent | body.newsSent) != NONE && !acknowledge(body)) {
                continue;
            }
            bodies[i] = bodies[kept];
            bodies[kept++] = body;
            boolean mayLeave = !body.leaves && body.hasChanged(shared.changes(body.slot));
            if (mayLeave && !isThere(state, body)) {
                body.leave();
                chosen--;
            }
            if (body.leaves) {
                int gone = records.add(body.slot, ClientRecords.GONE, 0, 0, 0);
                body.lastSent = body.lastSent == NONE ? gone : body.lastSent;
                sent++;
            } else if (isDue(shared, body, turn, repeated)) {
                send(shared, body);
            }
        }
        size = kept;
        acknowledges = false;
        number = records.end();
    }

    private static boolean isThere(State state, SentBody body) {
        return state.isAlive(body.slot) && state.life(body.slot) == body.life;
    }

    /** The slots whose turn it is to be repeated: a bit for the lower bits of their numbers. */
    private long repeated(long stampNanos) {
        long now = Math.floorDiv(stampNanos, REPEAT_NANOS / PARTS);
        long passed = states == 1 ? 0 : Math.max(0, Math.min(PARTS, now - part));
        long before = part;
        part = now;
        return passed == 0 ? 0 : Long.rotateLeft(-1L >>> PARTS - passed, (int) before + 1);
    }

    private static boolean isDue(SharedBodies shared, SentBody body, long turn, long repeated) {
        int slot = body.slot;
        if ((repeated >>> slot & 1) != 0 && shared.isAtBaseline(slot)) {
            body.repeat();
        }
        boolean isTurn = (turn + slot & (1L << body.rate) - 1) == 0;
        if (isTurn && body.rests) {
            // Only then, because it takes as long as all else here.
            body.rests = shared.isAtBaseline(slot) && body.base == shared.count(slot);
        }
        isTurn &= !body.rests;
        if (isTurn) {
            body.turn();
        }
        return isTurn || body.isNews;
    }

    private void send(SharedBodies shared, SentBody body) {
        int slot = body.slot;
        int newest = shared.count(slot);
        int has = body.base;
        boolean hasNewest = has == newest;
        boolean hasOlder = has != NONE && has == newest - 1;
        boolean isSent = body.baseSent != NONE && body.baseSentCount == newest;
        int kind = hasNewest || hasOlder && isSent
                ? ClientRecords.HAS
                : hasOlder ? ClientRecords.RENEWED : ClientRecords.FRESH;
        int base = kind == ClientRecords.HAS ? has : newest;
        int form = hasOlder ? SharedBodies.OLDER : SharedBodies.NEWER;
        int piece = records.add(slot, kind, body.level, base, form);
        sent++;
        newBits += has == NONE ? records.lastBits() : 0;
        if (kind != ClientRecords.HAS && !isSent) {
            body.baseSent = piece;
            body.baseSentCount = newest;
        }
        // A body that has moved since its older baseline does not count as resting, on either side.
        if (form != SharedBodies.NEWER || !shared.isAtBaseline(slot)) {
            body.lastSent = NONE;
        } else if (body.lastSent == NONE) {
            body.lastSent = piece;
        }
        if (body.isNews && body.newsSent == NONE) {
            body.newsSent = piece;
        }
    }
}
