package io.github.freestep.net.seal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.LongFunction;
import javax.crypto.Mac;
import org.jspecify.annotations.Nullable;

/**
 * Finds the keys of a player of one room by the name that follows each of the player's datagrams. A name has a check,
 * so a forged one costs the server one HMAC, which is at most what an honest datagram costs, and not the four more that
 * deriving keys takes. For one thread.
 */
public final class NamedPlayers {
    private static final byte[] CHECK = "freestep 3 name ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SECRET = "freestep 3 player ".getBytes(StandardCharsets.US_ASCII);

    private final Mac mac;
    private final int room;
    private final byte[] name = new byte[Long.BYTES + Integer.BYTES];

    /**
     * The newest keys that were derived, so that they need not be derived for each datagram: a player who joins sends
     * its name several times before the server keeps its keys, and anyone who has seen a name on the way can send it,
     * too.
     */
    private @Nullable PlayerKeys newest;

    /** Creates the names of one room, for tokens that were made with a key. */
    public NamedPlayers(byte[] key, int room) {
        mac = PlayerKeys.mac(key);
        this.room = room;
    }

    /**
     * Takes the name from the end of a player's datagram, and returns the keys with which the datagram must be sealed.
     *
     * @param known returns those of a player, so that they need not be derived again; null if they are not known
     * @return null if the datagram is too short, or the name is forged
     */
    public @Nullable PlayerKeys take(ByteBuffer datagram, LongFunction<@Nullable PlayerKeys> known) {
        int end = datagram.limit() - PlayerKeys.NAME_BYTES;
        if (end < datagram.position() + Sealer.OVERHEAD) {
            return null;
        }
        long player = datagram.getLong(end);
        int expiry = datagram.getInt(end + Long.BYTES);
        long check = datagram.getLong(end + name.length);
        datagram.limit(end);
        PlayerKeys keys = known.apply(player);
        if (!isOf(keys, player, expiry, check)) {
            keys = newest;
        }
        if (isOf(keys, player, expiry, check)) {
            return keys;
        }
        if (check != check(player, expiry)) {
            return null;
        }
        newest = PlayerKeys.ofToken(token(player, expiry), room);
        return newest;
    }

    private static boolean isOf(@Nullable PlayerKeys keys, long player, int expiry, long check) {
        return keys != null && keys.player == player && keys.expiry == expiry && keys.check == check;
    }

    /** Makes a token. The expiry is an unsigned number of seconds since 1970. */
    public byte[] token(long player, int expiry) {
        ByteBuffer token =
                ByteBuffer.allocate(PlayerKeys.TOKEN_BYTES).putLong(player).putInt(expiry);
        return token.putLong(check(player, expiry))
                .put(hmac(SECRET, player, expiry))
                .array();
    }

    private long check(long player, int expiry) {
        return ByteBuffer.wrap(hmac(CHECK, player, expiry)).getLong();
    }

    private byte[] hmac(byte[] use, long player, int expiry) {
        ByteBuffer.wrap(name).putLong(player).putInt(expiry);
        mac.update(use);
        mac.update(name);
        return mac.doFinal();
    }
}
