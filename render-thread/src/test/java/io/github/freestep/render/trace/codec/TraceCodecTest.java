package io.github.freestep.render.trace.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TraceCodecTest {
    @ParameterizedTest
    @EnumSource(names = {"STATE", "REPLACED"})
    void roundsTheTimeWhenTheWorkBeganDown(TraceEntry.Kind kind) {
        for (long started = 1_000_000; started < 1_040_000; started += 500) {
            BitWriter bits = new BitWriter();
            bits.begin(0);
            TraceCodec codec = new TraceCodec(bits);
            codec.reset();
            TraceEntry entry = new TraceEntry();
            entry.kind = kind;
            entry.anchor.set(0, 0, 1, 1);
            entry.startedNanos = started;
            entry.publishedNanos = 1_100_000;
            codec.code(entry);
            assertEquals(1_100_000, entry.publishedNanos);
            long off = started - entry.startedNanos;
            assertTrue(off >= 0 && off < 16_000, "off by " + off);
        }
    }
}
