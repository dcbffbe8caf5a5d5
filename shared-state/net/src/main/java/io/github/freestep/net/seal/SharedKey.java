package io.github.freestep.net.seal;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The key that both sides of a connection share: a sender of states and its receivers, or a sequencer and its peers.
 * Stateless, so safe for use by any number of threads.
 */
public final class SharedKey {
    private SharedKey() {}

    /**
     * Checks a key and copies it.
     *
     * @throws IllegalArgumentException unless it has 16 or 32 bytes
     */
    public static byte[] copy(byte[] key) {
        if (key.length != 16 && key.length != 32) {
            throw new IllegalArgumentException(
                    "key must have 16 or 32 bytes, had " + key.length + "; derive them from a longer secret by a hash");
        }
        return key.clone();
    }

    /**
     * Derives a stream's AES key from the shared key. Rejected: one key, and the stream as additional data of AES-GCM.
     * Under one key, two streams that use the same nonce reveal both texts, whatever their additional data is.
     *
     * @param stream the name of the stream, such as "states"
     */
    static SecretKeySpec of(byte[] shared, String stream) {
        return new SecretKeySpec(derive(shared, stream), "AES");
    }

    /**
     * Derives the key of a room from the shared key. So no machine on the way can turn datagrams of one room into those
     * of another by changing the room's number, which is not encrypted.
     *
     * @return as many bytes; null without a key
     */
    public static byte @Nullable [] ofRoom(byte @Nullable [] shared, int room) {
        return shared == null ? null : derive(shared, "room " + room);
    }

    private static byte[] derive(byte[] shared, String name) {
        byte[] label = ("freestep 1 " + name).getBytes(StandardCharsets.US_ASCII);
        return Arrays.copyOf(mac(shared).doFinal(label), shared.length);
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
