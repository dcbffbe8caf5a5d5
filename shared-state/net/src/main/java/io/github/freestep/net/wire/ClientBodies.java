package io.github.freestep.net.wire;

import io.github.freestep.net.wire.StateRing.Entry;
import io.github.freestep.state.State;
import io.github.freestep.state.content.Blocks;
import java.util.Arrays;

/**
 * The bodies that one client is sent, and what it is known to have of them. For one thread. Allocates only when the
 * client is sent more bodies than ever before.
 *
 * <p>A body is encoded as its difference from the newest state in which the client has acknowledged it, so every body
 * that arrives can be decoded. Jumps do not wait for the turn of a rare body: a body that is new, has teleported or has
 * another parent is in every state until the client has acknowledged one of these states. In the same way, every state
 * names a body that leaves. A resting body is not sent again once the client has acknowledged where it rests.
 *
 * <ul>
 *   <li>The pieces of a client are numbered; each admission continues at least 257 higher. The client reports the
 *       newest that it has decoded, and which of the {@value #ACKNOWLEDGED} before it. It decodes a piece on arrival,
 *       but only if it can still take its bodies: in the order of the states, also of those that it does not show,
 *       because a rare body may come only there.
 *   <li>A piece has the number of the first piece since the sender knows what the client has. If that changes, the
 *       client forgets all bodies, and shows the next state of which it has all pieces. So after a silence it keeps
 *       nothing that has gone meanwhile.
 *   <li>A record says whether its body comes in every second, fourth, ... state only. {@link BodyMotion} shows it as
 *       many states late; if that changes, the body continues at 3/4 to 5/4 of its speed.
 *   <li>A piece has the lower half of the client's number, and others refuse it: a receiver that is started again on
 *       its port still gets the pieces of the former one, sealed with the same key.
 * </ul>
 *
 * <p>After {@value StateRing#STATES} states, those with a body that rests are forgotten, and it would take many bytes
 * when it moves again. So the client keeps where each body rested last: what a record has that says so, unless one of a
 * later state has said so before. A body may be encoded from there once the client has acknowledged such a record, and
 * until the sender sends another one with another content. This holds whatever happens to datagrams:
 *
 * <ul>
 *   <li>If a datagram is lost, nothing is acknowledged.
 *   <li>One that is late is of an earlier state, so it replaces nothing. If it refers to what a later state has
 *       replaced, the client refuses it, as if it were lost.
 *   <li>The states of a sender are numbered whoever is sent them, so neither another body in the slot nor another
 *       admission is mistaken for the former one.
 * </ul>
 */
public final class ClientBodies extends ClientMemory {
    /** A body is sent in at least every 128th of the client's states. */
    public static final int MOST_LEVEL = BlockModels.LEVELS - 1;

    // The places of the values of a body, in an array because as many objects would be scattered in memory.

    private static final int SLOT = 0;
    private static final int LIFE = 1;

    /** The body is to be in every {@code 1 << level}-th state, and is in every {@code 1 << rate}-th one. */
    private static final int LEVEL = 2;

    private static final int RATE = 3;

    /** How many times it has come at a rate above its level. */
    private static final int TURN = 4;

    /** Since which state it has the epoch and the bond that its newest record had. */
    private static final int BORN = 5;

    /** The first state with what is new, until one of these is acknowledged: the body, its epoch or its bond. */
    private static final int NEWS = 6;

    /** The first state that says that it leaves; {@link #SOON} before that. */
    private static final int LEAVES = 7;

    /** The sets of states. */
    private static final int SENT = 8;

    private static final int HAS = 9;

    /** Since which state it was what the client knows as where it rested. */
    private static final int RESTED = 10;

    private static final int STRIDE = 11;
    private static final long NONE = 0;
    private static final long SOON = Long.MAX_VALUE;

    /** A body that is to come less often comes this many times at a rate before the rate is halved. */
    private static final int TURNS = 4;

    /** The lower half of the client's number. */
    final int number;

    /** The number of its first datagram. */
    private long first;

    /** The bodies in the order of their slots, each {@link #STRIDE} values, and how many of the values are used. */
    private long[] bodies = {};

    private int size;

    /** Those of the next choice, while it is made. */
    private long[] next = {};

    private int nextSize;

    /** The number of states that this client was sent. */
    private long states;

    private int chosen;

    /** Creates the bodies of a client that has none yet. */
    public ClientBodies(long client) {
        super(0);
        number = (int) client;
    }

    /** The number of bodies that the client is sent. */
    public int size() {
        return chosen;
    }

    /**
     * Adds the bodies that the client is sent, and that are still there, to a set.
     *
     * @param set a bit for each slot
     * @param levels as of {@link #choose}
     */
    public void addTo(State state, long[] set, byte[] levels) {
        for (int at = 0; at < size; at += STRIDE) {
            int slot = (int) bodies[at + SLOT];
            if (bodies[at + LEAVES] == NONE && isThere(state, at)) {
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
        long[] former = bodies;
        bodies = next;
        size = nextSize;
        next = former;
    }

    /** Lets the bodies before a slot leave, and forgets those that are gone. Returns the place of the others. */
    private int leaveUpTo(int from, int slot) {
        int at = from;
        for (; at < size && bodies[at + SLOT] < slot; at += STRIDE) {
            leave(at);
            if (!isGone(at)) {
                int to = add();
                System.arraycopy(bodies, at, next, to, STRIDE);
            }
        }
        return at;
    }

    private int enter(int at, int slot, int life, int level) {
        chosen++;
        boolean isKnown = at < size && bodies[at + SLOT] == slot;
        int to = add();
        if (isKnown) {
            System.arraycopy(bodies, at, next, to, STRIDE);
        } else {
            Arrays.fill(next, to, to + STRIDE, NONE);
            next[to + SLOT] = slot;
        }
        if (!isKnown || next[to + LEAVES] != NONE || next[to + LIFE] != life) {
            enter(next, to, life, level);
        } else if (next[to + LEVEL] != level) {
            next[to + TURN] = 0;
            next[to + LEVEL] = level;
            next[to + RATE] = Math.min(next[to + RATE], level);
        }
        return isKnown ? at + STRIDE : at;
    }

    /** Adds a body to the next choice. Returns its place. */
    private int add() {
        int at = nextSize;
        nextSize += STRIDE;
        if (nextSize > next.length) {
            next = Arrays.copyOf(next, 2 * nextSize);
        }
        return at;
    }

    /** Notes that the client has what it was sent of some slots in a state. */
    @Override
    void arrived(SentStates states, Entry state, int firstSlot, int endSlot) {
        for (int at = find(firstSlot); at < size && bodies[at + SLOT] < endSlot; at += STRIDE) {
            if ((bodies[at + SENT] >>> state.number & 1) != 0) {
                bodies[at + HAS] |= 1L << state.number;
                bodies[at + NEWS] = bodies[at + NEWS] <= state.number ? NONE : bodies[at + NEWS];
                long since = states.since[(int) bodies[at + SLOT]];
                bodies[at + RESTED] = state.number - since >= SentStates.RESTING ? since : bodies[at + RESTED];
            }
        }
    }

    /** Returns the place of the first body whose slot is not below one. */
    private int find(int slot) {
        int low = 0;
        int high = size / STRIDE;
        while (low < high) {
            int middle = (low + high) / 2;
            if (bodies[middle * STRIDE + SLOT] < slot) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low * STRIDE;
    }

    /** Encodes what the client is sent of a state. There is at least one datagram. */
    void encode(ClientRecords records, State state, PieceHeader header, DatagramOutput output) {
        SentStates sent = records.states;
        long kept = next(header.state, sent);
        first = first == 0 ? newest() + 1 : first;
        header.since = newest() + 1 - first;
        long turn = states++;
        header.age = age();
        keep(kept, records.earlier);
        records.begin(this, header, output);
        for (int at = 0; at < size; at += STRIDE) {
            int slot = (int) bodies[at + SLOT];
            noteNews(state, at, sent.bornSince[slot], header.state);
            if (bodies[at + LEAVES] == NONE && isDue(at, turn, sent.since[slot])) {
                send(records, at, header.state);
            } else if (bodies[at + LEAVES] != NONE && !isGone(at)) {
                bodies[at + LEAVES] = Math.min(bodies[at + LEAVES], header.state);
                records.leave(slot);
            }
        }
        records.end();
    }

    /**
     * Forgets the states that are too old. A body that the client knows to be gone is in no state to which a header may
     * refer.
     *
     * @param earlier gets the slots of the bodies in the newest whole state
     */
    private void keep(long kept, long[] earlier) {
        Arrays.fill(earlier, 0);
        for (int at = 0; at < size; at += STRIDE) {
            bodies[at + SENT] &= kept;
            bodies[at + HAS] &= kept;
            if (age() > 0 && (bodies[at + SENT] >>> newestWhole & 1) != 0) {
                int slot = (int) bodies[at + SLOT];
                earlier[slot / Blocks.SIZE] |= 1L << slot;
            }
        }
    }

    /** Whether the client has a whole state that says that the body is gone. */
    private boolean isGone(int at) {
        return bodies[at + LEAVES] != NONE && bodies[at + LEAVES] <= newestWhole;
    }

    /** Begins to send a body, which the client may have or not. */
    private static void enter(long[] of, int at, int life, int level) {
        of[at + LIFE] = life;
        of[at + LEVEL] = level;
        of[at + RATE] = level;
        of[at + TURN] = 0;
        of[at + BORN] = NONE;
        of[at + NEWS] = NONE;
        of[at + LEAVES] = NONE;
    }

    /** Notes whether a body has another epoch or bond, or has just been chosen. One that does not exist leaves. */
    private void noteNews(State state, int at, long bornSince, long number) {
        if (bodies[at + BORN] != bornSince) {
            bodies[at + BORN] = bornSince;
            bodies[at + NEWS] = number;
            if (bodies[at + LEAVES] == NONE && !isThere(state, at)) {
                leave(at);
                chosen--;
            }
        }
    }

    private void leave(int at) {
        bodies[at + LEAVES] = bodies[at + LEAVES] == NONE ? SOON : bodies[at + LEAVES];
    }

    private boolean isThere(State state, int at) {
        int slot = (int) bodies[at + SLOT];
        return state.isAlive(slot) && state.life(slot) == bodies[at + LIFE];
    }

    private boolean isDue(int at, long turn, long since) {
        boolean rests = bodies[at + RESTED] == since;
        boolean isTurn = !rests && (turn + bodies[at + SLOT] & (1L << bodies[at + RATE]) - 1) == 0;
        if (isTurn && bodies[at + RATE] < bodies[at + LEVEL] && ++bodies[at + TURN] == TURNS) {
            // Now it is shown late enough to come less often.
            bodies[at + TURN] = 0;
            bodies[at + RATE]++;
        }
        return isTurn || bodies[at + NEWS] != NONE;
    }

    private void send(ClientRecords records, int at, long state) {
        SentStates sent = records.states;
        int slot = (int) bodies[at + SLOT];
        int from = from(bodies[at + HAS], state, sent.apart, false);
        int[] rested = null;
        if (from == BlockModels.NOTHING && bodies[at + RESTED] != NONE) {
            rested = sent.sinceThen(slot, bodies[at + RESTED]);
            from = rested == null ? from : BlockModels.RESTED;
        }
        int bytes = records.add(slot, (int) bodies[at + LEVEL], from, rested);
        newBytes += from == BlockModels.NOTHING ? bytes : 0;
        bodies[at + SENT] |= 1L << state;
        if (sent.isResting(slot) && bodies[at + RESTED] != sent.since[slot]) {
            bodies[at + RESTED] = NONE;
        }
    }
}
