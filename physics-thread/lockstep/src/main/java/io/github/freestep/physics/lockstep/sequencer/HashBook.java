package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.net.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.MatchRules;
import java.util.Arrays;

/**
 * Compares the states of the players, tick by tick. The state that most players have is right. In a tie, the state of a
 * host is right, because all players trust it anyway. If there is none, the state of the player with the lowest number
 * is right.
 */
final class HashBook {
    /** Takes the results. */
    interface Verdicts {
        /**
         * A player's state differs from the right one. Called once for a player, until {@link HashBook#joins}.
         *
         * @param right a player whose state is right; perhaps one who has left since
         */
        void wrong(int player, long tick, int right);

        /** A player who does not count yet has the right state. */
        void right(int player, long tick);

        /** Returns bit p for each player p who is a {@linkplain Peer#isHost host}. */
        int hosts();

        /** A player owes the hash of a tick that is too old to be kept. */
        void missing(int player, long tick);
    }

    static final int KEPT = 1_024;

    private static final class Entry {
        private long tick = -1;
        private final long[] hashes;
        private int expected;
        private int present;
        private boolean decided;
        private long right;

        /** Who has sent {@link #right}. */
        private int rightPlayer;

        private Entry(int players) {
            hashes = new long[players];
        }
    }

    private final Verdicts verdicts;
    private final Entry[] entries = new Entry[KEPT];
    private final long[] newest;
    private int condemned;

    /** The tick up to which all players had the same states, -1 before the first. */
    long agreed = -1;

    private long begun;

    HashBook(MatchRules rules, Verdicts verdicts) {
        this.verdicts = verdicts;
        newest = new long[rules.players];
        Arrays.setAll(entries, i -> new Entry(newest.length));
    }

    /** Begins a tick. The players whose bits are set will send its hash. */
    void begin(long tick, int expected) {
        Entry entry = entry(tick);
        for (int left = entry.expected & ~entry.present & ~condemned; left != 0; left &= left - 1) {
            verdicts.missing(Integer.numberOfTrailingZeros(left), entry.tick);
        }
        entry.tick = tick;
        entry.expected = expected;
        entry.present = 0;
        entry.decided = false;
        begun = tick;
    }

    private Entry entry(long tick) {
        return entries[(int) (tick % KEPT)];
    }

    /** Forgets what an earlier peer in a player's place has sent. */
    void joins(int player) {
        newest[player] = 0;
        condemned &= ~(1 << player);
    }

    /**
     * Expects no more hashes of a player. If no other player has the state of a tick, the tick no longer has a right
     * state: a player who still joins, and computes it again, must not be compared with one who may have been wrong.
     */
    void leaves(int player) {
        for (Entry entry : entries) {
            entry.expected &= ~(1 << player);
            entry.present &= ~(1 << player);
            entry.decided &= entry.expected != 0;
        }
        for (long tick = Math.max(1, begun - KEPT + 1); tick <= begun; tick++) {
            decide(entry(tick));
        }
        agree();
    }

    void hash(int player, long tick, long hash) throws InvalidMessageException {
        if (tick <= newest[player] || tick > begun) {
            throw new InvalidMessageException(
                    "the tick of a hash must be above " + newest[player] + " and up to " + begun + ", was " + tick);
        }
        newest[player] = tick;
        Entry entry = entry(tick);
        if (entry.tick != tick) {
            return; // The player joins, and is far behind.
        }
        entry.hashes[player] = hash;
        entry.present |= 1 << player;
        if (entry.decided) {
            judge(entry, player);
        } else {
            decide(entry);
        }
        agree();
    }

    private void decide(Entry entry) {
        int votes = entry.expected & entry.present;
        if (entry.decided || votes == 0) {
            return;
        }
        int hosts = verdicts.hosts();
        int most = 0;
        for (int left = votes; left != 0; left &= left - 1) {
            int player = Integer.numberOfTrailingZeros(left);
            int same = same(entry, votes, player);
            int more = Integer.bitCount(same) - Integer.bitCount(most);
            boolean isHosts = (same & hosts) != 0 && (most & hosts) == 0;
            if (more > 0 || more == 0 && isHosts) {
                most = same;
                entry.right = entry.hashes[player];
                entry.rightPlayer = player;
            }
        }
        if (votes != entry.expected && Integer.bitCount(most) <= Integer.bitCount(entry.expected) / 2) {
            return;
        }
        entry.decided = true;
        for (int left = entry.present; left != 0; left &= left - 1) {
            judge(entry, Integer.numberOfTrailingZeros(left));
        }
    }

    /** Returns bit p for each of the voters p who have the same state as a player. */
    private static int same(Entry entry, int votes, int player) {
        int same = 0;
        for (int left = votes; left != 0; left &= left - 1) {
            int other = Integer.numberOfTrailingZeros(left);
            same |= entry.hashes[other] == entry.hashes[player] ? 1 << other : 0;
        }
        return same;
    }

    private void judge(Entry entry, int player) {
        if ((condemned >>> player & 1) != 0) {
            return;
        }
        if (entry.hashes[player] != entry.right) {
            condemned |= 1 << player;
            verdicts.wrong(player, entry.tick, entry.rightPlayer);
        } else if ((entry.expected >>> player & 1) == 0) {
            verdicts.right(player, entry.tick);
        }
    }

    private void agree() {
        long tick = Math.max(1, agreed + 1);
        tick = Math.max(tick, begun - KEPT + 1);
        while (tick <= begun && complete(entry(tick))) {
            agreed = tick;
            tick++;
        }
    }

    private boolean complete(Entry entry) {
        return (entry.decided || entry.expected == 0) && (entry.expected & ~entry.present & ~condemned) == 0;
    }
}
