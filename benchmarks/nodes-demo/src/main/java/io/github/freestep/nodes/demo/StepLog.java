package io.github.freestep.nodes.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Where each world itself writes when it has stepped last, and how often. The files are mapped, so what was written
 * survives the process, however it ends.
 *
 * @param folder of all nodes; it exists
 */
record StepLog(Path folder) {
    /**
     * The last step of a world.
     *
     * @param nanos when it began, as {@link System#nanoTime()}; {@link Long#MIN_VALUE} if there was none
     * @param steps its number; 0 if there was none
     */
    record Last(long nanos, long steps) {}

    private Path file(int room, long owner) {
        return folder.resolve(room + "-" + owner);
    }

    /** Returns where the world of an owner writes both. */
    LongBuffer open(int room, long owner) {
        try (FileChannel file = FileChannel.open(
                file(room, owner), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return file.map(FileChannel.MapMode.READ_WRITE, 0, 2 * Long.BYTES).asLongBuffer();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads what the world of an owner has written. */
    Last last(int room, long owner) {
        try {
            Path file = file(room, owner);
            ByteBuffer bytes = Files.exists(file)
                    ? ByteBuffer.wrap(Files.readAllBytes(file))
                    : ByteBuffer.allocate(2 * Long.BYTES);
            // As the mapped buffer writes them.
            long nanos = bytes.getLong();
            long steps = bytes.getLong();
            // The clock may be negative, so that 0 would be a step of the future.
            return new Last(nanos == 0 && steps == 0 ? Long.MIN_VALUE : nanos, steps);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
