package io.github.freestep.physics.engine;

import java.util.function.IntConsumer;

/**
 * Remembers which command added which body, and removes the bodies that a failed command added. For the physics thread;
 * remembering allocates nothing.
 */
final class Additions {
    /** For each slot, how many commands had begun when its body was added. */
    private final long[] addedBy;

    private long commands;

    Additions(int capacity) {
        addedBy = new long[capacity];
    }

    /** Returns the number of a command that begins. */
    long beginCommand() {
        return ++commands;
    }

    void added(int slot) {
        addedBy[slot] = commands;
    }

    /**
     * Removes all bodies that were added since a command began, including those that were added by
     * commands that it ran.
     */
    void undo(long command, Slots<?> slots, IntConsumer remove, Throwable cause) {
        for (int slot = slots.count() - 1; slot >= 0; slot--) {
            if (addedBy[slot] >= command && slots.body(slot) != null) {
                try {
                    remove.accept(slot);
                } catch (RuntimeException e) {
                    cause.addSuppressed(e);
                }
            }
        }
    }
}
