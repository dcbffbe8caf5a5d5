package io.github.freestep.physics.recording;

import io.github.freestep.physics.CommandReader;
import io.github.freestep.physics.Simulation;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The first difference between two recordings of one run, such as those of two players of a match.
 *
 * @param tick the first tick that differs
 * @param what what differs, such as "x of body 17 is 1.5 in a.rec, and 1.25 in b.rec"; if a replay does not repeat what
 *     was recorded, so that its values are unknown, both hashes and the name of that recording
 */
public record RecordingDifference(long tick, String what) {
    private static final List<String> POSE = List.of("x", "y", "z", "qx", "qy", "qz", "qw");
    private static final int POSITIONS = 3;

    /**
     * Compares two recordings. Replays both, and compares their hashes and states tick by tick. If the machine that
     * recorded a file computed something else than this one, a replay here does not repeat that file. So compare the
     * recordings on each of the machines.
     *
     * @param one a recording
     * @param other another one
     * @param simulations makes a simulation like the recorded ones
     * @param commands reads the recorded commands
     * @return the first difference; null if there is none up to the end of the shorter recording
     * @throws IOException if a file can't be read or is not a recording, or a world does not fit into the heap
     * @throws IllegalArgumentException if the simulation's layout is not the recorded one
     */
    @SuppressWarnings("exports") // See module-info.
    public static @Nullable RecordingDifference find(
            Path one, Path other, Supplier<? extends Simulation> simulations, CommandReader commands)
            throws IOException {
        try (Side first = new Side(one, simulations, commands);
                Side second = new Side(other, simulations, commands)) {
            while (first.next() && second.next()) {
                String what = first.difference(second);
                if (what != null) {
                    return new RecordingDifference(Math.min(first.replay.tick(), second.replay.tick()), what);
                }
            }
            return null;
        }
    }

    /** One recording. */
    private static final class Side implements AutoCloseable {
        private final Path file;
        private final Replay replay;
        private final List<String> columns = new ArrayList<>(POSE);
        private final int linear;
        private @Nullable StateReader reader;
        private State state;
        private boolean repeats = true;

        Side(Path file, Supplier<? extends Simulation> simulations, CommandReader commands) throws IOException {
            this.file = file;
            replay = Replay.open(file, simulations, commands);
            StateLayout layout = replay.header().layout();
            columns.addAll(layout.linearChannels());
            columns.addAll(layout.steppedChannels());
            linear = layout.linearChannels().size();
        }

        boolean next() throws IOException {
            if (reader == null) {
                reader = replay.states().reader();
            }
            if (!replay.next()) {
                return false;
            }
            repeats &= replay.matches();
            reader.acquire();
            state = reader.state(0);
            return true;
        }

        @Nullable String difference(Side other) {
            if (replay.tick() != other.replay.tick()) {
                return says("the step ends at tick ", replay.tick(), other, other.replay.tick());
            }
            boolean hashed = replay.hasHash() && other.replay.hasHash();
            if (hashed && replay.recordedHash() == other.replay.recordedHash()) {
                return null;
            }
            if (repeats && other.repeats) {
                return differenceOfBodies(other);
            }
            return !hashed
                    ? null
                    : says("the hash is ", hex(), other, other.hex()) + "; the values are unknown, because a replay of "
                            + (repeats ? other.file : file) + " does not repeat here what was recorded";
        }

        private @Nullable String differenceOfBodies(Side other) {
            String found = null;
            for (int slot = 0; found == null && slot < Math.max(state.slots(), other.state.slots()); slot++) {
                String body = "body " + slot + " is ";
                if (lives(slot) != other.lives(slot)) {
                    found = says(body, lives(slot) ? "alive" : "gone", other, lives(slot) ? "gone" : "alive");
                } else if (lives(slot) && state.parent(slot) != other.state.parent(slot)) {
                    found = says(body + "attached to ", parent(slot), other, other.parent(slot));
                }
                for (int column = 0; found == null && lives(slot) && column < columns.size(); column++) {
                    double here = value(slot, column);
                    double there = other.value(slot, column);
                    if (Double.compare(here, there) != 0) {
                        String value = columns.get(column) + " of " + body;
                        found = says(value, text(here, column), other, text(there, column));
                    }
                }
            }
            return found;
        }

        private String says(String what, Object here, Side other, Object there) {
            return what + here + " in " + file + ", and " + there + " in " + other.file;
        }

        private String hex() {
            return Long.toHexString(replay.recordedHash());
        }

        private boolean lives(int slot) {
            return slot < state.slots() && state.isAlive(slot);
        }

        private String parent(int slot) {
            return state.parent(slot) == State.NO_PARENT ? "no body" : "body " + state.parent(slot);
        }

        private double value(int slot, int column) {
            if (column < POSITIONS) {
                return column == 0 ? state.x(slot) : column == 1 ? state.y(slot) : state.z(slot);
            }
            return BodyValues.of(state, column, linear)[slot];
        }

        /** Returns a value as text that has all its bits. */
        private String text(double value, int column) {
            boolean isDouble = column < POSITIONS && state.hasDoublePositions();
            return isDouble ? Double.toString(value) : Float.toString((float) value);
        }

        @Override
        public void close() {
            if (reader != null) {
                reader.close();
            }
            replay.close();
        }
    }
}
