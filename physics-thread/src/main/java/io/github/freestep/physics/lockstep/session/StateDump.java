package io.github.freestep.physics.lockstep.session;

import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the state of a tick as text, one line for each body, so that a comparison of the files of two peers shows
 * which bodies differ. Stateless.
 */
final class StateDump {
    private static final List<String> POSES = List.of("x", "y", "z", "qx", "qy", "qz", "qw");

    private StateDump() {}

    /** Writes the file, and replaces an older one of the same name. Returns its path. */
    static Path write(Path folder, String name, List<String> head, StateRing.Copy state, StateLayout layout)
            throws IOException {
        Files.createDirectories(folder);
        Path file = folder.resolve(name);
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (String line : head) {
                out.write("# " + line + "\n");
            }
            List<String> columns = new ArrayList<>(POSES);
            columns.addAll(layout.linearChannels());
            columns.addAll(layout.steppedChannels());
            out.write("state of tick " + state.tick + "\n");
            out.write("slot " + String.join(" ", columns) + "\n");
            for (int slot = 0; slot < state.slots; slot++) {
                if (state.alive[slot]) {
                    out.write(line(state, slot, columns.size()));
                }
            }
        }
        return file;
    }

    private static String line(StateRing.Copy state, int slot, int values) {
        StringBuilder line = new StringBuilder().append(slot);
        for (int value = 0; value < values; value++) {
            line.append(' ').append(state.text(value, slot));
        }
        if (state.parents[slot] != State.NO_PARENT) {
            line.append(" attached to ").append(state.parents[slot]);
        }
        return line.append('\n').toString();
    }
}
