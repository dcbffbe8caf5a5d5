package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.physics.lockstep.link.WorldParts;
import io.github.freestep.physics.saves.content.SavedParts;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the values of two worlds in the state after one tick, to name those that differ.
 *
 * @param tick the first tick whose state differs
 * @param wrong who has no place any more
 * @param player which player that was
 * @param rightPlayer which player {@code right} was when its values were wanted
 */
record Comparison(long tick, Peer wrong, int player, Peer right, int rightPlayer, long begunNanos) {
    /** After this time, all learn the tick without the values, because a peer may not send them. */
    private static final long MOST_NANOS = 3_000_000_000L;

    Comparison {
        wrong.values = new WorldParts(Messages.VALUES);
        right.values = new WorldParts(Messages.VALUES);
    }

    /** Returns what differs; null while the values can still arrive. */
    @Nullable String what(long now) {
        if (wrong.values.isComplete() && right.values.isComplete()) {
            String inWrong = "the world of player " + player;
            return SavedParts.difference(
                    wrong.values.bytes, right.values.bytes, inWrong, "that of player " + rightPlayer);
        }
        return now - begunNanos < MOST_NANOS ? null : SavedParts.UNKNOWN;
    }
}
