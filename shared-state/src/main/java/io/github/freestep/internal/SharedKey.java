package io.github.freestep.internal;

/** The key that a sender of states shares with its receivers. */
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
}
