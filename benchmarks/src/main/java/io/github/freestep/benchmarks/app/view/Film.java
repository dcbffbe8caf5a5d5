package io.github.freestep.benchmarks.app.view;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;

/** A moving picture of a display with 60 Hz as an animated PNG, which browsers play. */
final class Film {
    private static final int FPS = 60;
    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    private static final int RGBA = 6;
    private static final int BITS = 8;
    private static final int OVER = 1;

    private final int width;
    private final int height;
    private final ByteArrayOutputStream file = new ByteArrayOutputStream();
    private int[] last;
    private int chunks;

    Film(int width, int height, int frames) {
        this.width = width;
        this.height = height;
        file.writeBytes(SIGNATURE);
        chunk(file, "IHDR", data -> {
            data.writeInt(width);
            data.writeInt(height);
            data.write(new byte[] {BITS, RGBA, 0, 0, 0});
        });
        chunk(file, "acTL", data -> {
            data.writeInt(frames);
            data.writeInt(0); // plays for ever
        });
    }

    private interface Data {
        void write(DataOutputStream into) throws IOException;
    }

    private static void chunk(ByteArrayOutputStream into, String type, Data data) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            bytes.writeBytes(type.getBytes(StandardCharsets.US_ASCII));
            data.write(new DataOutputStream(bytes));
            CRC32 sum = new CRC32();
            sum.update(bytes.toByteArray());
            DataOutputStream out = new DataOutputStream(into);
            out.writeInt(bytes.size() - Integer.BYTES);
            bytes.writeTo(out);
            out.writeInt((int) sum.getValue());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds a frame, whose bottom row is first, to be shown for some refreshes. */
    void add(int[] pixels, int refreshes) {
        boolean isFirst = last == null;
        int[] before = last;
        last = pixels;
        chunk(file, "fcTL", data -> {
            data.writeInt(chunks++);
            data.writeInt(width);
            data.writeInt(height);
            data.writeLong(0); // at the top left
            data.writeShort(Math.max(1, refreshes));
            data.writeShort(FPS);
            data.write(new byte[] {0, OVER});
        });
        chunk(file, isFirst ? "IDAT" : "fdAT", data -> {
            if (!isFirst) {
                data.writeInt(chunks++);
            }
            data.write(deflated(pixels, before));
        });
    }

    /** Leaves pixels that have not changed transparent, because these take the fewest bytes. */
    private byte[] deflated(int[] pixels, int[] before) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] line = new byte[1 + 4 * width];
        try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
            for (int y = height - 1; y >= 0; y--) {
                for (int x = 0; x < width; x++) {
                    int rgb = pixels[y * width + x];
                    boolean isSame = before != null && before[y * width + x] == rgb;
                    line[1 + 4 * x] = (byte) (isSame ? 0 : rgb >> 16);
                    line[2 + 4 * x] = (byte) (isSame ? 0 : rgb >> 8);
                    line[3 + 4 * x] = (byte) (isSame ? 0 : rgb);
                    line[4 + 4 * x] = (byte) (isSame ? 0 : 0xFF);
                }
                out.write(line);
            }
        }
        return bytes.toByteArray();
    }

    void write(Path moving) throws IOException {
        chunk(file, "IEND", data -> {});
        Files.write(moving, file.toByteArray());
    }
}
