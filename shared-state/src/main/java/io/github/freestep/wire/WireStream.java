package io.github.freestep.wire;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A stream of datagrams with a key of its own. */
enum WireStream {
    /** From the server: pieces of states, and replies to clients. */
    STATES("states"),
    /** From the server: baselines. */
    BASELINES("baselines"),
    /** From a client: challenges and input. */
    INPUT("input"),
    /** From the peers of a match to its sequencer. */
    TO_SEQUENCER("to sequencer"),
    /** From the sequencer of a match to its peers. */
    TO_PEER("to peer");

    private final byte[] label;

    WireStream(String name) {
        label = ("freestep 1 " + name).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    }

    /**
     * Derives the stream's AES key from the shared key. Rejected: one key, and the stream as additional data of
     * AES-GCM. Under one key, two streams that use the same nonce reveal both texts, whatever their additional data is.
     */
    SecretKeySpec keyOf(byte[] shared) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(shared, "HmacSHA256"));
            return new SecretKeySpec(mac.doFinal(label), 0, shared.length, "AES");
        } catch (java.security.GeneralSecurityException e) {
            throw new IllegalStateException("every JDK must have HmacSHA256", e);
        }
    }
}
