package io.github.freestep.net.seal;

import static io.github.freestep.testing.Refused.refusedWith;
import static io.github.freestep.testing.VirtualNetwork.copy;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Allocations;
import io.github.freestep.testing.Seeds;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class SealerTest {
    private final PlayerKeys keys = keys(1, 2, 3);
    private static final byte KIND = 3;
    private static final int SALT = 0x01020304;

    private final Sealer sealer = new Sealer(SALT, 1_000);
    private final Sealer opener = Sealer.ofRun();

    private static PlayerKeys keys(int key, long player, int room) {
        return PlayerKeys.ofToken(new NamedPlayers(bytes(16, key), 0).token(player, 0x04030201), room);
    }

    @Test
    void opensWhatWasSealed() {
        for (int length : new int[] {0, 1, 100, Sealer.MAX_PLAIN}) {
            byte[] text = bytes(length, length);
            byte[] sealed = seal(sealer, text);
            assertEquals(length + Sealer.OVERHEAD, sealed.length);
            assertArrayEquals(text, copy(opener.open(KIND, keys.toPlayer, ByteBuffer.wrap(sealed))));
        }
    }

    /** Opens with nothing but the JDK, so that the format cannot change on both sides at once. */
    @Test
    void theFormatIsSaltCounterTextTag() throws Exception {
        byte[] text = bytes(50, 3);
        byte[] sealed = seal(sealer, text);
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(bytes(16, 1), "HmacSHA256"));
        mac.update("freestep 3 player ".getBytes(StandardCharsets.US_ASCII));
        byte[] secret = mac.doFinal(new byte[] {0, 0, 0, 0, 0, 0, 0, 2, 4, 3, 2, 1});
        mac.init(new SecretKeySpec(secret, "HmacSHA256"));
        byte[] key = mac.doFinal("freestep 2 room 3 to player".getBytes(StandardCharsets.US_ASCII));
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(
                Cipher.DECRYPT_MODE,
                new SecretKeySpec(key, "AES"),
                new GCMParameterSpec(128, Arrays.copyOf(sealed, 12)));
        cipher.updateAAD(new byte[] {KIND});
        assertArrayEquals(text, cipher.doFinal(sealed, 12, sealed.length - 12));
        assertEquals(SALT, ByteBuffer.wrap(sealed).getInt());
        assertEquals(1_000, ByteBuffer.wrap(sealed).getLong(4));
        assertEquals(1_001, ByteBuffer.wrap(seal(sealer, text)).getLong(4));
    }

    @Test
    void refusesEveryAlteredByte() {
        byte[] sealed = seal(sealer, bytes(40, 4));
        for (int i = 0; i < sealed.length; i++) {
            for (int bit = 0; bit < 8; bit++) {
                byte[] altered = sealed.clone();
                altered[i] ^= (byte) (1 << bit);
                assertNull(opener.open(KIND, keys.toPlayer, ByteBuffer.wrap(altered)), "byte " + i + " bit " + bit);
            }
        }
        assertNull(opener.open((byte) 5, keys.toPlayer, ByteBuffer.wrap(sealed)), "another kind");
        assertNotNull(opener.open(KIND, keys.toPlayer, ByteBuffer.wrap(sealed)));
    }

    /** So one player, room or direction is never taken for another, and two never share a nonce under one key. */
    @Test
    void eachPlayerRoomAndDirectionHasAKeyOfItsOwn() {
        Set<SecretKeySpec> all = new HashSet<>();
        for (PlayerKeys each : List.of(keys, keys(2, 2, 3), keys(1, 3, 3), keys(1, 2, 4))) {
            all.add(each.toPlayer.key);
            all.add(each.toServer.key);
        }
        assertEquals(8, all.size());
        ByteBuffer named = keys.name(ByteBuffer.allocate(100).position(40)).flip();
        PlayerKeys derived = new NamedPlayers(bytes(16, 1), 3).take(named, player -> null);
        assertEquals(keys.toServer.key, derived.toServer.key);
        assertEquals(40, named.remaining());
    }

    @Test
    void readsBetweenPositionAndLimitAndLeavesThem() {
        byte[] text = bytes(20, 8);
        ByteBuffer plain =
                ByteBuffer.allocateDirect(100).put(7, text).position(7).limit(27);
        byte[] sealed = copy(sealer.seal(KIND, keys.toPlayer, plain));
        assertEquals(20, plain.remaining());
        ByteBuffer received =
                ByteBuffer.allocateDirect(100).put(9, sealed).position(9).limit(9 + sealed.length);
        assertArrayEquals(text, copy(opener.open(KIND, keys.toPlayer, received)));
        assertEquals(9, received.position());
    }

    /** A cipher that all clients shared would expand a key for each datagram. */
    @Test
    void keysThatTakeTurnsAreNotExpandedAgain() {
        List<PlayerKeys> clients =
                LongStream.range(0, 64).mapToObj(id -> keys(1, id, 3)).toList();
        ByteBuffer text = ByteBuffer.allocate(300);
        long bytes = Allocations.of(100, () -> clients.forEach(each -> sealer.seal(KIND, each.toPlayer, text)));
        assertTrue(bytes <= 100 * 64 * 1_250, () -> bytes / 6_400 + " bytes for each datagram");
    }

    /** The refused nonce is left out, so that the sealer can continue. */
    @Test
    void refusesToUseANonceAgain() {
        seal(sealer, new byte[1]);
        Sealer twin = new Sealer(SALT, 1_000);
        refusedWith(
                "no two datagrams may have the salt 16909060 and the counter 1000 under one key; make one sealer for"
                        + " each run",
                IllegalStateException.class,
                () -> seal(twin, new byte[1]));
        assertNotNull(opener.open(KIND, keys.toPlayer, ByteBuffer.wrap(seal(twin, new byte[1]))));
    }

    @Test
    void namesWhatIsWrong() {
        refusedWith(
                "key must have 16 or 32 bytes, had 5; derive them from a longer secret by a hash",
                IllegalArgumentException.class,
                () -> PlayerKeys.copyKey(new byte[5]));
    }

    private byte[] seal(Sealer with, byte[] text) {
        return copy(with.seal(KIND, keys.toPlayer, ByteBuffer.wrap(text)));
    }

    private static byte[] bytes(int length, long seed) {
        byte[] bytes = new byte[length];
        Seeds.random(seed).nextBytes(bytes);
        return bytes;
    }
}
