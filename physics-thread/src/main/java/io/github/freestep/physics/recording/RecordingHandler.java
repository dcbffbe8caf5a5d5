package io.github.freestep.physics.recording;

import io.github.freestep.internal.SafeText;
import io.github.freestep.physics.PortableCommand;
import io.github.freestep.physics.journal.JournalEntry;
import io.github.freestep.physics.journal.JournalHandler;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.TimeAnchor;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import org.jspecify.annotations.Nullable;

/**
 * Writes a run's journal to a recording. For the recorder's thread. At the first entry that can't be written, the
 * recording ends as incomplete and the run goes on. A command without a written form does not end it: it becomes an
 * entry that no replay can pass.
 */
final class RecordingHandler implements JournalHandler {
    private static final long FLUSH_NANOS = 1_000_000_000;

    private final RecordingWriter writer;
    private final int mergedTicks;
    private final NanoClock clock = NanoClock.system();
    private final TimeAnchor anchor = new TimeAnchor();
    private final Bytes bytes = new Bytes();
    private final DataOutputStream out = new DataOutputStream(bytes);

    private long flushedNanos;
    /** For any thread. */
    private volatile long tick;

    private long faultTick;
    private Ratio scale = Ratio.ONE;
    private boolean ended;
    private boolean opaque;

    /** Why it is not whole, or can't be replayed as a whole; null as long as it can. For any thread. */
    private volatile @Nullable RecordingException failure;

    RecordingHandler(RecordingWriter writer, int mergedTicks) {
        this.writer = writer;
        this.mergedTicks = mergedTicks;
        flushedNanos = clock.nanoTime();
    }

    @Override
    public void onEntry(JournalEntry entry) {
        if (!ended) {
            try {
                write(entry);
            } catch (Throwable e) {
                // Errors too: they would end the thread, and no caller would know why.
                failed(e);
            }
        }
    }

    @Override
    public void onMissed(long count, long sinceTick) {
        if (!ended) {
            endIncomplete(
                    "the disk fell behind, or too much came at once, until nothing fitted between it and the physics thread:"
                            + " at tick "
                            + sinceTick,
                    null);
        }
    }

    private void write(JournalEntry entry) throws IOException {
        switch (entry.kind()) {
            case AXIS -> writer.axis(entry.code(), entry.value());
            case INPUT -> writer.input(entry.isAction(), entry.code(), entry.value(), entry.fraction());
            case COMMAND -> command(entry);
            case TIME -> time(entry);
            case FAULT -> {
                // A step that failed may be followed by a failing close(), which belongs to the tick before.
                faultTick = Math.max(faultTick, entry.tick());
                writer.fault(String.valueOf(entry.fault().getMessage()));
            }
            case HASH -> hash(entry);
            case TICK -> tick(entry);
        }
    }

    private void command(JournalEntry entry) throws IOException {
        String name = entry.command().getClass().getName();
        if (!(entry.command() instanceof PortableCommand command)) {
            opaque(entry.tick(), name, name + ", is not a PortableCommand", null);
            return;
        }
        bytes.size = 0;
        int type;
        try {
            type = command.type();
            command.write(out);
        } catch (Throwable e) {
            // Errors too. They are the command's own, and the rest can still be written.
            String why = name + ", whose write() failed: " + SafeText.of(e);
            opaque(entry.tick(), why, why, e);
            return;
        }
        writer.command(type, bytes.array, bytes.size);
    }

    /** The recording goes on: what came before can be replayed, and the input of all ticks can be read. */
    private void opaque(long tickBefore, String recordedAs, String why, @Nullable Throwable cause) throws IOException {
        writer.opaqueCommand(recordedAs);
        if (!opaque) {
            opaque = true;
            report("a replay can go to tick " + tickBefore + " and no further: the command behind it, " + why, cause);
        }
    }

    private void time(JournalEntry entry) throws IOException {
        entry.anchor(anchor);
        if (!anchor.isPaused()
                && (anchor.scaleNumerator() != scale.numerator() || anchor.scaleDenominator() != scale.denominator())) {
            scale = Ratio.of(anchor.scaleNumerator(), anchor.scaleDenominator());
        }
        writer.time(anchor.isPaused(), scale, anchor.simulationNanos(), anchor.wallNanos());
    }

    /** The hash of the world as it was set up belongs to no tick. A difference in it shows in the hash of the first. */
    private void hash(JournalEntry entry) {
        if (entry.tick() > 0) {
            writer.hash(entry.hash());
        }
    }

    private void tick(JournalEntry entry) throws IOException {
        if (entry.tick() - tick > mergedTicks) {
            throw new IllegalStateException(
                    "its next tick is " + entry.tick()
                            + ", and nothing says how it has come there; record runs that begin at tick 0, from before their start");
        }
        tick = entry.tick();
        writer.tick(tick);
    }

    /**
     * Hands entries to the operating system that have waited for a second, also in a pause, in which no tick follows. A
     * pause may be long, and the process may not live to see its end, so this uses the system's time and not the run's.
     */
    void flushInTime() {
        long now = clock.nanoTime();
        if (ended || now - flushedNanos <= FLUSH_NANOS) {
            return;
        }
        flushedNanos = now;
        try {
            writer.flush();
            writer.verify();
        } catch (IOException | RuntimeException e) {
            failed(e);
        }
    }

    /**
     * Ends the recording once no more entry can come. If a failed tick ended the run, the recording has that tick, so that a
     * replay fails in the same way.
     */
    void end() {
        try {
            if (!ended) {
                ended = true;
                if (faultTick > tick) {
                    writer.tick(faultTick);
                }
                writer.end(true, "closed");
            }
            writer.verify();
        } catch (IOException | RuntimeException e) {
            failed(e);
        } finally {
            close();
        }
    }

    private void close() {
        try {
            writer.close();
        } catch (IOException e) {
            report("the file could not be closed: " + reason(e), e);
        }
    }

    /** Whether no more entry can be written. */
    boolean hasEnded() {
        return ended;
    }

    private void failed(Throwable e) {
        if (writer.failed()) {
            diskFailed(e);
        } else {
            endIncomplete("nothing could be recorded after tick " + tick + ": " + reason(e), e);
        }
    }

    private void endIncomplete(String why, @Nullable Throwable cause) {
        ended = true;
        report(why, cause);
        try {
            writer.end(false, why);
        } catch (IOException | RuntimeException e) {
            diskFailed(e);
        }
    }

    /** Ends the recording after a failure of the disk. Only the writer knows at which tick the file ends. */
    private void diskFailed(Throwable e) {
        ended = true;
        if (!writer.canSalvage()) {
            report(reason(e) + "; tick " + writer.storedTick() + " was the last one written", e);
            return;
        }
        try {
            writer.salvage();
            writer.end(false, lastTick(e));
        } catch (IOException | RuntimeException again) {
            // Then the file has no end, and a reader says so.
            e.addSuppressed(again);
        }
        report(lastTick(e), e);
    }

    private String lastTick(Throwable e) {
        return "the recording ends with tick " + writer.storedTick() + ", the last one in the file: " + reason(e);
    }

    /** The disk's own message, without the name of the exception if the message stands alone. */
    private static String reason(Throwable e) {
        String text = SafeText.of(e);
        String name = e.getClass().getName() + ": ";
        boolean worded = e instanceof IOException && !(e instanceof FileSystemException);
        return worded && text != null && text.startsWith(name) ? text.substring(name.length()) : text;
    }

    /** What went wrong before stays in the text, and its cause stays the cause: later failures tend to follow from it. */
    private void report(String more, @Nullable Throwable cause) {
        RecordingException before = failure;
        failure = before == null
                ? new RecordingException(more, cause)
                : new RecordingException(
                        before.getMessage() + "; " + more, before.getCause() == null ? cause : before.getCause());
    }

    long tick() {
        return tick;
    }

    @Nullable RecordingException failure() {
        return failure;
    }

    /** The bytes of a command, up to the most that one may have. The array is written as it is. */
    private static final class Bytes extends OutputStream {
        private final byte[] array = new byte[Format.MAX_COMMAND_BYTES];
        private int size;

        @Override
        public void write(int value) throws IOException {
            room(1);
            array[size++] = (byte) value;
        }

        @Override
        public void write(byte[] values, int from, int count) throws IOException {
            room(count);
            System.arraycopy(values, from, array, size, count);
            size += count;
        }

        private void room(int count) throws IOException {
            if (count > array.length - size) {
                throw new IOException("a command has at most " + array.length
                        + " bytes; split it, or record a name of what it brings");
            }
        }
    }
}
