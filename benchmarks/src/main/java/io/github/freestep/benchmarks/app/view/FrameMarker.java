package io.github.freestep.benchmarks.app.view;

import io.github.freestep.render.Frame;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;

/**
 * Draws the number and the simulation time of each frame as a QR code. The format is version 1 of mb-framepacing, with
 * times in nanoseconds and a checksum. That tool reads it from a capture of the display. For the drawing thread.
 */
final class FrameMarker {
    /** Where the format wants the marker: from the left and the top, in pixels. */
    private static final int INSET = 32;

    private static final int MODULE_PIXELS = 4;
    private static final int QUIET_MODULES = 4;
    private static final int WHITE = 0xFF_FF_FF_FF;
    private static final int BLACK = 0x00_00_00_FF;

    private static final byte VERSION = 1;
    private static final byte KIND_FRAME = 0;
    private static final byte STATIC_AFTER = 1;

    /** The preferred and the target frame time, the intended display time, start and length of the CPU's work. */
    private static final int UNKNOWN_BYTES = 4 + 4 + 8 + 8 + 4;

    private static final int CHECKSUM_OFFSET = 53;

    private final int run;
    private final ByteBuffer payload =
            ByteBuffer.allocate(CHECKSUM_OFFSET + Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final CRC32 checksum = new CRC32();
    private final QrSymbol symbol = new QrSymbol();
    private long number;

    /** Creates a marker of frames from 1 on. The number of the run names its frames in a capture of several runs. */
    FrameMarker(int run) {
        this.run = run;
    }

    /** Encodes the next frame. */
    QrSymbol encode(Frame frame) {
        number++;
        payload.clear();
        payload.put((byte) 'M').put((byte) 'F').put(VERSION).put(KIND_FRAME);
        payload.putInt(run).putLong(number);
        payload.put(frame.isPaused() ? STATIC_AFTER : 0).putLong(frame.simulationNanos());
        payload.position(payload.position() + UNKNOWN_BYTES);
        checksum.reset();
        checksum.update(payload.array(), 0, CHECKSUM_OFFSET);
        payload.putInt((int) checksum.getValue());
        symbol.encode(payload.array());
        return symbol;
    }

    /** Draws the next frame's marker over everything. */
    void draw(Sheet sheet, Frame frame) {
        encode(frame);
        int size = (QrSymbol.SIZE + 2 * QUIET_MODULES) * MODULE_PIXELS;
        sheet.area(INSET, INSET, size, size, WHITE);
        int origin = INSET + QUIET_MODULES * MODULE_PIXELS;
        for (int y = 0; y < QrSymbol.SIZE; y++) {
            int x = 0;
            while (x < QrSymbol.SIZE) {
                int first = x;
                while (x < QrSymbol.SIZE && symbol.isDark(x, y)) {
                    x++;
                }
                if (x > first) {
                    int left = origin + first * MODULE_PIXELS;
                    int top = origin + y * MODULE_PIXELS;
                    sheet.area(left, top, (x - first) * MODULE_PIXELS, MODULE_PIXELS, BLACK);
                }
                x++;
            }
        }
    }
}
