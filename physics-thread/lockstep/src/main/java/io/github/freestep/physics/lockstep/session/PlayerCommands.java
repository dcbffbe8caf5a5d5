package io.github.freestep.physics.lockstep.session;

import io.github.freestep.internal.SafeText;
import io.github.freestep.physics.Command;
import io.github.freestep.physics.CommandReader;
import io.github.freestep.physics.FedInput;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Reads the commands of players, and runs them. For the thread that steps, but for {@link #unreadable}. */
final class PlayerCommands {
    private final CommandReader reader;
    private volatile @Nullable String unreadable;

    PlayerCommands(CommandReader reader) {
        this.reader = reader;
    }

    /**
     * Runs a command. If the reader can't read it, or if it fails, so it does on all peers, and their worlds stay the
     * same. So a player who sends nonsense ends no one's service.
     */
    void run(int player, int type, ByteBuffer bytes, FedInput into) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        Command command;
        try {
            command = reader.read(type, new DataInputStream(new ByteArrayInputStream(copy)));
        } catch (IOException | RuntimeException e) {
            unreadable(player, type, SafeText.of(e));
            return;
        }
        if (command == null) {
            unreadable(player, type, "the command reader returned null; let it return a command, or throw");
            return;
        }
        try {
            into.run(command);
        } catch (Exception e) {
            // Counted by the service.
        }
    }

    private void unreadable(int player, int type, String why) {
        unreadable = "a command of type " + type + " from player " + player + " could not be read: " + why;
    }

    /** Returns which command was skipped last, for any thread; null if none was. */
    @Nullable String unreadable() {
        return unreadable;
    }
}
