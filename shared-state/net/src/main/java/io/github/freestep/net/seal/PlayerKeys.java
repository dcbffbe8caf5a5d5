package io.github.freestep.net.seal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The two keys that a server and one player share in one room, one for each direction. For one thread at a time,
 * because each key has a cipher of its own.
 *
 * <p>A player has them from a token: the player's number (8 bytes), the expiry in seconds since 1970 (4), a check (8)
 * and a secret (32). The check is the beginning of an HMAC of the number and the expiry with the key of the server, and
 * the secret is another such HMAC. The first three are the player's <i>name</i>, which follows each sealed datagram of
 * the player in the clear, so the server derives the keys from it and needs no list of tokens. The secret gives each
 * room two AES keys, so a datagram of one player, room or direction is never one of another.
 */
public final class PlayerKeys {
    /** The bytes of a name, after a sealed datagram and at the start of a token. */
    static final int NAME_BYTES = 2 * Long.BYTES + Integer.BYTES;

    static final int TOKEN_BYTES = NAME_BYTES + 32;

    public final long player;
    final int expiry;
    final long check;

    /** Seal what the player sends, and what the player is sent. */
    public final SealingKey toServer;

    public final SealingKey toPlayer;

    private PlayerKeys(ByteBuffer token, int room) {
        player = token.getLong();
        expiry = token.getInt();
        check = token.getLong();
        byte[] secret = new byte[token.remaining()];
        token.get(secret);
        toServer = aes(secret, "room " + room + " to server");
        toPlayer = aes(secret, "room " + room + " to player");
    }

    /**
     * Checks the key of a server, and copies it.
     *
     * @throws IllegalArgumentException unless it has 16 or 32 bytes
     */
    public static byte[] copyKey(byte[] key) {
        if (key.length != 16 && key.length != 32) {
            throw new IllegalArgumentException(
                    "key must have 16 or 32 bytes, had " + key.length + "; derive them from a longer secret by a hash");
        }
        return key.clone();
    }

    /**
     * Checks a token, and copies it.
     *
     * @throws IllegalArgumentException if it has another length than that of a token
     */
    public static byte[] copyToken(byte[] token) {
        if (token.length != TOKEN_BYTES) {
            throw new IllegalArgumentException("token must have " + TOKEN_BYTES + " bytes, had " + token.length
                    + "; let your login make it by PlayerToken.issue(...), and never pass the key of the server");
        }
        return token.clone();
    }

    /** Returns the keys of a player in a room. */
    public static PlayerKeys ofToken(byte[] token, int room) {
        return new PlayerKeys(ByteBuffer.wrap(token), room);
    }

    /** Writes the name behind a sealed datagram. */
    public ByteBuffer name(ByteBuffer to) {
        return to.putLong(player).putInt(expiry).putLong(check);
    }

    public boolean isExpired(long secondsSince1970) {
        return secondsSince1970 >= Integer.toUnsignedLong(expiry);
    }

    private static SealingKey aes(byte[] secret, String use) {
        return new SealingKey(mac(secret).doFinal(("freestep 2 " + use).getBytes(StandardCharsets.US_ASCII)));
    }

    static Mac mac(byte[] secret) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK must have HmacSHA256", e);
        }
    }
}
