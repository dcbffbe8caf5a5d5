package io.github.freestep.net.wire;

import io.github.freestep.internal.Blocks;
import io.github.freestep.internal.Epochs;
import java.util.Arrays;

/**
 * What a client was sent of each body, and what it is known to have of it, in the order of the slots. For one thread.
 * Allocates only when there are more bodies than ever before.
 */
final class SentBodies {
    /** No baseline, or no datagram. */
    static final int NONE = 0;

    /** A body comes this many times at a rate before the rate is halved. By then, it is shown late enough. */
    private static final int TURNS = 4;

    int size;
    int[] slots = new int[0];
    int[] lives = new int[0];

    /** The body is to be in every {@code 1 << level}-th state, and is in every {@code 1 << rate}-th one. */
    byte[] levels = new byte[0];

    byte[] rates = new byte[0];

    /** How many times it has come at a rate above its level. */
    byte[] turns = new byte[0];

    /** Its epoch and bond in its newest record. */
    int[] epochs = new int[0];

    int[] bonds = new int[0];

    /** Whether it is in every state because it, its epoch or its bond is new, and the datagram that first had these. */
    boolean[] isNews = new boolean[0];

    long[] newsSent = new long[0];

    /** The number of the newest baseline that the client has. */
    int[] bases = new int[0];

    /** A datagram with a newer one, and which. */
    long[] baseSent = new long[0];

    int[] baseSentCounts = new int[0];

    /** A datagram that says that the body rests or is gone. */
    long[] lastSent = new long[0];

    boolean[] rests = new boolean[0];
    boolean[] leaves = new boolean[0];

    void add() {
        if (size == slots.length) {
            int more = Math.max(Blocks.SIZE, 2 * size);
            slots = Arrays.copyOf(slots, more);
            lives = Arrays.copyOf(lives, more);
            levels = Arrays.copyOf(levels, more);
            rates = Arrays.copyOf(rates, more);
            turns = Arrays.copyOf(turns, more);
            epochs = Arrays.copyOf(epochs, more);
            bonds = Arrays.copyOf(bonds, more);
            isNews = Arrays.copyOf(isNews, more);
            newsSent = Arrays.copyOf(newsSent, more);
            bases = Arrays.copyOf(bases, more);
            baseSent = Arrays.copyOf(baseSent, more);
            baseSentCounts = Arrays.copyOf(baseSentCounts, more);
            lastSent = Arrays.copyOf(lastSent, more);
            rests = Arrays.copyOf(rests, more);
            leaves = Arrays.copyOf(leaves, more);
        }
        size++;
    }

    void add(int slot, int life, int level) {
        add();
        int i = size - 1;
        slots[i] = slot;
        bases[i] = NONE;
        baseSent[i] = NONE;
        enter(i, life, level);
    }

    /** Begins to send a body, which the client may have or not. */
    void enter(int i, int life, int level) {
        lives[i] = life;
        levels[i] = (byte) level;
        rates[i] = (byte) level;
        turns[i] = 0;
        epochs[i] = Epochs.NEVER;
        isNews[i] = true;
        newsSent[i] = NONE;
        lastSent[i] = NONE;
        rests[i] = false;
        leaves[i] = false;
    }

    /** Sets how often a body comes. */
    void level(int i, int level) {
        turns[i] = levels[i] == level ? turns[i] : 0;
        levels[i] = (byte) level;
        rates[i] = (byte) Math.min(rates[i], level);
    }

    /** Counts that a body comes. One that is to come less often does so when it is shown late enough. */
    void turn(int i) {
        if (rates[i] < levels[i] && ++turns[i] == TURNS) {
            turns[i] = 0;
            rates[i]++;
        }
    }

    /** Takes the epoch and the bond of a body. */
    void say(int i, int epoch, int bond) {
        if (epochs[i] != epoch || bonds[i] != bond) {
            epochs[i] = epoch;
            bonds[i] = bond;
            isNews[i] = true;
            newsSent[i] = NONE;
        }
    }

    /** Forgets that the client knows where a body rests. */
    void repeat(int i) {
        rests[i] = false;
        lastSent[i] = NONE;
        bases[i] = NONE;
        baseSent[i] = NONE;
    }

    void move(SentBodies from, int at) {
        add();
        copy(from, at, size - 1);
    }

    void copy(SentBodies from, int at, int to) {
        slots[to] = from.slots[at];
        lives[to] = from.lives[at];
        levels[to] = from.levels[at];
        rates[to] = from.rates[at];
        turns[to] = from.turns[at];
        epochs[to] = from.epochs[at];
        bonds[to] = from.bonds[at];
        isNews[to] = from.isNews[at];
        newsSent[to] = from.newsSent[at];
        bases[to] = from.bases[at];
        baseSent[to] = from.baseSent[at];
        baseSentCounts[to] = from.baseSentCounts[at];
        lastSent[to] = from.lastSent[at];
        rests[to] = from.rests[at];
        leaves[to] = from.leaves[at];
    }

    void leave(int i) {
        if (!leaves[i]) {
            leaves[i] = true;
            lastSent[i] = NONE;
        }
    }
}
