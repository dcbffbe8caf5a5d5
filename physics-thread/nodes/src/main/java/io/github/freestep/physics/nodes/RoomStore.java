package io.github.freestep.physics.nodes;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.NavigableMap;

/**
 * Keeps what the nodes of one game agree about: who owns a room, its newest save, which nodes run, and who holds a
 * lease. Use a {@link FileRoomStore} or a {@link PostgresRoomStore}, or implement it on what you have, and extend
 * {@code RoomStoreContract} to test that. To open one, see the example of {@link FileRoomStore}.
 *
 * <p>Owners of a room have numbers, which grow by one. A number is a fence: whatever an owner does after the next one
 * has come is refused with an {@link OldOwnerException}, however long its node stood still before.
 *
 * <p>Safe for use by any number of threads and processes. All calls block until the store has answered. A call that
 * fails with an {@link IOException} has left everything as it was, or has done all of it, if only the answer was lost.
 * Call it again: a claim then gets another number, and a save is written again.
 */
public interface RoomStore {
    /** What an owner passes that has begun with the newest save. */
    long NEWEST = Long.MAX_VALUE;

    /**
     * Creates a room that has not run yet. Its owner is 0, which is no node. Only this makes a room new, so one whose
     * save was lost is refused, instead of beginning again.
     *
     * @param room from 0 to 65535, its number on a shared port
     * @param key the key of its senders, which never changes
     * @param save what its first owner begins with
     * @throws IOException if the room exists, even if its save was lost
     */
    void create(int room, byte[] key, byte[] save) throws IOException;

    /**
     * Makes a node the owner of a room. From then on, no save of an older owner is confirmed, and what was confirmed
     * before is read.
     *
     * @param room a room that exists
     * @param node the node's name: 1 to 100 lower-case letters from a to z, digits, dots, hyphens and underscores
     * @return the owner's number, which no other call returns; 1 for the first owner
     * @throws IOException if there is no such room, or the store does not answer
     */
    long claim(int room, String node) throws IOException;

    /**
     * Checks that no other owner has come. Nodes ask this twice a second for each room, so it reads no save.
     *
     * @param room a room that exists
     * @param owner a number that {@link #claim} has returned
     * @throws OldOwnerException if there is a newer owner
     * @throws IOException if there is no such room, or the store does not answer, which proves nothing
     */
    void requireOwner(int room, long owner) throws IOException;

    /**
     * Reads the newest save of a room and who has owned the room since then.
     *
     * @param room a room that exists
     * @return what was true at one moment of this call
     * @throws IOException if there is no such room, its save was lost, or the store does not answer
     */
    StoredRoom read(int room) throws IOException;

    /**
     * Reads all saves of a room with which an owner can begin, because the newest one may be damaged, or may be of a
     * world that fails at once. These are the newest and older ones that {@link #save} has kept.
     *
     * @param room a room that exists
     * @return the saves by the times at which they were made, in milliseconds by the store's clock; the last one is the
     *     newest
     * @throws IOException if there is no such room, its newest save was lost, or the store does not answer
     */
    NavigableMap<Long, byte[]> saves(int room) throws IOException;

    /**
     * Does the same as the other method, for an owner that has begun with the newest save.
     *
     * @param room a room that exists
     * @param owner a number that {@link #claim} has returned
     * @param save the bytes
     * @throws IOException as the other method does
     */
    default void save(int room, long owner, byte[] save) throws IOException {
        save(room, owner, save, NEWEST);
    }

    /**
     * Replaces the newest save of a room as a whole, if the caller is its newest owner. Once this has returned, the
     * save is confirmed: each later owner begins with it or with a newer one, also after a power cut, unless it finds
     * that save damaged or failing.
     *
     * <p>Keeps older saves, too: after an hour, one that is 1 to 2 minutes old, one of 10 to 20 minutes, one of 1 to 2
     * hours, and at most three that will replace these. Only what was confirmed is kept.
     *
     * @param room a room that exists
     * @param owner a number that {@link #claim} has returned
     * @param save the bytes, which the store does not look into
     * @param begun which of the {@link #saves} this owner has begun with, until its first save is confirmed, and then
     *     {@link #NEWEST}. Newer ones are skipped: they are not among the saves any more, but the newest four stay in
     *     the store for the operator.
     * @throws OldOwnerException if there is a newer owner, also if it has come after the save was written
     * @throws IOException if there is no such room, or the store does not take the save, such as on a full disk
     */
    void save(int room, long owner, byte[] save, long begun) throws IOException;

    /**
     * Shows the others that a node runs, and where. Replaces the beat before, which a power cut may bring back.
     *
     * @param node the node's name, as for {@link #claim}; a node that restarts should take the same, because the store
     *     keeps one beat of each name for ever
     * @param beat its number must differ from that of the beat before
     * @throws IOException if the store does not take the beat
     */
    void beat(String node, NodeBeat beat) throws IOException;

    /**
     * Returns the newest beat of each node, also of those that have ended. Whoever sees the same beat for a while by
     * its own clock knows that the node has written none meanwhile, so no clocks need to agree.
     *
     * @return the beats, by the names of nodes
     * @throws IOException if the store does not answer
     */
    Map<String, NodeBeat> beats() throws IOException;

    /**
     * Gives a lease to a node if no other holds it, or renews it. At most one node holds a lease at a time. The store's
     * clock decides when it ends, so a holder should count from before this call, and stop a tenth earlier. If that
     * clock steps, or a holder is suspended and then continues, two nodes can believe that they hold the lease, so
     * fence what a holder decides, such as by a {@link #claim}.
     *
     * @param name the lease's name, as those of nodes
     * @param node who wants it
     * @param time until the lease ends, up to a day, rounded up to milliseconds; 0 gives it back
     * @return whether the node holds it; false if another one does
     * @throws IOException if the store does not answer
     */
    boolean lease(String name, String node, Duration time) throws IOException;
}
