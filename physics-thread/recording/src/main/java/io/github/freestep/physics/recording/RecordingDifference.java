package io.github.freestep.physics.recording;

import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.saves.CommandReader;
import io.github.freestep.physics.saves.content.SavedParts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The first difference between two recordings of one run, such as those of two players of a match.
 *
 * <pre>{@code
 * RecordingDifference first = RecordingDifference.find(mine, yours, World::new, CommandReader.NONE);
 * show(first == null ? "both are equal" : "tick " + first.tick() + ": " + first.what());
 * }</pre>
 *
 * @param tick the first tick that differs
 * @param what what differs, such as "score is 3 in a.rec, and 2 in b.rec; x of body 1 is ...". If a step fails in only
 *     one of the recordings, this names that recording and the failure. If a replay does not repeat what was recorded,
 *     so that its values are unknown, this names that recording
 */
public record RecordingDifference(long tick, String what) {
    /**
     * Compares two recordings. Replays both, and compares their hashes and states tick by tick, from where the later
     * one begins. If the machine that recorded a file computed something else than this one, a replay here does not
     * repeat that file. So compare the recordings on each of the machines.
     *
     * @param one a recording
     * @param other another one
     * @param simulations makes a simulation like the recorded ones
     * @param commands reads the recorded commands
     * @return the first difference; null if there is none up to the end of the shorter recording, or up to a step that
     *     fails in both
     * @throws IOException if a file can't be read or is not a recording, or a world does not fit into the heap
     * @throws IllegalArgumentException if the recordings have no tick in common, or the simulation's layout is not the
     *     recorded one
     * @throws PhysicsException if a step fails that has not failed in the recorded run, such as for want of a command
     *     reader
     */
    @SuppressWarnings("exports") // See module-info.
    public static @Nullable RecordingDifference find(
            Path one, Path other, Supplier<? extends Simulation> simulations, CommandReader commands)
            throws IOException {
        try (Side first = new Side(one, simulations, commands);
                Side second = new Side(other, simulations, commands)) {
            first.reach(second.tick());
            second.reach(first.tick());
            boolean isAnyCompared = false;
            while (first.next() && second.next()) {
                isAnyCompared = true;
                if (first.failure != null && second.failure != null && first.tick() == second.tick()) {
                    return null;
                }
                String what = first.difference(second);
                if (what != null) {
                    return new RecordingDifference(Math.min(first.tick(), second.tick()), what);
                }
            }
            if (!isAnyCompared) {
                throw new IllegalArgumentException("the recordings must have ticks in common, but of " + one + " and "
                        + other + ", one ends at tick " + Math.min(first.tick(), second.tick())
                        + ", before the other one begins; pass two that were written at about the same tick");
            }
            return null;
        }
    }

    /** One recording. */
    private static final class Side implements AutoCloseable {
        private final Path file;
        private final Replay replay;
        private boolean repeats = true;

        /** The failure of the newest step, which has failed in the recorded run, too; null if there is none. */
        private @Nullable PhysicsException failure;

        Side(Path file, Supplier<? extends Simulation> simulations, CommandReader commands) throws IOException {
            this.file = file;
            replay = Replay.open(file, simulations, commands, false);
        }

        boolean next() throws IOException {
            try {
                if (!replay.next()) {
                    return false;
                }
            } catch (PhysicsException e) {
                if (!replay.feed.hasFault) {
                    throw e;
                }
                failure = e;
                return true;
            }
            repeats &= replay.matches();
            return true;
        }

        /** Steps to where the other side begins, because rings may begin with different saved worlds. */
        void reach(long tick) throws IOException {
            while (failure == null && tick() < tick && next()) {
                // Nothing to compare with yet.
            }
        }

        long tick() {
            return failure == null ? replay.tick() : failure.tick();
        }

        @Nullable String difference(Side other) throws IOException {
            Side failed = other.failure == null || failure != null && tick() < other.tick() ? this : other;
            if (failed.failure != null) {
                return "a step fails in " + failed.file + ": " + failed.failure.getMessage();
            }
            boolean hashed = replay.reader.hasHash && other.replay.reader.hasHash;
            boolean repeat = repeats && other.repeats;
            if (hashed ? replay.reader.hash == other.replay.reader.hash : !repeat || replay.hash == other.replay.hash) {
                return null;
            }
            return repeat
                    ? SavedParts.difference(
                            replay.parts(), other.replay.parts(), file.toString(), other.file.toString())
                    : "the values are unknown, because a replay of " + (repeats ? other.file : file)
                            + " does not repeat here what was recorded";
        }

        @Override
        public void close() {
            replay.close();
        }
    }
}
