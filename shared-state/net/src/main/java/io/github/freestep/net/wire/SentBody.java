package io.github.freestep.net.wire;

/** What a client was sent of one body, and what it is known to have of it. For one thread; allocates nothing. */
final class SentBody {
    /** No baseline, or no datagram. */
    static final int NONE = 0;

    /** A body comes this many times at a rate before the rate is halved. By then, it is shown late enough. */
    private static final int TURNS = 4;

    int slot;
    int life;

    /** The body is to be in every {@code 1 << level}-th state, and is in every {@code 1 << rate}-th one. */
    int level;

    int rate;

    /** How many times it has come at a rate above its level. */
    private int turns;

    /** How often its epoch or its bond had changed in its newest state. */
    private int changes;

    /** Whether it is in every state because it, its epoch or its bond is new, and the datagram that first had these. */
    boolean isNews;

    int newsSent;

    /** The number of the newest baseline that the client has. */
    int base;

    /** A datagram with a newer one, and which. */
    int baseSent;

    int baseSentCount;

    /** A datagram that says that the body rests or is gone. */
    int lastSent;

    boolean rests;
    boolean leaves;

    /** Begins with a slot of which the client has nothing. */
    void begin(int newSlot, int newLife, int newLevel) {
        slot = newSlot;
        base = NONE;
        baseSent = NONE;
        enter(newLife, newLevel);
    }

    /** Begins to send a body, which the client may have or not. */
    void enter(int newLife, int newLevel) {
        life = newLife;
        level = newLevel;
        rate = newLevel;
        turns = 0;
        changes = 0;
        isNews = true;
        newsSent = NONE;
        lastSent = NONE;
        rests = false;
        leaves = false;
    }

    /** Sets how often the body comes. */
    void level(int newLevel) {
        turns = level == newLevel ? turns : 0;
        level = newLevel;
        rate = Math.min(rate, newLevel);
    }

    /** Counts that the body comes. One that is to come less often does so when it is shown late enough. */
    void turn() {
        if (rate < level && ++turns == TURNS) {
            turns = 0;
            rate++;
        }
    }

    /** Takes how often the epoch or the bond has changed. Returns whether it has since the newest state. */
    boolean hasChanged(int newChanges) {
        boolean hasChanged = changes != newChanges;
        if (hasChanged) {
            changes = newChanges;
            isNews = true;
            newsSent = NONE;
        }
        return hasChanged;
    }

    /** Forgets that the client knows where the body rests. */
    void repeat() {
        rests = false;
        lastSent = NONE;
        base = NONE;
        baseSent = NONE;
    }

    void leave() {
        if (!leaves) {
            leaves = true;
            lastSent = NONE;
        }
    }
}
