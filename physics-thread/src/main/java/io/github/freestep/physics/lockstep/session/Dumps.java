package io.github.freestep.physics.lockstep.session;

import io.github.freestep.physics.lockstep.link.MatchRules;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Writes the states of ticks at which peers differed into a folder. */
public record Dumps(Path folder, MatchRules rules) {
    /** Writes the state of a tick. Returns words for a message that say where it is, or why it is not. */
    public String write(AttachedRun run, long tick, int player, String what) {
        String match = rules.name().replaceAll("[^A-Za-z0-9-]", "_");
        String name = match + "-tick-" + tick + "-player-" + player + ".txt";
        List<String> head = List.of(
                rules.toString(),
                "player " + player + ", Java " + Runtime.version() + ", " + System.getProperty("os.arch"),
                "the states of tick " + tick + " differ; " + what);
        try {
            Path file = run.dump(folder, name, head, tick);
            return file == null ? ", and its copy is gone" : ", see " + file;
        } catch (IOException e) {
            return ", and could not be written: " + e;
        }
    }
}
