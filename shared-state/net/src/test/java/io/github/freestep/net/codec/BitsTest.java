package io.github.freestep.net.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BitsTest {
    private static final int OFFSET = 8;

    private final byte[] bytes = new byte[20_000];
    private final Bits bits = new Bits();

    private record Number(int value, int count) {}

    static LongStream seeds() {
        return Seeds.first(50);
    }

    /** Numbers of any length, put, copied from other bits, and taken back, are read as they were written. */
    @ParameterizedTest
    @MethodSource("seeds")
    void whatIsWrittenIsRead(long seed) {
        SplittableRandom random = Seeds.splittable(seed);
        List<Number> written = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            int count = random.nextInt(33);
            int value = random.nextInt();
            if (random.nextInt(5) == 0) {
                int before = bits.size();
                bits.put(random.nextLong(), random.nextInt(65));
                bits.back(before);
            }
            if (random.nextBoolean()) {
                bits.put(value, count);
            } else {
                Bits other = new Bits();
                other.put(-1, random.nextInt(64));
                int part = other.begin();
                other.put(value, count);
                other.end(part);
                bits.copy(other, part);
            }
            written.add(new Number(value & (int) ((1L << count) - 1), count));
        }
        bits.write(bytes, OFFSET);
        BitDecoder reader = new BitDecoder(new CoderModels(0, 0, 0), new int[0]);
        reader.open(bytes, OFFSET, OFFSET + bits.bytes());
        for (Number number : written) {
            assertEquals(number.value, reader.read(number.count));
        }
        assertTrue(reader.isAtEnd());
        assertFalse(reader.isBeyond());
        reader.read(8);
        assertTrue(reader.isBeyond());
    }
}
