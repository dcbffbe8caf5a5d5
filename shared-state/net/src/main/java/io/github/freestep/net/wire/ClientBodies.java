package io.github.freestep.net.wire;

import io.github.freestep.internal.Blocks;
import io.github.freestep.state.State;
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
 *   <li>The pieces of a client are numbered; each admission goes on at least 257 higher. The client reports the newest
 *       that it has decoded, and which of the {@value #ACKNOWLEDGED} before it. An older piece has no effect. It also
 *       decodes the pieces of states that it does not show, because a rare body may come only there.
 *   <li>A piece has the number of the first piece since the sender knows what the client has. If that changes, the
 *       client forgets all bodies, and shows the next state of which it has all pieces. So after a silence it keeps
 *       nothing that has gone meanwhile. A body that has not come for 100 s is removed, so a damaged piece that was
 *       believed does no lasting harm.
 *   <li>A record says whether its body comes in every second, fourth, ... state only. {@link RemoteBodies} shows it as
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

    private static final int NONE = SentBodies.NONE;

    /** A resting body is sent anew once in this time, in case a damaged datagram was believed. */
    private static final long REPEAT_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** The number of parts of that time. In each part, different bodies are sent anew. */
    private static final int PARTS = Long.SIZE;

    /** The lower bits of the client's number, and the number of its first datagram. */
    private final int client;

    private long first = NONE;
    private SentBodies entries;
    private SentBodies next;
    private final ClientRecords records = new ClientRecords();

    /** The number of states that this client was sent, and the number of its newest datagram. */
    private long states;

    private long number;
    private int chosen;

    /** The bits of records of bodies of which the client has no baseline. */
    private int newBits;

    /** In which part of the time between repeats the newest state was sent. */
    private long part;

    /** Creates the bodies of a client that has none yet. */
    public ClientBodies(long client) {
        this.client = (int) client;
        entries = new SentBodies();
        next = new SentBodies();
    }

    /**
     * Creates the bodies of a client that has none yet, in the memory of those of another one.
     *
     * @param former must not be used any more
     */
    public ClientBodies(long client, ClientBodies former) {
        this.client = (int) client;
        entries = former.entries;
        next = former.next;
        entries.size = 0;
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
        for (int i = 0; i < entries.size; i++) {
            if (!entries.leaves[i] && isThere(state, i)) {
                int slot = entries.slots[i];
                set[slot / Blocks.SIZE] |= 1L << slot;
                levels[slot] = entries.levels[i];
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
        next.size = 0;
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
        SentBodies old = entries;
        entries = next;
        next = old;
    }

    private int leaveUpTo(int from, int slot) {
        int at = from;
        for (; at < entries.size && entries.slots[at] < slot; at++) {
            entries.leave(at);
            next.move(entries, at);
        }
        return at;
    }

    private int enter(int at, int slot, int life, int level) {
        chosen++;
        if (at == entries.size || entries.slots[at] != slot) {
            next.add(slot, life, level);
            return at;
        }
        next.move(entries, at);
        int i = next.size - 1;
        if (next.leaves[i] || next.lives[i] != life) {
            next.enter(i, life, level);
        } else {
            next.level(i, level);
        }
        return at + 1;
    }

    /**
     * Takes what the client has received.
     *
     * @param newest the lower bits of the number of its newest datagram
     * @param before a bit for each datagram before that, the lowest for the one before it
     */
    public void acknowledge(int newest, long[] before) {
        int kept = 0;
        for (int i = 0; i < entries.size; i++) {
            int base = fate(entries.baseSent[i], newest, before);
            if (base > 0) {
                entries.bases[i] = Math.max(entries.bases[i], entries.baseSentCounts[i]);
            }
            if (base != 0) {
                entries.baseSent[i] = NONE;
            }
            int last = fate(entries.lastSent[i], newest, before);
            if (last != 0) {
                entries.lastSent[i] = NONE;
            }
            entries.rests[i] |= last > 0;
            int news = fate(entries.newsSent[i], newest, before);
            if (news != 0) {
                entries.newsSent[i] = NONE;
            }
            entries.isNews[i] &= news <= 0;
            if (last <= 0 || !entries.leaves[i]) {
                if (kept != i) {
                    entries.copy(entries, i, kept);
                }
                kept++;
            }
        }
        entries.size = kept;
    }

    /** Returns 1 if a datagram has arrived, -1 if it is lost, and 0 if that is not known. */
    private static int fate(long number, int newest, long[] before) {
        int age = newest - (int) number;
        if (number == NONE || age < 0) {
            return 0;
        }
        int bit = age - 1;
        return age == 0 || bit < ACKNOWLEDGED && (before[bit / Long.SIZE] >>> bit & 1) != 0 ? 1 : -1;
    }

    /**
     * Encodes what the client is sent of a state. There is at least one datagram.
     *
     * @param header its number is the highest one so far of any client. So this client's first one is above those that
     *     it may have acknowledged at another address
     */
    void encode(SharedBodies shared, State state, PieceHeader header, StateEncoder.ClientOutput output) {
        if (first == NONE) {
            number = header.number + ACKNOWLEDGED;
            first = number + 1;
        }
        header.client = client;
        header.first = first;
        header.number = number;
        newBits = 0;
        long turn = states++;
        long repeated = repeated(header.stampNanos);
        records.begin(shared, header, entries.size, output);
        for (int i = 0; i < entries.size; i++) {
            if (!entries.leaves[i] && !isThere(state, i)) {
                entries.leave(i);
                chosen--;
            }
            if (entries.leaves[i]) {
                sendGone(i);
            } else if (isDue(shared, i, turn, repeated)) {
                send(shared, i);
            }
        }
        number = records.end();
    }

    private boolean isThere(State state, int i) {
        return state.isAlive(entries.slots[i]) && state.life(entries.slots[i]) == entries.lives[i];
    }

    /** The slots whose turn it is to be repeated: a bit for the lower bits of their numbers. */
    private long repeated(long stampNanos) {
        long now = Math.floorDiv(stampNanos, REPEAT_NANOS / PARTS);
        long passed = states == 1 ? 0 : Math.max(0, Math.min(PARTS, now - part));
        long before = part;
        part = now;
        return passed == 0 ? 0 : Long.rotateLeft(-1L >>> PARTS - passed, (int) before + 1);
    }

    private boolean isDue(SharedBodies shared, int i, long turn, long repeated) {
        int slot = entries.slots[i];
        entries.say(i, shared.epoch(slot), shared.bond(slot));
        if ((repeated >>> slot & 1) != 0 && shared.isAtBaseline(slot)) {
            entries.repeat(i);
        }
        boolean isTurn = (turn + slot & (1L << entries.rates[i]) - 1) == 0;
        if (isTurn && entries.rests[i]) {
            // Only then, because it takes as long as all else here.
            entries.rests[i] = shared.isAtBaseline(slot) && entries.bases[i] == shared.count(slot);
        }
        isTurn &= !entries.rests[i];
        if (isTurn) {
            entries.turn(i);
        }
        return isTurn || entries.isNews[i];
    }

    private void sendGone(int i) {
        long sent = records.add(entries.slots[i], ClientRecords.GONE, 0, 0, 0);
        entries.lastSent[i] = entries.lastSent[i] == NONE ? sent : entries.lastSent[i];
    }

    private void send(SharedBodies shared, int i) {
        int slot = entries.slots[i];
        int newest = shared.count(slot);
        int has = entries.bases[i];
        boolean hasNewest = has == newest;
        boolean hasOlder = has != NONE && has == newest - 1;
        boolean isSent = entries.baseSent[i] != NONE && entries.baseSentCounts[i] == newest;
        int kind = hasNewest || hasOlder && isSent
                ? ClientRecords.HAS
                : hasOlder ? ClientRecords.RENEWED : ClientRecords.FRESH;
        int base = kind == ClientRecords.HAS ? has : newest;
        int form = hasOlder ? SharedBodies.OLDER : SharedBodies.NEWER;
        long sent = records.add(slot, kind, entries.levels[i], base, form);
        newBits += has == NONE ? records.lastBits() : 0;
        if (kind != ClientRecords.HAS && !isSent) {
            entries.baseSent[i] = sent;
            entries.baseSentCounts[i] = newest;
        }
        if (form != SharedBodies.NEWER || !shared.isAtBaseline(slot)) {
            entries.lastSent[i] = NONE;
        } else if (entries.lastSent[i] == NONE) {
            entries.lastSent[i] = sent;
        }
        if (entries.isNews[i] && entries.newsSent[i] == NONE) {
            entries.newsSent[i] = sent;
        }
    }
}
