package io.github.freestep.smooth;

/** A body of the game. Except for what it was first, only for the thread that steps. */
final class SmoothBody<B> {
    /** How many times as far as before the game may move a body that it moves step by step. */
    private static final float FARTHER = 4;

    /** How much of a move counts one step later, because a slow game does not move its bodies in each step. */
    private static final float KEPT = 0.7f;

    /**
     * A shorter move is no teleport, because it is hardly seen: rounding makes one of an angle to which the game adds
     * a whole turn.
     */
    private static final float SEEN = 1e-4f;

    final B body;
    final Smooth.Pose first = new Smooth.Pose();
    final Smooth.Pose stepped = new Smooth.Pose();
    boolean isNews = true;

    /** Whether the game has removed the body, after which it must not be read. With one thread, a step may do that. */
    boolean isRemoved;

    int life;

    /** The last call of {@code showOnly} that has named the body. */
    int round;

    /** Negative before the first step. Written after the life, because the game's thread reads both. */
    volatile int slot = -1;

    private float movedByGame;

    SmoothBody(B body) {
        this.body = body;
    }

    /** Whether the game has put the body elsewhere since the last step, and does not move it step by step. */
    boolean isTeleported(Smooth.Pose now) {
        float moved = now.distance(stepped);
        boolean isFar = moved > Math.max(SEEN, FARTHER * movedByGame);
        movedByGame = Math.max(moved, KEPT * movedByGame);
        return isFar;
    }
}
