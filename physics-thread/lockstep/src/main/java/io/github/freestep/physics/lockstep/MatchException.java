package io.github.freestep.physics.lockstep;

import org.jspecify.annotations.Nullable;

/**
 * Says why a player is not, or no longer, in a match. Causes: the match is full, the settings differ, the player was
 * removed or differed from the others, or the sequencer is silent. It is no mistake of the program, so a game shows the
 * message to its player. If the state of this player differed, the message names the tick, and the values if they are
 * known. {@link LockstepSession#start} throws this, and {@link LockstepSession#failure} returns it.
 *
 * <pre>{@code
 * try {
 *     play(match.start(MatchWorld.of(world)));
 * } catch (MatchException refusal) {
 *     show(refusal.getMessage()); // the match may be full
 * }
 * }</pre>
 *
 * <p>Import it by its name, because {@code java.lang} has another one from JDK 21 on, and an import of the whole
 * package would be ambiguous.
 */
public final class MatchException extends RuntimeException {
    private static final long serialVersionUID = 1;

    MatchException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
