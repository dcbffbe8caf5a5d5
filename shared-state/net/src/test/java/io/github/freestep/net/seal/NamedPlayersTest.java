package io.github.freestep.net.seal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Allocations;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NamedPlayersTest {
    private static final int ROOM = 3;

    private final NamedPlayers players = new NamedPlayers(new byte[16], ROOM);
    private @Nullable PlayerKeys known;

    private PlayerKeys keys(long player) {
        return PlayerKeys.ofToken(players.token(player, 7), ROOM);
    }

    /** A datagram of nothing but zeros, with a name. */
    private static ByteBuffer named(PlayerKeys keys) {
        return keys.name(ByteBuffer.allocate(100).position(40)).flip();
    }

    private @Nullable PlayerKeys take(ByteBuffer datagram) {
        return players.take(datagram, player -> known);
    }

    @Test
    void keysAreDerivedOnceForAPlayerWhoIsNotKnown() {
        PlayerKeys derived = take(named(keys(5)));
        assertEquals(keys(5).toServer.key, derived.toServer.key);
        assertEquals(keys(5).toPlayer.key, derived.toPlayer.key);
        assertSame(derived, take(named(keys(5))));
        known = keys(6);
        assertSame(known, take(named(keys(6))));
        assertSame(derived, take(named(keys(5))));
        assertNotSame(derived, take(named(PlayerKeys.ofToken(players.token(5, 8), ROOM))), "another expiry");
    }

    /** Otherwise each datagram of a stranger would cost the server more than one of a player. */
    @Test
    void aForgedNameDerivesNoKeys() {
        known = keys(5);
        assertNotNull(take(named(known)));
        for (int i = 40; i < 60; i++) {
            for (int bit = 0; bit < 8; bit++) {
                ByteBuffer forged = named(known);
                forged.put(i, (byte) (forged.get(i) ^ 1 << bit));
                assertNull(take(forged), "byte " + i + " bit " + bit);
            }
        }
        ByteBuffer forged = named(known);
        forged.put(59, (byte) ~forged.get(59));
        long of = Allocations.of(100, () -> take(forged.limit(60)));
        assertTrue(of < 100 * 300, () -> of + " bytes, and the JDK's HMAC takes 176");
    }

    @Test
    void whatIsTooShortHasNoName() {
        assertNull(take(ByteBuffer.allocate(Sealer.OVERHEAD + PlayerKeys.NAME_BYTES - 1)));
    }
}
