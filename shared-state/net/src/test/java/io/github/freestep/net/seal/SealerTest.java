package io.github.freestep.net.seal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.freestep.testing.Seeds;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class SealerTest {
    private static final byte[] KEY = bytes(32, 1);
    private static final byte KIND = 3;
    private static final int SALT = 0x01020304;

    private final Sealer sealer = new Sealer(KEY, "states", SALT, 1_000);
    private final Unsealer unsealer = new Unsealer(KEY, "states");

    @Test
    void opensWhatWasSealed() {
        for (int keyBytes : new int[] {16, 32}) {
            Sealer seals = new Sealer(bytes(keyBytes, 2), "input", SALT, 0);
            Unsealer opens = new Unsealer(bytes(keyBytes, 2), "input");
            for (int length : new int[] {0, 1, 100, Sealer.MAX_PLAIN}) {
                byte[] text = bytes(length, length);
                byte[] sealed = seal(seals, text);
                assertEquals(length + Sealer.OVERHEAD, sealed.length);
                assertArrayEquals(text, open(opens, sealed));
            }
        }
    }

    /** Opens with nothing but the JDK, so that the format cannot change on both sides at once. */
    @Test
    void theFormatIsSaltCounterTextTag() throws Exception {
        byte[] text = bytes(50, 3);
        byte[] sealed = seal(sealer, text);
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
        byte[] streamKey = mac.doFinal("freestep 1 states".getBytes(StandardCharsets.US_ASCII));
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(
                Cipher.DECRYPT_MODE,
                new SecretKeySpec(streamKey, "AES"),
                new GCMParameterSpec(128, Arrays.copyOf(sealed, 12)));
        cipher.updateAAD(new byte[] {KIND, 0, 0, 0, 0, 0, 0, 0, 7});
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
                assertNull(unsealer.open(KIND, 7, ByteBuffer.wrap(altered)), "byte " + i + " bit " + bit);
            }
        }
        assertNull(unsealer.open((byte) 5, 7, ByteBuffer.wrap(sealed)), "another kind");
        assertNull(unsealer.open(KIND, 8, ByteBuffer.wrap(sealed)), "for another peer");
        assertNotNull(unsealer.open(KIND, 7, ByteBuffer.wrap(sealed)));
    }

    /** With the same salt and counter, so that only the key separates the streams. */
    @Test
    void noTwoStreamsUseTheSameKeyWithTheSameNonce() {
        byte[] text = new byte[64];
        byte[] first = seal(new Sealer(KEY, "states", SALT, 5), text);
        byte[] second = seal(new Sealer(KEY, "baselines", SALT, 5), text);
        byte[] third = seal(new Sealer(KEY, "input", SALT, 5), text);
        for (int i = 12; i + 8 <= 12 + text.length; i += 8) {
            assertNotEquals(
                    ByteBuffer.wrap(first).getLong(i), ByteBuffer.wrap(second).getLong(i));
            assertNotEquals(
                    ByteBuffer.wrap(first).getLong(i), ByteBuffer.wrap(third).getLong(i));
            assertNotEquals(
                    ByteBuffer.wrap(second).getLong(i), ByteBuffer.wrap(third).getLong(i));
        }
    }

    @Test
    void readsBetweenPositionAndLimitAndLeavesThem() {
        byte[] text = bytes(20, 8);
        ByteBuffer plain =
                ByteBuffer.allocateDirect(100).put(7, text).position(7).limit(27);
        byte[] sealed = copy(sealer.seal(KIND, 7, plain));
        assertEquals(20, plain.remaining());
        ByteBuffer received =
                ByteBuffer.allocateDirect(100).put(9, sealed).position(9).limit(9 + sealed.length);
        assertArrayEquals(text, copy(unsealer.open(KIND, 7, received)));
        assertEquals(9, received.position());
    }

    @Test
    void namesWhatIsWrong() {
        String key = assertThrows(IllegalArgumentException.class, () -> SharedKey.copy(new byte[5]))
                .getMessage();
        assertEquals("key must have 16 or 32 bytes, had 5; derive them from a longer secret by a hash", key);
        String length = assertThrows(
                        IllegalArgumentException.class,
                        () -> sealer.seal(KIND, 7, ByteBuffer.allocate(Sealer.MAX_PLAIN + 1)))
                .getMessage();
        assertEquals("a datagram must have at most 1165 bytes, had 1166; split it", length);
    }

    private static byte[] seal(Sealer with, byte[] text) {
        return copy(with.seal(KIND, 7, ByteBuffer.wrap(text)));
    }

    private static byte[] open(Unsealer with, byte[] sealed) {
        return copy(with.open(KIND, 7, ByteBuffer.wrap(sealed)));
    }

    private static byte[] copy(ByteBuffer from) {
        byte[] copy = new byte[from.remaining()];
        from.get(from.position(), copy);
        return copy;
    }

    private static byte[] bytes(int length, long seed) {
        byte[] bytes = new byte[length];
        Seeds.random(seed).nextBytes(bytes);
        return bytes;
    }
}
