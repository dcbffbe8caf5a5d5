package io.github.freestep.physics.nodes;

import java.util.Objects;

/**
 * What a node shows the others several times a second. See the example of {@link StoredRoom}.
 *
 * @param number differs from that of the beat before
 * @param address where clients and other nodes reach the node, such as {@code "10.0.0.7:20121"}; at most 255
 *     characters, and empty if nobody needs it
 */
public record NodeBeat(long number, String address) {
    static final int MOST_CHARACTERS = 255;

    /**
     * Checks the address.
     *
     * @param number differs from that of the beat before
     * @param address at most 255 characters
     */
    public NodeBeat {
        Objects.requireNonNull(address, "address must not be null");
        if (address.length() > MOST_CHARACTERS) {
            throw new IllegalArgumentException("address must have at most " + MOST_CHARACTERS + " characters, had "
                    + address.length() + "; pass a host and a port");
        }
    }
}
