package io.github.freestep.benchmarks.app.view;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.freestep.testing.Seeds;
import java.security.MessageDigest;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class QrSymbolTest {
    private final QrSymbol symbol = new QrSymbol();

    @Test
    void anotherLibraryReadsAnyBytes() throws Exception {
        Random random = Seeds.random(1);
        for (int length = 1; length <= 106; length++) {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            symbol.encode(bytes);
            List<byte[]> read = MarkerReader.segments(symbol);
            assertEquals(1, read.size());
            assertArrayEquals(bytes, read.get(0), length + " bytes");
        }
    }

    /** The mask must be the best one: readers take any, but the format requires that all writers choose the same. */
    @Test
    void theModulesAreThoseOfTheFormatsOwnLibrary() throws Exception {
        // A marker of the test data of mb-framepacing, and the SHA-256 of the modules that are recorded there.
        String payload = "4d4601006c05f4fab01bf9ce87d493e86649b911b26ff5f2c678bb8a3d8bae2a9297b4e4c9b4a2dc39"
                + "e0333f0d2d701381929b593db2c2aa53";
        symbol.encode(HexFormat.of().parseHex(payload));
        BitSet dark = new BitSet();
        for (int i = 0; i < QrSymbol.SIZE * QrSymbol.SIZE; i++) {
            dark.set(i, symbol.isDark(i % QrSymbol.SIZE, i / QrSymbol.SIZE));
        }
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(dark.toByteArray());
        assertEquals(
                "3142834e32ca716faf639d9052f8858c4205efc84764741f12dfaa18d4016bc6",
                HexFormat.of().formatHex(digest));
    }

    @Test
    void moreBytesThanFitAreRefused() {
        String message = assertThrows(IllegalArgumentException.class, () -> symbol.encode(new byte[107]))
                .getMessage();
        assertEquals("bytes must be at most 106, were 107", message);
    }
}
