package io.github.freestep.physics.lockstep.sequencer;

/** Chooses who saves its world for players who join late, and remembers whose worlds did not come or were wrong. */
final class Donors {
    /** Bit p is set if player p was asked, and sent no world. */
    private int failed;

    /** For each player, how many of its worlds in a row led to a wrong state, or could not be restored. */
    private final int[] wrong;

    Donors(int players) {
        wrong = new int[players];
    }

    /**
     * Returns a player who can save its world; {@link Peer#NO_PLAYER} if there is none. Prefers the one whose worlds
     * were wrong least often, and of several one for whom the match does not wait.
     *
     * @param awaited bit p for each player for whom the match waits
     */
    int choose(PlayerPlace[] places, long awaited) {
        int best = Peer.NO_PLAYER;
        long least = Long.MAX_VALUE;
        for (PlayerPlace place : places) {
            int player = place.player();
            long rank = 2L * wrong[player] + (awaited >>> player & 1);
            if (place.isActive() && place.peer().request().exact() && (failed & place.bit()) == 0 && rank < least) {
                best = player;
                least = rank;
            }
        }
        return best;
    }

    /** Notes that a player was asked, and sent no world in time. */
    void failed(int player) {
        failed |= 1 << player;
    }

    /** Forgets who sent no world, because no player waits for one any more. */
    void forgetFailed() {
        failed = 0;
    }

    /** Counts a world of a player as wrong. It may have been right, and the joining player at fault. */
    void countWrong(int player) {
        wrong[player]++;
    }

    /** Notes that a world of a player was right, or that another peer takes the player's place. */
    void forgetWrong(int player) {
        wrong[player] = 0;
    }
}
