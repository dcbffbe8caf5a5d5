package io.github.freestep.physics.nodes;

import java.io.IOException;

/**
 * Thrown to an owner of a room after another one has taken over, so the room must stop there.
 *
 * <pre>{@code
 * try {
 *     store.save(room, owner, saved);
 * } catch (OldOwnerException late) {
 *     stop(room); // another node has it now
 * }
 * }</pre>
 */
public final class OldOwnerException extends IOException {
    private static final long serialVersionUID = 1;

    /**
     * Describes the refusal, for implementations of stores.
     *
     * @param room the room
     * @param owner who was refused
     * @param newest the newest owner
     */
    public OldOwnerException(int room, long owner, long newest) {
        super("room " + room + " must be stepped and saved by its newest owner, number " + newest
                + ", but was by the owner with number " + owner + "; stop it here");
    }
}
