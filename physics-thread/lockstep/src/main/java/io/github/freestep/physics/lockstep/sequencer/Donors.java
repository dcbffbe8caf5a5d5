package io.github.freestep.physics.lockstep.sequencer;

/** Chooses who saves its world for players who join late, and remembers whose worlds did not come or were wrong. */
final class Donors {
    /** After this many of its worlds were wrong, a player is not asked for one again for some time. */
    private static final int MOST_WRONG = 2;

    /** Then it may have been a joining player who failed, again and again, through no fault of the world. */
    private static final long FORGIVEN_NANOS = 60_000_000_000L;

    /** Bit p is set if player p was asked, and sent no world. */
    private int failed;

    /** For each player, how many of its worlds led to a wrong state, or could not be restored. */
    private final int[] wrong;

    /** For each player, when the newest of these worlds was counted. */
    private final long[] wrongNanos;

    Donors(int players) {
        wrong = new int[players];
        wrongNanos = new long[players];
    }

    /**
     * Returns a player who can save its world, if possible one for whom the match does not wait; {@link Peer#NO_PLAYER}
     * if there is none. A player whose world was wrong is asked once more within a minute, and only if there is no
     * other way.
     *
     * @param awaited bit p for each player for whom the match waits
     */
    int choose(PlayerPlace[] places, long awaited, long now) {
        int any = Peer.NO_PLAYER;
        int last = Peer.NO_PLAYER;
        for (PlayerPlace place : places) {
            int wrongNow = wrong(place.player(), now);
            if (!place.isActive() || !place.peer().exact() || (failed & place.bit()) != 0 || wrongNow >= MOST_WRONG) {
                continue;
            }
            if (wrongNow > 0) {
                last = place.player();
            } else if ((awaited >>> place.player() & 1) == 0) {
                return place.player();
            } else {
                any = place.player();
            }
        }
        return any >= 0 ? any : last;
    }

    /** Notes that a player was asked, and sent no world in time. */
    void failed(int player) {
        failed |= 1 << player;
    }

    /** Forgets who sent no world, because no player waits for one any more. */
    void forgetFailed() {
        failed = 0;
    }

    /** Counts a world of a player as wrong. */
    void countWrong(int player, long now) {
        wrong[player] = wrong(player, now) + 1;
        wrongNanos[player] = now;
    }

    /** Notes that a world of a player was right, or that another peer takes the player's place. */
    void forgetWrong(int player) {
        wrong[player] = 0;
    }

    private int wrong(int player, long now) {
        return now - wrongNanos[player] < FORGIVEN_NANOS ? wrong[player] : 0;
    }
}
