package io.github.freestep.physics.nodes;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A room as it is in a {@link RoomStore}: its newest save, and the nodes that have owned it since. Its arrays belong to
 * the caller that has read it, so nobody else changes them.
 *
 * <pre>{@code
 * StoredRoom room = store.read(3);
 * String address = room.address(store.beats()); // of its newest owner; null if that node does not run
 * }</pre>
 *
 * @param key the key of the room's senders, which never changes
 * @param save the newest save
 * @param savedBy the number of the owner that has made the save; 0 if the room has never run
 * @param nodes the names of that owner's node and of those of all later owners, in order; at least one, and empty texts
 *     for those that are not known
 */
public record StoredRoom(byte[] key, byte[] save, long savedBy, List<String> nodes) {
    /**
     * Checks what a store has read.
     *
     * @param key the key of the room's senders
     * @param save the newest save
     * @param savedBy at least 0
     * @param nodes at least one
     */
    public StoredRoom {
        Objects.requireNonNull(key, "key must not be null");
        Objects.requireNonNull(save, "save must not be null");
        if (savedBy < 0) {
            throw new IllegalArgumentException("savedBy must be the number of an owner, at least 0, was " + savedBy);
        }
        nodes = List.copyOf(nodes);
        if (nodes.isEmpty()) {
            throw new IllegalArgumentException("nodes must have that of the owner that saved, but there were none");
        }
    }

    /** {@return the number of the newest owner; 0 if the room has had none} */
    public long owner() {
        return savedBy + nodes.size() - 1;
    }

    /**
     * Returns the node of an owner.
     *
     * @param owner from {@link #savedBy()} to {@link #owner()}
     * @return its name; empty if it is not known, so that it may still run
     */
    public String node(long owner) {
        if (owner < savedBy || owner > owner()) {
            throw new IllegalArgumentException(
                    "owner must be from " + savedBy + " to " + owner() + ", was " + owner + "; read the room again");
        }
        return nodes.get((int) (owner - savedBy));
    }

    /**
     * Returns where the room is: at the address of its newest owner's node. It changes when the room moves, so clients
     * ask for it again, in the supplier of {@code RemoteStates.Builder.server}. Let a service of yours answer them,
     * because the store also has the keys of rooms, which no client may read.
     *
     * @param beats of the same {@link RoomStore}
     * @return the address that the node shows; null if it shows none, such as while it starts
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable String address(Map<String, NodeBeat> beats) {
        NodeBeat beat = beats.get(node(owner()));
        return beat == null || beat.address().isEmpty() ? null : beat.address();
    }
}
