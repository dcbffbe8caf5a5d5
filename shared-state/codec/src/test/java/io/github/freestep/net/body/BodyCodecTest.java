package io.github.freestep.net.body;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.codec.RangeCoder;
import io.github.freestep.net.codec.RangeDecoder;
import io.github.freestep.net.codec.RangeEncoder;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Seeds;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BodyCodecTest {
    private static final int BODIES = 100;
    private static final int FAR = 1_000;
    private static final int OFFSET = 8;

    private final BodyFields fields = new BodyFields(StateLayout.of(1));
    private final BodyCodec codec = new BodyCodec(fields, false);
    private final RangeEncoder encoder = new RangeEncoder(BodyCodec.models(fields), 2_000);
    private final RangeDecoder decoder = new RangeDecoder(BodyCodec.models(fields));
    private final byte[] bytes = new byte[10_000];

    /** A displacement of up to 1,000 steps of the grid takes about 11 bits for each of three components. */
    @Test
    void bodiesThatMoveAlikeTakeLessThanHalfOfOthers() {
        int apart = bytesOf(FAR);
        int alike = bytesOf(3);
        assertTrue(alike < apart / 2, () -> alike + " bytes, and " + apart + " if each moves on its own");
    }

    /** Returns the bytes of bodies whose displacements differ by at most {@code 2 * spread} steps of the grid. */
    private int bytesOf(int spread) {
        encoder.open(bytes, OFFSET);
        code(encoder, spread);
        int end = encoder.finish();
        decoder.open(bytes, OFFSET, end);
        code(decoder, spread);
        assertTrue(decoder.isAtEnd());
        return end - OFFSET;
    }

    private void code(RangeCoder coder, int spread) {
        SplittableRandom random = Seeds.splittable(1);
        codec.begin();
        for (int body = 0; body < BODIES; body++) {
            int[] displacement = random.ints(3, FAR - spread, FAR + spread + 1).toArray();
            codec.same = false;
            codec.isDelta = true;
            codec.isRaw = false;
            for (int i = 0; i < BodyCodec.POSE; i++) {
                codec.pose[i] = i < 3 && coder == encoder ? displacement[i] : 0;
            }
            codec.code(coder);
            for (int i = 0; i < 3; i++) {
                assertEquals(displacement[i], codec.pose[i]);
            }
        }
        assertTrue(coder.end());
    }
}
