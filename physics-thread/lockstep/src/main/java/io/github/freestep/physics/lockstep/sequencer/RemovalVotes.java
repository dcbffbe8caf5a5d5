package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.Snapshot;

/**
 * Counts which players want another one removed. A player is voted out once at least two others, and more than half of
 * them, have asked for it.
 */
final class RemovalVotes {
    /** For each player, bit p if player p wants it removed. */
    private final int[] votes;

    RemovalVotes(int players) {
        votes = new int[players];
    }

    /**
     * Whether a player is voted out.
     *
     * @param reason why the player is removed, or how many votes are missing
     */
    record Verdict(boolean removes, String reason) {}

    /** Forgets the votes against an earlier peer in a player's place, and the votes of that peer. */
    void joins(int player) {
        votes[player] = 0;
        for (int other = 0; other < votes.length; other++) {
            votes[other] &= ~(1 << player);
        }
    }

    /**
     * Counts a vote.
     *
     * @param active bit p for each player p who takes part; the votes of others don't count
     */
    Verdict vote(PlayerPlace by, PlayerPlace against, int active) {
        int player = against.player();
        int others = active & ~against.bit();
        votes[player] = (votes[player] | by.bit()) & others;
        int count = Integer.bitCount(votes[player]);
        int all = Integer.bitCount(others);
        int needed = Math.max(2, all / 2 + 1);
        return count < needed
                ? new Verdict(
                        false,
                        count + " of " + all + " other players have asked to remove player " + player + ", and "
                                + needed + " are needed")
                : new Verdict(
                        true, "player " + player + " was voted out by " + count + " of " + all + " other players");
    }

    /** Saves or loads the state, see {@link Snapshot}. */
    void copy(Snapshot state) {
        state.copy(votes);
    }
}
