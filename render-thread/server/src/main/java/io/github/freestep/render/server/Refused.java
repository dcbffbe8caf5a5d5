package io.github.freestep.render.server;

/**
 * Why something that a client has sent had no effect, or another one than its client has asked for. {@link
 * Players#refused} counts each for each player, who learns by {@link RemotePlayer#refusal} why a shot was refused. An
 * honest player never causes {@link #MESSAGE}, but may cause
 * each of the others now and then, so look at how often they come.
 *
 * <pre>{@code
 * if (players.refused(seat, Refused.SHOT_CLAMPED) > 100) {
 *     alarm("player " + players.number(seat));
 * }
 * }</pre>
 *
 * <p>Later versions may add reasons, so a {@code switch} needs a default branch.
 */
public enum Refused {
    /** The game has thrown an exception for a message or a shot. What it had changed before stays. */
    EXCEPTION,
    /** A message was of no kind that {@link RemotePlayer} sends. */
    MESSAGE,
    /** A shot was impossible, or not of the player's body, which may have died while the shot was on its way. */
    SHOT,
    /** The picture of a shot was older than the rules allow, or than this client can have shown. */
    SHOT_TIME,
    /** A shot began further from the way of its body than twice the reach of the rules. */
    SHOT_PLACE,
    /** A shot was one of too many at once. */
    SHOT_RATE,
    /** Time or origin of a shot was slightly off, so the shot was moved to the nearest that was possible. */
    SHOT_CLAMPED,
    /**
     * An input did not take effect in the tick for which it was predicted: it came later, or far too early, or too many
     * waited. An honest player has about one of 200, and one who does not predict has none.
     */
    INPUT_MISTIMED
}
