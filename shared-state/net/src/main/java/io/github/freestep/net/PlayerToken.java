package io.github.freestep.net;

import io.github.freestep.net.seal.NamedPlayers;
import io.github.freestep.net.seal.PlayerKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * Makes the tokens by which players prove who they are, and which hold keys of their own. Your login calls {@link
 * #issue}, and sends the token to the player over a connection that is encrypted already, such as HTTPS. Stateless, so
 * safe for use by any number of threads. It needs no running server, only the same key.
 *
 * <pre>{@code
 * byte[] token = PlayerToken.issue(key, account.number(), Duration.ofHours(12)); // at the login
 * StateSender.builder(physics.states()).key(key).start(); // on the server
 * RemoteStates.builder(layout).server(host, port).token(() -> token).start(); // on the player's machine
 * }</pre>
 *
 * <p>A player can neither read nor forge what another player sends or is sent, nor what the server sends. Who has
 * stolen a token is that player until it expires or is dropped. Who learns the key of the server can read and forge
 * everything, also what was recorded before.
 */
public final class PlayerToken {
    /** Up to 2106, so that an expiry takes 4 bytes. */
    private static final long LAST_SECOND = 0xFFFF_FFFFL;

    private PlayerToken() {}

    /**
     * Makes the token of a player, for all rooms of all servers that have the key.
     *
     * @param key what the servers got by {@code key(...)}: 16 or 32 random bytes, which no player may learn
     * @param player the player's number, from 1 up: {@link SenderClient#number} on the server
     * @param validFor how long a player can join with it. Who has joined stays
     * @return 52 bytes, for {@link RemoteStates.Builder#token}, and for {@code DirectLockstep.token} of a match
     * @throws IllegalArgumentException if the key has another length, the number is less, or the token would expire at
     *     once or after the year 2105
     */
    public static byte[] issue(byte[] key, long player, Duration validFor) {
        byte[] checked = PlayerKeys.copyKey(Objects.requireNonNull(key, "key must not be null"));
        if (player < 1) {
            throw new IllegalArgumentException("player must be at least 1, was " + player + "; number your players");
        }
        long seconds =
                Objects.requireNonNull(validFor, "validFor must not be null").toSeconds();
        long expiry = Instant.now().getEpochSecond() + Math.min(seconds, LAST_SECOND);
        if (seconds < 1 || expiry > LAST_SECOND) {
            throw new IllegalArgumentException(
                    "validFor must be at least a second and end before 2106, was " + validFor + "; try 12 hours");
        }
        return new NamedPlayers(checked, 0).token(player, (int) expiry);
    }
}
