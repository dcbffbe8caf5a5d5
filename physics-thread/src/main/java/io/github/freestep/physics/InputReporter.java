package io.github.freestep.physics;

import io.github.freestep.physics.journal.Journal;

/** Writes the input of each tick to the journal. For the physics thread; allocates nothing. */
final class InputReporter {
    private final Journal<?> journal;

    /** The values of the axes at the end of the newest tick. */
    private final float[] levels;

    InputReporter(Journal<?> journal, int axes) {
        this.journal = journal;
        levels = new float[axes];
    }

    /** Writes the input of a tick. Writes a polled axis only if it has changed, because in most ticks none has. */
    void report(long tick, TickInput input) {
        if (!journal.isRead()) {
            return;
        }
        for (int axis = 0; axis < levels.length; axis++) {
            float before = input.axisAtStart(axis);
            // Compares bits, because a simulation may distinguish -0 from 0. After a restore, the values of the tick
            // before prove nothing: a poll may have set an axis back.
            if (input.wasRestored || Float.floatToRawIntBits(before) != Float.floatToRawIntBits(levels[axis])) {
                journal.axis(tick, axis, before);
            }
            levels[axis] = input.axis(axis);
        }
        input.wasRestored = false;
        for (int rest = input.joined() | input.left(); rest != 0; rest &= rest - 1) {
            int player = Integer.numberOfTrailingZeros(rest);
            if (input.hasLeft(player)) {
                journal.player(tick, player, false);
            }
            if (input.hasJoined(player)) {
                journal.player(tick, player, true);
            }
        }
        for (int i = 0; i < input.size(); i++) {
            journal.input(tick, input.isAction(i), input.code(i), input.value(i), input.fraction(i));
        }
    }
}
