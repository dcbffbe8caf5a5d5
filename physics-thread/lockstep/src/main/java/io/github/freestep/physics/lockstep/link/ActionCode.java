package io.github.freestep.physics.lockstep.link;

/** The codes of actions as all peers feed them: {@code player << 16 | action}. */
public final class ActionCode {
    /** The greatest action of a game. Greater ones are reserved. */
    public static final int MAX = 0xFFEF;

    private static final int PLAYER_SHIFT = 16;
    private static final int ACTION_MASK = 0xFFFF;

    private ActionCode() {}

    public static int of(int player, int action) {
        return player << PLAYER_SHIFT | action;
    }

    public static int player(int code) {
        return code >>> PLAYER_SHIFT;
    }

    public static int action(int code) {
        return code & ACTION_MASK;
    }
}
