package io.github.freestep.physics.recording;

import io.github.freestep.physics.Command;
import io.github.freestep.physics.feed.FedInput;
import io.github.freestep.physics.feed.InputFeed;
import io.github.freestep.physics.saves.CommandReader;
import io.github.freestep.physics.saves.Saves;
import io.github.freestep.time.Ratio;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Feeds a simulation with the input and commands of a recording. For the thread that steps the simulation. That thread
 * reads the file: a block of 64 KB every few seconds of simulation time.
 */
final class RecordedFeed implements InputFeed {
    private static final String OVER = "the recording is over";

    /** The latest simulation time at which a run can begin, about half of what nanoseconds in a long can count. */
    private static final long MOST_SECONDS = 4_320_000_000L;

    private final RecordingReader reader;
    private final CommandReader commands;

    /** Whether the reader is already at the next tick, and not at the tick that was fed last. */
    private boolean read;

    /** Why there is no next tick; null while there may be one. Any thread may read it. */
    volatile @Nullable String endReason;

    /** The same as an exception; null at the regular end. Written before {@link #endReason}. */
    volatile @Nullable RecordingException failure;

    /** Whether the recorded run has failed in the tick that was fed last. */
    boolean hasFault;

    RecordedFeed(RecordingReader reader, CommandReader commands) {
        this.reader = reader;
        this.commands = Saves.commands(commands);
    }

    /** Continues after a mark. */
    void resume(RecordingReader.Mark mark) {
        reader.reset(mark);
        read = false;
        failure = null;
        endReason = null;
    }

    @Override
    public boolean ready(long tick) throws IOException {
        if (!read && endReason == null) {
            read = reader.next();
            String end = read ? obstacle(reader, tick - 1) : describeEnd();
            failure = end == null || end.equals(OVER) ? null : new RecordingException(end);
            endReason = end;
        }
        return endReason == null;
    }

    private String describeEnd() {
        if (reader.damage != null) {
            return "the recording is damaged: " + reader.damage;
        }
        return reader.isComplete ? OVER : "the recording is incomplete: " + reader.endReason;
    }

    /**
     * Returns why no replay can run the tick that a reader is at, or null if replays can. Call it before any of the
     * tick's entries takes effect. Leaves the reader before the tick's first entry.
     */
    static @Nullable String obstacle(RecordingReader reader, long tickBefore) throws IOException {
        if (reader.tick - tickBefore > 1) {
            return "the step after tick " + tickBefore + " must have 1 tick, but leads to tick " + reader.tick
                    + "; no recorder writes that";
        }
        Ratio rate = reader.blocks.header.run().rate();
        if ((double) reader.tick * rate.denominator() / rate.numerator() > MOST_SECONDS) {
            return "tick " + reader.tick + " at " + rate + " per second must be within " + MOST_SECONDS
                    + " seconds; no recorder writes that";
        }
        String found = null;
        int inputs = 0;
        double fraction = 0;
        for (Entry entry = reader.nextEntry(); entry != null && found == null; entry = reader.nextEntry()) {
            if (entry.kind == EntryKind.OPAQUE_COMMAND) {
                found = "the command before tick " + reader.tick + " has no written form: " + entry.text
                        + "; submit a PortableCommand whose write() succeeds";
            } else if (entry.kind == EntryKind.INPUT) {
                inputs++;
                found = inputObstacle(reader, inputs, fraction, entry.fraction);
                fraction = entry.fraction;
            } else if (inputs > 0 && entry.kind == EntryKind.AXIS) {
                found = "tick " + reader.tick + " sets axis " + entry.code + " after an input; no recorder writes that";
            } else if (inputs > 0 && entry.kind == EntryKind.COMMAND) {
                found = "tick " + reader.tick + " has a command after an input; no recorder writes that";
            }
        }
        reader.rewind();
        return found;
    }

    private static @Nullable String inputObstacle(RecordingReader reader, int inputs, double before, double fraction) {
        int most = reader.blocks.header.run().inputCapacity();
        if (inputs > most) {
            return "tick " + reader.tick + " has more than " + most + " inputs; no recorder writes that";
        }
        return fraction < before
                ? "tick " + reader.tick + " has an input at " + fraction + " after one at " + before
                        + "; no recorder writes that"
                : null;
    }

    @Override
    public void feed(long tick, FedInput into) throws IOException {
        if (tick != reader.tick) {
            throw new IllegalStateException("tick must be " + reader.tick + ", the recording's next one, was " + tick);
        }
        read = false;
        hasFault = false;
        for (Entry entry = reader.nextEntry(); entry != null; entry = reader.nextEntry()) {
            feed(entry, into);
        }
    }

    private void feed(Entry entry, FedInput into) throws IOException {
        switch (entry.kind) {
            case COMMAND -> run(entry, into);
            case AXIS -> into.axis(entry.code, entry.value);
            case INPUT -> {
                if (entry.isAction) {
                    into.action(entry.code, entry.value, entry.fraction);
                } else {
                    into.axis(entry.code, entry.value, entry.fraction);
                }
            }
            case PLAYER -> {
                if (entry.joins) {
                    into.joins(entry.code);
                } else {
                    into.leaves(entry.code);
                }
            }
            case FAULT -> hasFault = true;
            default -> {
                // Time anchors are skipped, because a replay has its own.
            }
        }
    }

    private void run(Entry entry, FedInput into) throws IOException {
        Command command =
                commands.read(entry.code, new DataInputStream(new ByteArrayInputStream(entry.bytes, 0, entry.length)));
        if (command == null) {
            throw new IOException("the command reader must not return null, but did for a command of type " + entry.code
                    + "; let it return a command for each recorded type, or throw");
        }
        try {
            into.run(command);
        } catch (Exception e) {
            // The command failed in the recorded run too. There, its future reported the failure.
        }
    }
}
