package io.github.freestep.net.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RangeCoderTest {
    private static final CoderModels MODELS = new CoderModels(3, 2, 2, null);
    private static final int OFFSET = 9;

    private final byte[] bytes = new byte[100_000];
    private final RangeEncoder encoder = new RangeEncoder(MODELS, 100_000);
    private final RangeDecoder decoder = new RangeDecoder(MODELS);

    @Test
    void randomValuesComeBack() {
        for (long seed = 1; seed <= 300; seed++) {
            encoder.open(bytes, OFFSET);
            code(encoder, seed, 1 + (int) (seed * seed % 600));
            int end = finish();
            decoder.open(bytes, OFFSET, end);
            code(decoder, seed, 1 + (int) (seed * seed % 600));
            assertTrue(decoder.end(), "seed " + seed);
            assertFalse(decoder.isBeyond(), "seed " + seed);
            assertFalse(decoder.failed(), "seed " + seed);
            assertTrue(decoder.isAtEnd(), "seed " + seed);
        }
    }

    private int finish() {
        assertTrue(encoder.end());
        int bound = encoder.size();
        int end = encoder.finish();
        assertTrue(end - OFFSET <= bound);
        return end;
    }

    /** Makes the same calls in both directions. The decoder gets a wrong value, which it ignores. */
    private static void code(RangeCoder coder, long seed, int count) {
        SplittableRandom random = Seeds.splittable(seed);
        boolean encodes = coder instanceof RangeEncoder;
        int size = random.nextInt(1, 33);
        for (int i = 0; i < count; i++) {
            int value = seed % 3 == 0 && random.nextInt(30) > 0 ? 0 : random.nextInt() >> random.nextInt(size);
            int bits = random.nextInt(33);
            int given = encodes ? value : ~value;
            switch (random.nextInt(4)) {
                case 0 -> assertEquals(value, coder.number(0, given));
                case 1 -> assertEquals(value, coder.sized(1, 1, random.nextInt(3) - 1, given));
                case 2 -> assertEquals((int) (value & (1L << bits) - 1), coder.bits(bits, given));
                default -> {
                    boolean rare = random.nextInt(100) == 0;
                    assertEquals(rare, coder.flag(2, encodes == rare));
                }
            }
        }
    }

    /** A carry passes through any number of units that are all ones. */
    @Test
    void carriesReachFarBack() {
        for (int ones = 0; ones < 50; ones++) {
            for (int last = 0; last < 4; last++) {
                encoder.open(bytes, OFFSET);
                carry(encoder, ones, last);
                int end = finish();
                decoder.open(bytes, OFFSET, end);
                carry(decoder, ones, last);
                assertTrue(decoder.end());
                assertTrue(decoder.isAtEnd());
            }
        }
    }

    private static void carry(RangeCoder coder, int ones, int last) {
        // An interval that is not a power of two wide, so that the next values carry.
        for (int i = 0; i < 5; i++) {
            assertTrue(coder.flag(1, true));
        }
        for (int i = 0; i < ones; i++) {
            assertEquals(0xFFFF, coder.plain(16, 0xFFFF));
        }
        for (int i = 0; i < last; i++) {
            assertTrue(coder.flag(2, true));
        }
        assertEquals(0, coder.plain(16, 0));
    }

    @Test
    void whatIsTakenBackLeavesNoTrace() {
        for (long seed = 1; seed <= 300; seed++) {
            encoder.open(bytes, OFFSET);
            code(encoder, seed, (int) seed);
            byte[] untouched = Arrays.copyOf(bytes, finish());
            encoder.open(bytes, OFFSET);
            code(encoder, seed, (int) seed);
            encoder.mark();
            code(encoder, -seed, 1 + (int) seed % 50);
            encoder.back();
            int end = finish();
            assertArrayEquals(untouched, Arrays.copyOf(bytes, end), "seed " + seed);
            decoder.open(bytes, OFFSET, end);
            code(decoder, seed, (int) seed);
            assertTrue(decoder.end(), "seed " + seed);
            assertTrue(decoder.isAtEnd(), "seed " + seed);
        }
    }

    /** A number is at most 32 bits long. The longest have their length in three bits without a model. */
    @Test
    void aNumberThatNoEncoderWritesIsNoticed() {
        for (int beyond28 = 0; beyond28 < 8; beyond28++) {
            encoder.open(bytes, OFFSET);
            encoder.symbol(0, SymbolModels.SYMBOLS - 1);
            encoder.symbol(1, SymbolModels.SYMBOLS - 1);
            encoder.bits(3, beyond28);
            encoder.bits(31, 0);
            decoder.open(bytes, OFFSET, finish());
            decoder.number(0, 0);
            assertEquals(beyond28 > 4, decoder.failed(), 28 + beyond28 + " bits");
        }
    }

    @Test
    void anotherEndIsNoticed() {
        encoder.open(bytes, OFFSET);
        encoder.plain(8, 0x5A);
        decoder.open(bytes, OFFSET, encoder.finish());
        assertFalse(decoder.end());
    }
}
