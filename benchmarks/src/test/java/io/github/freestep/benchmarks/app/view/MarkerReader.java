package io.github.freestep.benchmarks.app.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.zxing.ReaderException;
import com.google.zxing.qrcode.decoder.Decoder;
import java.awt.image.BufferedImage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.zip.CRC32;

/** What a capture reads from a marker. ZXing decodes it; place and payload are as the format's document says. */
record MarkerReader(int run, long number, boolean isStatic, long animationNanos) {
    private static final int HEADER = 53;

    /** Where the format wants the marker: from the left and the top, in pixels. */
    private static final int INSET = 32;

    private static final int MODULE_PIXELS = 4;
    private static final int QUIET_MODULES = 4;

    /**
     * Reads the marker in a picture, every pixel of it. ZXing's own search for a code is not used, because it misreads
     * about one of 40 codes that are drawn exactly.
     */
    static MarkerReader in(BufferedImage image) throws ReaderException {
        boolean[][] rows = new boolean[QrSymbol.SIZE][QrSymbol.SIZE];
        for (int y = -QUIET_MODULES; y < QrSymbol.SIZE + QUIET_MODULES; y++) {
            for (int x = -QUIET_MODULES; x < QrSymbol.SIZE + QUIET_MODULES; x++) {
                boolean isDark = isDark(image, x, y);
                if (x >= 0 && x < QrSymbol.SIZE && y >= 0 && y < QrSymbol.SIZE) {
                    rows[y][x] = isDark;
                } else {
                    assertFalse(isDark, "no white margin at module " + x + ", " + y);
                }
            }
        }
        return of(segments(rows));
    }

    private static boolean isDark(BufferedImage image, int x, int y) {
        int left = INSET + (QUIET_MODULES + x) * MODULE_PIXELS;
        int top = INSET + (QUIET_MODULES + y) * MODULE_PIXELS;
        int colour = image.getRGB(left, top) & 0xFF_FF_FF;
        assertTrue(colour == 0 || colour == 0xFF_FF_FF, "module " + x + ", " + y + " is neither black nor white");
        for (int i = 1; i < MODULE_PIXELS * MODULE_PIXELS; i++) {
            int other = image.getRGB(left + i % MODULE_PIXELS, top + i / MODULE_PIXELS) & 0xFF_FF_FF;
            assertEquals(colour, other, "within module " + x + ", " + y);
        }
        return colour == 0;
    }

    static MarkerReader in(QrSymbol symbol) throws ReaderException {
        return of(segments(symbol));
    }

    /** Returns the texts of the symbol, as bytes. */
    static List<byte[]> segments(QrSymbol symbol) throws ReaderException {
        boolean[][] rows = new boolean[QrSymbol.SIZE][QrSymbol.SIZE];
        for (int y = 0; y < QrSymbol.SIZE; y++) {
            for (int x = 0; x < QrSymbol.SIZE; x++) {
                rows[y][x] = symbol.isDark(x, y);
            }
        }
        return segments(rows);
    }

    private static List<byte[]> segments(boolean[][] rows) throws ReaderException {
        return new Decoder().decode(rows).getByteSegments();
    }

    private static MarkerReader of(List<?> segments) {
        assertEquals(1, segments.size());
        byte[] bytes = (byte[]) segments.get(0);
        assertEquals(HEADER + Integer.BYTES, bytes.length);
        ByteBuffer payload = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        CRC32 checksum = new CRC32();
        checksum.update(bytes, 0, HEADER);
        assertEquals((int) checksum.getValue(), payload.getInt(HEADER));
        assertEquals('M' | 'F' << 8 | 1 << 16, payload.getInt(0), "magic, version 1, a frame");
        for (int i = 25; i < HEADER; i++) {
            assertEquals(0, bytes[i], "a time that is not known");
        }
        return new MarkerReader(payload.getInt(4), payload.getLong(8), payload.get(16) == 1, payload.getLong(17));
    }
}
