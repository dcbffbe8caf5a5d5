package io.github.freestep.render.trace;

import io.github.freestep.internal.file.BlockFile;
import io.github.freestep.internal.file.BlockWriter;
import io.github.freestep.render.trace.codec.GcPauses;
import io.github.freestep.render.trace.codec.TraceEncoder;
import io.github.freestep.render.trace.codec.TraceEntry;
import io.github.freestep.render.trace.codec.TraceFormat;
import io.github.freestep.render.trace.codec.TraceRing;
import io.github.freestep.time.NanoClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes what a sampler notes, and keeps it in memory or writes it to a file. Not thread-safe: its users hold a lock.
 * Allocates nothing per frame.
 */
final class TraceSink implements TraceEncoder.Sink {
    private static final long AFTERMATH_NANOS = 1_000_000_000;
    private static final long NEXT_NANOS = 10_000_000_000L;

    private final @Nullable Pieces pieces;
    private final @Nullable BlockWriter file;
    private final StutterWatch watch = new StutterWatch();
    private final List<Path> stutters = new ArrayList<>();
    private TraceEncoder encoder;
    private @Nullable GcPauses collections;
    private @Nullable IOException failure;
    private @Nullable Path folder;
    private int most;
    private boolean ended;
    private boolean due;
    private long dueNanos;
    private long nowNanos;
    private boolean waits;
    private long nextNanos;

    private TraceSink(@Nullable Pieces pieces, @Nullable BlockWriter file) {
        this.pieces = pieces;
        this.file = file;
    }

    static TraceSink ofLast(long spanNanos) {
        return new TraceSink(new Pieces(spanNanos), null);
    }

    static TraceSink to(Path path, BlockWriter.Disk disk) throws IOException {
        return new TraceSink(null, writer(path, disk));
    }

    private static BlockWriter writer(Path path, BlockWriter.Disk disk) throws IOException {
        return new BlockWriter(path, disk, TraceFormat.header(), TraceFormat.KIND.content(), MotionTraceException::new);
    }

    /** Sets the ring to read. Called once, first. */
    void reads(TraceRing ring) {
        encoder = new TraceEncoder(ring, this);
    }

    void listen(NanoClock clock) {
        collections = GcPauses.open(clock);
    }

    void saveStutters(Path into, int files) {
        if (pieces == null) {
            throw new IllegalStateException("this MotionTrace writes all frames to a file; use MotionTrace.openLast()");
        }
        folder = into;
        most = files;
    }

    void pause(long nanos, long length) {
        encoder.pause(nanos, length);
    }

    void drain() {
        try {
            takePauses();
            encoder.drain();
            if (due && nowNanos - dueNanos >= 0) {
                due = false;
                saveStutter();
            }
        } catch (IOException e) {
            fail(e);
        }
    }

    private void takePauses() {
        if (collections != null) {
            for (long[] pause = collections.next(); pause != null; pause = collections.next()) {
                encoder.pause(pause[0], pause[1]);
            }
        }
    }

    /** Before the trace ends, also takes a pause of which the collector has not yet sent a notification. */
    private void takeLastPauses() {
        if (collections != null) {
            collections.catchUp();
            takePauses();
        }
    }

    @Override
    public void block(byte[] payload, int length, boolean snapshot, long nanos) throws IOException {
        if (pieces != null) {
            pieces.add(payload, length, snapshot, nanos);
        } else if (!ended) {
            append(file, payload, length);
            file.verify();
        }
    }

    private static void append(BlockWriter to, byte[] payload, int length) throws IOException {
        to.block().put(payload, 0, length);
        to.flush();
    }

    @Override
    public void entry(TraceEntry entry) {
        if (entry.kind == TraceEntry.Kind.FRAME) {
            nowNanos = entry.nanos;
        }
        if (!watch.stutters(entry)) {
            return;
        }
        if (folder != null && stutters.size() < most && !due && !(waits && nowNanos - nextNanos < 0)) {
            due = true;
            waits = true;
            dueNanos = nowNanos + AFTERMATH_NANOS;
            nextNanos = nowNanos + NEXT_NANOS;
        }
        notifyRecorder();
    }

    /** A new event for each stutter: a second commit of one event would have the time of the first. */
    private void notifyRecorder() {
        StutterEvent event = new StutterEvent();
        if (event.isEnabled()) {
            event.moved = watch.moved;
            event.expected = watch.expected;
            event.file = due ? next().toString() : null;
            event.commit();
        }
    }

    /** The first file that does not exist. */
    private Path next() {
        int number = 1;
        while (Files.exists(folder.resolve("stutter-" + number + ".motion"))) {
            number++;
        }
        return folder.resolve("stutter-" + number + ".motion");
    }

    private void saveStutter() throws IOException {
        Path path = next();
        save(path, BlockFile::newFile);
        stutters.add(path);
    }

    /** Writes all blocks in memory to a file. */
    void save(Path path, BlockWriter.Disk disk) throws IOException {
        if (pieces == null) {
            throw new IllegalStateException(
                    "this MotionTrace writes all frames to a file; close it, and use that file");
        }
        takeLastPauses();
        encoder.flush();
        List<Pieces.Piece> all = pieces.all();
        if (all.isEmpty()) {
            throw new IllegalStateException("there is no frame to save; sample a frame first");
        }
        BlockWriter to = writer(path, disk);
        try (to) {
            for (Pieces.Piece piece : all) {
                append(to, piece.payload(), piece.length());
            }
            end(to);
        } catch (Throwable e) {
            Files.deleteIfExists(path);
            throw e;
        }
    }

    /** Ends the file. A ring can still be saved. */
    void end() {
        takeLastPauses();
        if (collections != null) {
            collections.close();
            collections = null;
        }
        if (file == null || ended) {
            return;
        }
        try (file) {
            encoder.flush();
            if (!ended) {
                end(file);
            }
        } catch (IOException e) {
            fail(e);
        }
        ended = true;
    }

    private static void end(BlockWriter to) throws IOException {
        byte[] end = TraceFormat.end();
        append(to, end, end.length);
    }

    /** Ends the file after a failure, if the disk has room for an end. */
    private void fail(IOException cause) {
        failure = failure == null ? cause : failure;
        if (file == null || ended) {
            return;
        }
        ended = true;
        try (file) {
            if (file.canRetry()) {
                file.retry(0);
                end(file);
            }
        } catch (IOException e) {
            // The file then has no end, and a reader says so.
            failure.addSuppressed(e);
        }
    }

    List<Path> stutters() {
        return List.copyOf(stutters);
    }

    long frames() {
        return encoder.frames();
    }

    long lost() {
        return encoder.lost();
    }

    @Nullable IOException failure() {
        return failure;
    }
}
