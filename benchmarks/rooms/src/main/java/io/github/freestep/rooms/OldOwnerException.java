package io.github.freestep.rooms;

import java.io.IOException;

/** Refuses what an owner of a room does after another one has taken over. */
final class OldOwnerException extends IOException {
    private static final long serialVersionUID = 1;

    OldOwnerException(int room, long owner, long newest) {
        super("room " + room + " must be saved by its newest owner, number " + newest + ", but was by number " + owner
                + "; stop it here");
    }
}
