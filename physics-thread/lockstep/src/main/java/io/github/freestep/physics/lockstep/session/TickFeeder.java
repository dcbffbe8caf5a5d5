package io.github.freestep.physics.lockstep.session;

import io.github.freestep.internal.SafeText;
import io.github.freestep.physics.Command;
import io.github.freestep.physics.feed.FedInput;
import io.github.freestep.physics.lockstep.link.ActionCode;
import io.github.freestep.physics.lockstep.link.InputBody;
import io.github.freestep.physics.lockstep.link.InputFrame;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.saves.CommandReader;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Gives ticks the input of players: joins and leaves, commands, then the axes of all, then actions. For the thread that
 * steps, but for {@link #unreadable}. Allocates only for commands.
 */
final class TickFeeder implements InputBody.Visitor {
    private final MatchRules rules;
    private final CommandReader commands;

    /** The axes of all players in the newest tick. */
    final float[] levels;

    /** Which command was skipped last, for any thread; null if none was. */
    volatile @Nullable String unreadable;

    private FedInput into;
    private boolean actionsOnly;

    TickFeeder(MatchRules rules, CommandReader commands) {
        this.rules = rules;
        this.commands = commands;
        levels = new float[rules.players * rules.axes];
    }

    /** Gives a tick the input of a frame. The axes of players without input stay as they are. */
    void feed(InputFrame frame, FedInput fed) {
        begin(fed);
        for (int left = frame.joining() | frame.leaving(); left != 0; left &= left - 1) {
            int player = Integer.numberOfTrailingZeros(left);
            if (InputFrame.has(frame.joining(), player)) {
                fed.joins(player);
            } else {
                fed.leaves(player);
            }
            // A player who joins has no input yet, and one who leaves has none any more. So the axes are 0.
            Arrays.fill(levels, player * rules.axes, (player + 1) * rules.axes, 0);
        }
        frame.visit(this);
        beginActions();
        frame.visit(this);
    }

    /** Gives a tick the input of one player, or of none. The axes of all others stay as they are. */
    void feed(int player, @Nullable ByteBuffer sample, FedInput fed) {
        begin(fed);
        if (sample != null) {
            InputBody.visit(player, sample, rules.axes, this);
        }
        beginActions();
        if (sample != null) {
            InputBody.visit(player, sample.position(0), rules.axes, this);
        }
    }

    private void begin(FedInput fed) {
        into = fed;
        actionsOnly = false;
    }

    private void beginActions() {
        for (int axis = 0; axis < levels.length; axis++) {
            into.axis(axis, levels[axis]);
        }
        actionsOnly = true;
    }

    @Override
    public void axis(int player, int axis, float value) {
        levels[player * rules.axes + axis] = value;
    }

    @Override
    public void action(int player, int code, float value) {
        if (actionsOnly) {
            into.action(ActionCode.of(player, code), value, 0);
        }
    }

    @Override
    public void command(int player, int type, ByteBuffer bytes) {
        if (!actionsOnly) {
            run(player, type, bytes);
        }
    }

    /**
     * Runs a command. If the reader can't read it, or if it fails, so it does on all peers, and their worlds stay the
     * same. So a player who sends nonsense ends no one's service. Stacks and heaps may differ, so an error of these
     * may come on some peers alone, whose hashes then differ. Rejected: to let it end the run, because one player
     * could then end those of all.
     */
    private void run(int player, int type, ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        Command command;
        try {
            command = commands.read(type, new DataInputStream(new ByteArrayInputStream(copy)));
        } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError e) {
            // Deep nesting and great lengths in the bytes of a player cause these errors.
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

    /** Takes the axes of all players in the tick before the next one. */
    void levels(float[] axes) {
        System.arraycopy(axes, 0, levels, 0, levels.length);
    }
}
