package io.github.freestep.physics.recording;

import io.github.freestep.physics.EventHandler;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.time.Anchor;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * Writes down what it is told. For the recorder's thread. At the first thing that can't be written the recording ends as incomplete, and the run goes on.
 */
final class RecordingHandler implements EventHandler {
    private static final long FLUSH_NANOS = 1_000_000_000;

    private final RecordingWriter writer;
    private final int mergedTicks;
    private final NanoClock clock = NanoClock.system();
    private final Anchor anchor = new Anchor();
    private final Bytes bytes = new Bytes();
    private final DataOutputStream out = new DataOutputStream(bytes);

    private long flushedNanos;
    /** For any thread. */
    private volatile long tick;

    private long faultTick;
    private Ratio scale = Ratio.ONE;
    private boolean ended;

    /** Why it is not whole; null as long as it is. For any thread. */
    private volatile String problem;

    RecordingHandler(RecordingWriter writer, int mergedTicks) {
        this.writer = writer;
        this.mergedTicks = mergedTicks;
        flushedNanos = clock.nanoTime();
    }

    @Override
    public void onEvent(PhysicsEvent event) {
        if (!ended) {
            try {
                write(event);
            } catch (Throwable e) {
                // Errors too: the thread would be gone, and nobody told.
                endIncomplete("after tick " + tick + " it could not be written: " + e);
            }
        }
    }

    @Override
    public void onMissed(long count, long sinceTick) {
        if (!ended) {
            endIncomplete(
                    "the disk fell behind, or too much came at once, until nothing fitted between it and the physics thread:"
                            + " at tick "
                            + sinceTick);
        }
    }

    private void write(PhysicsEvent event) throws IOException {
        switch (event.kind()) {
            case AXIS -> writer.axis(event.code(), event.amount());
            case INPUT -> writer.input(event.isEdge(), event.code(), event.amount(), event.fraction());
            case COMMAND -> command(event);
            case TIME -> time(event);
            case FAULT -> {
                faultTick = event.tick();
                writer.fault(String.valueOf(event.cause().getMessage()));
            }
            case HASH -> hash(event);
            case TICK -> tick(event);
            default -> throw new IllegalArgumentException("a recorder does not ask for " + event.kind());
        }
    }

    private void command(PhysicsEvent event) throws IOException {
        if (!(event.command() instanceof RecordableCommand<?> command)) {
            writer.opaqueCommand(event.command().getClass().getName());
            return;
        }
        bytes.reset();
        try {
            command.write(out);
        } catch (Throwable e) {
            // Whatever it is, it is the command's own, and the rest can still be written.
            writer.opaqueCommand(command.getClass().getName() + ", which could not be written: " + e);
            return;
        }
        writer.command(command.type(), bytes.array(), bytes.size());
    }

    private void time(PhysicsEvent event) throws IOException {
        event.anchor(anchor);
        if (!anchor.paused()
                && (anchor.scaleNumerator() != scale.numerator() || anchor.scaleDenominator() != scale.denominator())) {
            scale = Ratio.of(anchor.scaleNumerator(), anchor.scaleDenominator());
        }
        writer.time(anchor.paused(), scale, anchor.simulationNanos(), anchor.wallNanos());
    }

    /** That of the world as it was set up belongs to no tick; what differs there differs in the first. */
    private void hash(PhysicsEvent event) {
        if (event.tick() > 0) {
            writer.hash(event.hash());
        }
    }

    private void tick(PhysicsEvent event) throws IOException {
        if (event.tick() - tick > mergedTicks) {
            throw new IllegalStateException(
                    "its next tick is " + event.tick()
                            + ", and nothing says how it has come there; record runs that begin at tick 0, from before their start");
        }
        tick = event.tick();
        writer.tick(tick);
    }

    /**
     * Hands to the operating system what has waited for a second, also where no tick follows, as in a pause: nobody knows how
     * long that is, nor whether this process lives to see its end. So it goes by the system's time, and not by the run's.
     */
    void flushInTime() {
        long now = clock.nanoTime();
        if (ended || now - flushedNanos <= FLUSH_NANOS) {
            return;
        }
        flushedNanos = now;
        try {
            writer.flush();
        } catch (IOException | RuntimeException e) {
            endIncomplete("after tick " + tick + " it could not be written: " + e);
        }
    }

    /** Once nothing more can come. A tick that failed, and ended the run, is in it: a replay fails in the same way. */
    void end() {
        try {
            if (!ended) {
                ended = true;
                if (faultTick > tick) {
                    writer.tick(faultTick);
                }
                writer.end(true, "closed");
            }
        } catch (IOException | RuntimeException e) {
            problem = "its end could not be written: " + e;
        } finally {
            close();
        }
    }

    private void close() {
        try {
            writer.close();
        } catch (IOException e) {
            problem = problem == null ? "it could not be closed: " + e : problem;
        }
    }

    /** Whether there is nothing more that it could write. */
    boolean hasEnded() {
        return ended;
    }

    private void endIncomplete(String why) {
        ended = true;
        problem = why;
        try {
            writer.end(false, why);
        } catch (IOException | RuntimeException e) {
            // Whoever reads it finds that it has no end, and here is why.
            problem = why + "; nor could its end: " + e;
        }
    }

    long tick() {
        return tick;
    }

    String problem() {
        return problem;
    }

    /** The array itself, and not a copy for each command. */
    private static final class Bytes extends ByteArrayOutputStream {
        byte[] array() {
            return buf;
        }
    }
}
