package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.codec.ByteWriter;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Genuine datagrams with changes. */
final class Damaged {
    private Damaged() {}

    /** Returns a piece with another header, which a follower could still decode. */
    static byte[] piece(StateFollower follower, byte[] original, Consumer<PieceHeader> change) {
        return piece(follower.playout.received.ring, original, change);
    }

    static byte[] piece(StateRing ring, byte[] original, Consumer<PieceHeader> change) {
        PieceHeader header = new PieceHeader();
        header.ring = ring;
        assertTrue(header.read(original, 0, original.length));
        int content = header.contentOffset;
        change.accept(header);
        byte[] bytes = new byte[2 * Datagrams.MAX_DATAGRAM];
        ByteWriter out = new ByteWriter();
        out.open(bytes, 0);
        header.write(out);
        int length = original.length - content;
        System.arraycopy(original, content, bytes, out.position(), length);
        return Arrays.copyOf(bytes, out.position() + length);
    }

    /** Changes single bytes or bits, cuts, or appends; sometimes nothing. */
    static byte[] bytes(byte[] original, SplittableRandom random) {
        byte[] bytes = random.nextInt(8) == 0
                ? Arrays.copyOf(original, random.nextInt(original.length + 20))
                : original.clone();
        int changes = random.nextInt(4);
        for (int i = 0; i < changes && bytes.length > 0; i++) {
            // The header more often, because its fields decide what is done with the rest.
            int at = random.nextInt(random.nextBoolean() ? Math.min(bytes.length, 60) : bytes.length);
            bytes[at] = (byte) (random.nextBoolean() ? random.nextInt() : bytes[at] ^ 1 << random.nextInt(8));
        }
        return bytes;
    }
}
