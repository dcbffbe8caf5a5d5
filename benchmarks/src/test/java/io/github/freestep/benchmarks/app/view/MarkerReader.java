package io.github.freestep.benchmarks.app.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.zxing.BinaryBitmap;
import com.google.zxing.RGBLuminanceSource;
import com.google.zxing.ReaderException;
import com.google.zxing.Result;
import com.google.zxing.ResultMetadataType;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import com.google.zxing.qrcode.decoder.Decoder;
import java.awt.image.BufferedImage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.zip.CRC32;

/** What a capture reads from a marker. The code is read by ZXing, and the payload as the format's document says. */
record MarkerReader(int run, long number, boolean isStatic, long animationNanos) {
    private static final int HEADER = 53;

    /** Finds the marker in a picture. */
    static MarkerReader in(BufferedImage image) throws ReaderException {
        int width = image.getWidth();
        int height = image.getHeight();
        int[] pixels = image.getRGB(0, 0, width, height, null, 0, width);
        RGBLuminanceSource source = new RGBLuminanceSource(width, height, pixels);
        Result found = new QRCodeReader().decode(new BinaryBitmap(new HybridBinarizer(source)));
        return of((List<?>) found.getResultMetadata().get(ResultMetadataType.BYTE_SEGMENTS));
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
