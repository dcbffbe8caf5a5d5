package io.github.freestep.net.wire;

import io.github.freestep.internal.Blocks;
import io.github.freestep.state.State;
import java.util.concurrent.TimeUnit;

/**
 * The bodies that one client is sent, and what it is known to have of them. For one thread. Allocates only when the
 * client is sent more bodies than ever before.
 *
 * <p>The client acknowledges datagrams. Until it has acknowledged a baseline of a body, each of its states has that
 * baseline, too. So every body that arrives can be decoded. What is not continuous does not wait for the turn of a rare
 * body: one that is new, has teleported or has another parent is in every state until the client has acknowledged one of
 * them, and one that leaves is named in the same way. A body that rests is not sent again for ten seconds once the
 * client has acknowledged where.
 */
public final class ClientBodies {
    /** A body is sent in at least every 128th of the client's states. */
    public static final int MOST_LEVEL = 7;

    /** How many datagrams an acknowledgement names, besides the newest. */
    public static final int ACKNOWLEDGED = 256;

    /** How long it takes until a change of what is sent shows whether the link carries that. */
    private static final long SETTLE_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** How long bodies stay left out: doubled each time it was too short, up to the second one. */
    private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(4);

    private static final long MOST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(64);

    private static final int NONE = SentBodies.NONE;

    /** A resting body is sent anew once in this time, in case a damaged datagram was believed. */
    private static final long REPEAT_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** In each part of that time, other bodies. */
    private static final int PARTS = Long.SIZE;

    /** The lower bits of the client's number, and the number of its first datagram. */
    private final int client;

    private long first = NONE;
    private SentBodies entries = new SentBodies();
    private SentBodies next = new SentBodies();
    private final ClientRecords records = new ClientRecords();

    /** The bodies of this level and those above it are not sent, because the link carries less. */
    private int leftOut = MOST_LEVEL + 1;

    private long changedNanos;

    /** Whether the last change sends more. */
    private boolean wasAdded;

    private long waitNanos = WAIT_NANOS;

    /** The highest level that is sent. */
    private int highest;

    private boolean wasChosen;
    private long chosenNanos;

    /** The number of states that this client was sent, and the number of its newest datagram. */
    private long states;

    private long number;
    private int chosen;

    /** In which part of the time between repeats the newest state was sent. */
    private long part;

    /** Creates the bodies of a client that has none yet. */
    public ClientBodies(long client) {
        this.client = (int) client;
    }

    /** Whether the last choice of bodies is older than a time. If so, the next one begins now. */
    public boolean isDue(long nowNanos, long afterNanos) {
        boolean due = !wasChosen || nowNanos - chosenNanos >= afterNanos;
        if (due) {
            wasChosen = true;
            chosenNanos = nowNanos;
        }
        return due;
    }

    /**
     * Leaves out the bodies that matter least if the link does not carry them, and tries again later. Bodies of level 0
     * are always sent.
     *
     * @param isTooMuch whether the link carries less than what is sent at the lowest rate
     * @param isEasy whether it carries at least twice as much
     */
    public void adapt(boolean isTooMuch, boolean isEasy, long nowNanos) {
        long since = nowNanos - changedNanos;
        if (isTooMuch && highest > 0 && (leftOut > MOST_LEVEL || since >= SETTLE_NANOS)) {
            waitNanos = wasAdded ? Math.min(MOST_WAIT_NANOS, 2 * waitNanos) : waitNanos;
            wasAdded = false;
            leftOut = highest;
            changedNanos = nowNanos;
            wasChosen = false;
        } else if (isEasy && leftOut <= MOST_LEVEL && since >= waitNanos) {
            leftOut++;
            wasAdded = true;
            changedNanos = nowNanos;
            wasChosen = false;
        }
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
     * Sets which bodies the client is sent from now on.
     *
     * @param set a bit for each slot
     * @param levels for each slot in the set: it is sent in every {@code 1 << level}-th state
     */
    public void choose(State state, long[] set, byte[] levels) {
        next.size = 0;
        chosen = 0;
        highest = 0;
        int at = 0;
        for (int block = 0; block < Blocks.of(state.slots()); block++) {
            for (long left = set[block]; left != 0; left &= left - 1) {
                int slot = block * Blocks.SIZE + Long.numberOfTrailingZeros(left);
                at = leaveUpTo(at, slot);
                if (state.isAlive(slot) && levels[slot] < leftOut) {
                    highest = Math.max(highest, levels[slot]);
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
                entries.copy(entries, i, kept++);
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
        entries.rests[i] &= shared.isAtBaseline(slot) && entries.bases[i] == shared.count(slot);
        boolean isTurn = !entries.rests[i] && (turn + slot & (1L << entries.rates[i]) - 1) == 0;
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
