package io.github.freestep.physics.lockstep.session;

import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.StateParts;
import io.github.freestep.state.State;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes the states of ticks at which peers differed into a folder: text with one line for each body, so that a
 * comparison of the files of two peers shows which bodies differ.
 */
public record StateDump(Path folder, MatchRules rules) {
    /** Writes the state of a tick. Returns words for a message that say where it is, or why it is not. */
    String write(AttachedRun run, long tick, int player, String what) {
        StateRing.Copy state = run.stateAt(tick);
        if (state == null) {
            return ", and its copy is gone";
        }
        String match = rules.name().replaceAll("[^A-Za-z0-9-]", "_");
        Path file = folder.resolve(match + "-tick-" + tick + "-player-" + player + ".txt");
        List<String> head = List.of(
                rules.toString(),
                "player " + player + ", Java " + Runtime.version() + ", " + System.getProperty("os.arch"),
                "the states of tick " + tick + " differ; " + what);
        try {
            write(file, head, state);
            return ", see " + file;
        } catch (IOException e) {
            return ", and could not be written: " + e;
        }
    }

    /** Writes the file, and replaces an older one of the same name. */
    private void write(Path file, List<String> head, StateRing.Copy state) throws IOException {
        Files.createDirectories(folder);
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (String line : head) {
                out.write("# " + line + "\n");
            }
            List<String> columns = StateParts.columns(rules);
            out.write("state of tick " + state.tick + "\n");
            out.write("slot " + String.join(" ", columns) + "\n");
            for (int slot = 0; slot < state.slots; slot++) {
                if (state.alive[slot]) {
                    out.write(line(state, slot, columns.size()));
                }
            }
        }
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
