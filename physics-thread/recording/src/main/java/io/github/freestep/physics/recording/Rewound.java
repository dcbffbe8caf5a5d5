package io.github.freestep.physics.recording;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.Command;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.physics.ValueCommand;
import io.github.freestep.physics.input.InputValues;
import io.github.freestep.physics.input.PastCommand;
import io.github.freestep.physics.input.PastTicks;
import io.github.freestep.physics.saves.Saves;
import io.github.freestep.physics.saves.content.Envelope;
import java.util.Arrays;

/**
 * Goes to a tick of the past: restores the saved world before it, and steps up to it with the input of that time. Then
 * it loads what it has computed, so that the run continues as each replay of it does, because a recording keeps this
 * command as that load.
 */
final class Rewound implements Command, PastCommand<Command, PhysicsEvent> {
    private final RewindHistory history;
    private final RewindEvents events;
    private final long to;

    /** The load as which this is recorded; before this has run, and if it has failed, no replay can pass it. */
    volatile Command recorded = this;

    Rewound(RewindHistory history, RewindEvents events, long to) {
        this.history = history;
        this.events = events;
        this.to = to;
    }

    @Override
    public void run(PastTicks<Command, PhysicsEvent> past) throws Exception {
        RewindPart from = history.before(to);
        past.filter(event -> false);
        try {
            past.restore(from.tick(), c -> Saves.restore(c, from.open()));
            InputValues input = Inside.of(history.run).input();
            for (JournalEntry entry : from.until(to)) {
                take(entry, past, input);
            }
        } finally {
            past.filter(events);
            // Also if a step fails, because the run then continues with what the world is now, as replays must, too.
            past.runAgain(this::load);
        }
        events.follow(history.path(to), past);
    }

    private void load(PhysicsContext c) throws Exception {
        byte[] saved = Saves.saved(c);
        Command load = Saves.load(saved);
        load.run(c);
        recorded = load;
        // The head of a keyframe, which is set when it is written, takes the place of another one.
        int head = Envelope.BYTES + Long.BYTES - Keyframe.HEAD_BYTES;
        history.branch(Arrays.copyOfRange(saved, head, saved.length), to);
    }

    private static void take(JournalEntry entry, PastTicks<Command, PhysicsEvent> past, InputValues input) {
        switch (entry.kind) {
            case AXIS -> input.level(entry.code, entry.value);
            case INPUT -> input.add(entry.isAction, entry.code, entry.value, entry.fraction);
            case COMMAND -> again(entry.subject(), past);
            case TICK -> past.step();
            default -> {
                // Hashes and faults are only for recordings, and only a feed has players.
            }
        }
    }

    private static void again(Object submitted, PastTicks<Command, PhysicsEvent> past) {
        try {
            past.runAgain(submitted instanceof ValueCommand<?> call ? call::run : (Command) submitted);
        } catch (Exception e) {
            // It failed then, too, and its future has said so.
        }
    }

    @Override
    public void run(PhysicsContext c) {
        throw new IllegalStateException("a rewind must not run within its simulation");
    }
}
