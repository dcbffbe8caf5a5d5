package io.github.freestep.render.trace.codec;

import io.github.freestep.internal.file.BlockFile;
import io.github.freestep.internal.file.BlockReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Constants of the files of motion traces. Stateless. */
public final class TraceFormat {
    /** What the header of a motion trace has. The magic is that of a recording, with an M for an R. */
    public static final BlockReader.Kind KIND = new BlockReader.Kind(0x0A1A0A0D_4D534689L, 6, 6, 0, "motion trace");

    private TraceFormat() {}

    /** The header of every motion trace. */
    public static ByteBuffer header() {
        ByteBuffer to = ByteBuffer.allocate(BlockFile.HEADER_FRAME + BlockFile.CHECKSUM_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN);
        to.putLong(KIND.magic()).putInt(KIND.mostVersion()).putInt(0);
        return to.putInt(BlockFile.checksum(to.duplicate().flip())).flip();
    }

    /** The payload of a last block with nothing but the end of the trace. */
    public static byte[] end() {
        return new byte[] {(byte) TraceEntry.Kind.END.ordinal()};
    }
}
