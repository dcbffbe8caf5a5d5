package io.github.freestep.physics.recording;

import io.github.freestep.internal.SafeText;
import io.github.freestep.physics.saves.PortableCommand;
import io.github.freestep.physics.saves.content.SavedContent;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.TimeAnchor;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes a run's journal to a recording. For the recorder's thread. At the first entry that can't be written, the
 * recording ends as incomplete, and the run continues. A command without a written form does not end the recording: it
 * becomes an entry that no replay can pass. Errors are caught as exceptions are, because one that leaves this class
 * would end the thread without a report.
 */
final class RecordingHandler implements JournalReader.Handler {
    private static final long FLUSH_NANOS = 1_000_000_000;

    private final RecordingWriter writer;
    private final Consumer<RecordingException> failures;

    /** Null if the recording has no keyframes. */
    private final @Nullable KeyframeSaver keyframes;

    private final NanoClock clock = NanoClock.system();
    private final SavedContent.Out bytes = new SavedContent.Out(Format.MAX_WRITTEN_BYTES);
    private final DataOutputStream out = new DataOutputStream(bytes);

    private long flushedNanos;

    /** The newest tick. Any thread may read it. */
    volatile long tick;

    /** The newest tick whose step has failed. */
    long faultTick;

    private Ratio scale = Ratio.ONE;

    /** Whether the recording has ended, so that no further entry can be written. */
    boolean hasEnded;

    /** The newest rewind, which is written before the next entry; null if it was. */
    private @Nullable Rewound rewound;

    /** Whether no entry has come, as of a run that could not start. */
    private boolean isEmpty = true;

    /** The newest tick after which a command without a written form has run, and what to say of it. */
    private long opaqueTick;

    private @Nullable RecordingException opaque;

    /** The tick of the command of which {@link #failure} says it; -1 for none. */
    private long reportedTick = -1;

    /** Whether exceptions are recorded by the names of their classes alone. Any thread may set it. */
    volatile boolean omitsMessages;

    /**
     * Why a replay will not reach the end of the run; null if nothing is known to prevent that. Any thread may read it.
     */
    volatile @Nullable RecordingException failure;

    /**
     * Creates a handler.
     *
     * @param failures takes each failure, so that it reaches the log or the user's handler
     */
    RecordingHandler(RecordingWriter writer, @Nullable KeyframeSaver keyframes, Consumer<RecordingException> failures) {
        this.writer = writer;
        this.failures = failures;
        this.keyframes = keyframes;
        flushedNanos = clock.nanoTime();
    }

    @Override
    public void onEntry(JournalEntry entry) {
        isEmpty = false;
        if (!hasEnded) {
            try {
                if (entry.subject instanceof Rewound next) {
                    // Of those in a pause only the last one has an effect, and a player who drags makes many.
                    rewound = next;
                    return;
                }
                if (rewound != null && entry.kind != JournalEntry.Kind.TIME) {
                    command(rewound.recorded, tick);
                    rewound = null;
                }
                write(entry);
            } catch (Throwable e) {
                // Catches errors too, because they would silently end the thread.
                failed(e);
            }
        }
    }

    /** Ends the recording, because its ring has missed entries. This is the last call. */
    @Override
    public void onMissed(long count, long sinceTick) {
        if (!hasEnded) {
            endIncomplete(
                    "the disk fell behind, or too much came at once: the ring of the physics thread was full at tick "
                            + sinceTick,
                    null);
        }
    }

    private void write(JournalEntry entry) throws IOException {
        switch (entry.kind) {
            case AXIS -> writer.axis(entry.code, entry.value);
            case INPUT -> writer.input(entry.isAction, entry.code, entry.value, entry.fraction);
            case PLAYER -> writer.player(entry.code, entry.isAction);
            case COMMAND -> command(entry.subject(), entry.tick);
            case TIME -> time(entry);
            case FAULT -> {
                // A failing close(), whose entry has the preceding tick, may follow a failed step.
                faultTick = Math.max(faultTick, entry.tick);
                Throwable cause = (Throwable) entry.subject();
                writer.fault(omitsMessages ? text(cause) : String.valueOf(cause.getMessage()));
            }
            case HASH -> hash(entry);
            case TICK -> tick(entry);
            case KEYFRAME -> keyframe(entry);
        }
    }

    private void command(Object submitted, long tickBefore) throws IOException {
        String name = submitted.getClass().getName();
        if (!(submitted instanceof PortableCommand command)) {
            opaque(tickBefore, name, name + ", is not a PortableCommand", null);
            return;
        }
        bytes.clear();
        int type;
        try {
            type = command.type();
            command.write(out);
        } catch (Throwable e) {
            // Catches errors too, because they affect only this command, and the rest can still be written.
            String why = name + ", whose write() failed: " + text(e);
            opaque(tickBefore, why, why, e);
            return;
        }
        if (!writer.hasRoom(bytes.length())) {
            String why = name + ", did not fit into the " + Format.MAX_GROUP_BYTES + " bytes that one tick may have";
            opaque(tickBefore, why, why, null);
            return;
        }
        writer.command(type, bytes.array(), bytes.length());
    }

    /**
     * Writes a command that no replay can pass, and continues the recording. The ticks before the command can be
     * replayed, and the input of all ticks can be inspected.
     */
    private void opaque(long tickBefore, String recordedAs, String why, @Nullable Throwable cause) throws IOException {
        writer.opaqueCommand(recordedAs);
        String text = "a replay can reach tick " + tickBefore + " at most: the command after it, " + why;
        opaqueTick = tickBefore;
        opaque = new RecordingException(text, cause);
        if (reportedTick < 0) {
            reportedTick = tickBefore;
            report(text, cause);
        }
    }

    /** Forgets such commands before what is kept, which can thus be replayed again, or up to the newest of them. */
    void begins(long keptTick) {
        if (reportedTick >= 0 && reportedTick < keptTick && !hasEnded && keyframes != null && !keyframes.hasStopped()) {
            boolean isKept = opaqueTick >= keptTick;
            reportedTick = isKept ? opaqueTick : -1;
            failure = isKept ? opaque : null;
        }
    }

    private void time(JournalEntry entry) throws IOException {
        TimeAnchor anchor = entry.anchor;
        if (!anchor.isPaused()
                && (anchor.scaleNumerator() != scale.numerator() || anchor.scaleDenominator() != scale.denominator())) {
            scale = Ratio.of(anchor.scaleNumerator(), anchor.scaleDenominator());
        }
        writer.time(anchor.isPaused(), scale, anchor.simulationNanos(), anchor.wallNanos());
    }

    /**
     * Writes a hash, except that of the set-up, which belongs to no recorded tick. A difference in the set-up also
     * shows in the hash of the first tick.
     */
    private void hash(JournalEntry entry) {
        if (entry.tick > 0) {
            writer.hash(entry.hash);
        }
    }

    private void tick(JournalEntry entry) throws IOException {
        tick = entry.tick;
        writer.tick(tick);
    }

    /**
     * Writes a keyframe. If it can't be saved or written, the recording continues without keyframes. On a full disk,
     * this leaves the rest of the space to the ticks.
     */
    private void keyframe(JournalEntry entry) throws IOException {
        if (entry.subject instanceof Throwable failed) {
            withoutKeyframes("saved", failed);
            return;
        }
        // Only a saver makes keyframes.
        KeyframeSaver saver = Objects.requireNonNull(keyframes);
        if (entry.tick != tick) {
            // A ring has joined the run after the end of the tick, so no entry could follow this keyframe.
            saver.written();
            return;
        }
        try {
            writer.keyframe(saver.buffer.array(), saver.buffer.length());
        } catch (IOException e) {
            if (writer.blocks.failed) {
                throw e;
            }
            saver.stop();
            withoutKeyframes("written", e);
        } finally {
            saver.written();
        }
    }

    private void withoutKeyframes(String done, Throwable why) {
        report(
                "the recording continues without keyframes, because that of tick " + tick + " could not be " + done
                        + ": " + reason(why),
                why);
    }

    /**
     * Once a second, hands all entries to the operating system, even in a pause, when no tick follows. A pause may be
     * long, and the process may end during it, so this uses the system's clock and not the run's.
     */
    void flushInTime() {
        long now = clock.nanoTime();
        if (hasEnded || now - flushedNanos <= FLUSH_NANOS) {
            return;
        }
        flushedNanos = now;
        try {
            writer.flush();
            writer.blocks.verify();
        } catch (Throwable e) {
            failed(e);
        }
    }

    /**
     * Ends the recording once no more entry can come. If a failed tick ended the run, the recording has that tick, so
     * that a replay fails in the same way. A run that could not start leaves no file, because its next start may need
     * the name.
     *
     * @param runFailure what has ended the run, or null
     */
    void end(@Nullable Throwable runFailure) {
        try {
            if (!hasEnded) {
                hasEnded = true;
                if (faultTick > tick) {
                    writer.tick(faultTick);
                }
                writer.end(true, "closed");
            }
            writer.blocks.verify();
            if (isEmpty && failure == null && runFailure != null) {
                writer.blocks.remove(runFailure);
            }
        } catch (Throwable e) {
            failed(e);
        } finally {
            close();
        }
    }

    private void close() {
        try {
            writer.close();
        } catch (Throwable e) {
            report("the file could not be closed: " + reason(e), e);
        }
    }

    private void failed(Throwable e) {
        if (writer.blocks.failed) {
            diskFailed(e);
        } else {
            endIncomplete("nothing could be recorded after tick " + tick + ": " + reason(e), e);
        }
    }

    private void endIncomplete(String why, @Nullable Throwable cause) {
        hasEnded = true;
        report(why, cause);
        try {
            writer.end(false, why);
        } catch (Throwable e) {
            diskFailed(e);
        }
    }

    /** Ends the recording after a failure of the disk. The file has no end then, and a reader reports that. */
    private void diskFailed(Throwable e) {
        hasEnded = true;
        report(reason(e) + "; the last written tick is " + writer.storedTick, e);
    }

    private String text(Throwable e) {
        return omitsMessages
                ? Objects.requireNonNullElse(e.getCause(), e).getClass().getName()
                : SafeText.of(e);
    }

    /**
     * Returns the text of an exception. If the message of an {@code IOException} says enough, leaves out the
     * name of the class.
     */
    private String reason(Throwable e) {
        String text = text(e);
        String name = e.getClass().getName() + ": ";
        boolean worded = e instanceof IOException && !(e instanceof FileSystemException);
        return worded && text != null && text.startsWith(name) ? text.substring(name.length()) : text;
    }

    /**
     * Appends to the message of the earlier failure, and keeps its cause, because later failures usually follow from
     * it.
     */
    private void report(String more, @Nullable Throwable cause) {
        RecordingException before = failure;
        RecordingException now = before == null
                ? new RecordingException(more, cause)
                : new RecordingException(
                        before.getMessage() + "; " + more, before.getCause() == null ? cause : before.getCause());
        failure = now;
        failures.accept(now);
    }
}
