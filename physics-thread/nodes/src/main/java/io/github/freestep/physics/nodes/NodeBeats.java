package io.github.freestep.physics.nodes;

import io.github.freestep.time.NanoClock;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Shows other nodes that this one renews its leases, and says which other nodes are dead. A node is dead if all
 * of its leases have ended, or if its process has ended. A new owner need not wait for the leases of a dead node.
 * For one thread. Methods block on the store, unless they are for any thread.
 *
 * <p>A node renews leases only as of a moment before its newest beat was written, and looks for newer owners after it.
 * A new owner claims, and then looks for a newer beat. If there is one, it waits. If there is none, the owner before
 * will write its next beat after that look, and then finds the claim. Clocks are not compared: the silence is the time
 * for which this node has seen the same beat.
 *
 * <p>A process that has ended can step nothing. Each one locks a file as long as it runs. A lock counts as gone only if
 * this node has seen it before, because some file systems do not show the locks of other machines. Only the very file
 * whose lock was seen counts, so this node keeps it open: another file of that name, or none, proves nothing. A new
 * beat refutes an end, because a file system may lose a lock.
 */
final class NodeBeats {
    /** Much less than a lease, because leases count from the newest beat. */
    private static final long BEAT_NANOS = 100_000_000;

    private static final long LOOK_NANOS = 100_000_000;

    /** A node that was held up for longer cannot say that others are silent. */
    private static final long BREAK_NANOS = 500_000_000;

    private record Seen(long number, long sinceNanos) {}

    private final RoomStore store;
    /** Null if the store has no folder. Then no node knows that a process has ended, and silence decides. */
    private final @Nullable NodeFiles files;

    private final String node;
    private final NanoClock clock;
    private final Map<String, Seen> seen = new HashMap<>();

    /** The files whose locks were seen at the last look, by node. */
    private final Map<String, FileChannel> living = new HashMap<>();

    /** The nodes whose locks have gone since they were seen. */
    private final Set<String> ended = ConcurrentHashMap.newKeySet();

    /** Begins at random, so that another process of the same name does not write the same numbers. */
    private long number = new SecureRandom().nextLong();

    private long beatNanos;
    private boolean hasBeaten;

    /** When the newest beat was written that the store has returned. */
    private volatile long confirmedNanos;

    private volatile boolean isConfirmed;

    /** When the store has last returned an own beat, and since when it has done so without a break. */
    private long answeredNanos;

    private long steadyNanos;

    /** The nodes that have written no beat for as long as a lease, although this node could. */
    private final Set<String> silent = ConcurrentHashMap.newKeySet();

    /** When they were noted. */
    private volatile long silenceNanos;

    private long lookNanos;

    /** What beats show, and what the newest one does. */
    private volatile String toShow = "";

    private volatile String shown = "";

    /** @param node the name of this node */
    NodeBeats(RoomStore store, @Nullable NodeFiles files, String node, NanoClock clock) {
        this.store = store;
        this.files = files;
        this.node = node;
        this.clock = clock;
        lookNanos = clock.nanoTime();
    }

    String node() {
        return node;
    }

    /** Shows an address in the next beats. For any thread. */
    void show(String address) {
        toShow = address;
    }

    /** Whether the newest beat that the store has shows an address. For any thread. */
    boolean isShown(String address) {
        return shown.equals(address);
    }

    /** Returns the age of the newest own beat that the store has returned. For any thread. */
    long ageNanos() {
        return isConfirmed ? clock.nanoTime() - confirmedNanos : Long.MAX_VALUE;
    }

    /** Writes a beat, unless there is one of a moment ago. Returns the time before the newest one was written. */
    long beat() throws IOException {
        long now = clock.nanoTime();
        if (!hasBeaten || now - beatNanos >= BEAT_NANOS) {
            String address = toShow;
            store.beat(node, new NodeBeat(++number, address));
            shown = address;
            hasBeaten = true;
            beatNanos = now;
        }
        return beatNanos;
    }

    /**
     * Notes the beats and the ends of the other nodes, ten times a second, and writes a beat also if there is no room.
     * Call it often.
     */
    void look() {
        try {
            beat();
        } catch (IOException | RuntimeException unwritten) {
            // Rooms that need it report it.
        }
        if (clock.nanoTime() - lookNanos >= 0) {
            lookNanos = clock.nanoTime() + LOOK_NANOS;
            try {
                note();
                noteSilence();
                noteEnds();
            } catch (IOException | RuntimeException | Error unknown) {
                seen.clear(); // new owners wait for leases
                silent.clear();
            }
        }
    }

    private void note() throws IOException {
        long writtenNanos = beatNanos;
        Map<String, NodeBeat> newest = store.beats();
        long now = clock.nanoTime();
        NodeBeat own = newest.get(node);
        if (hasBeaten && own != null && own.number() == number) {
            if (!isConfirmed || now - answeredNanos > BREAK_NANOS) {
                steadyNanos = now;
            }
            answeredNanos = now;
            confirmedNanos = writtenNanos;
            isConfirmed = true;
        }
        seen.keySet().retainAll(newest.keySet());
        newest.forEach((name, beat) -> {
            Seen before = seen.get(name);
            if (before == null || before.number() != beat.number()) {
                seen.put(name, new Seen(beat.number(), now));
                ended.remove(name); // it may live, whatever its lock says
            }
        });
    }

    /**
     * A store that hangs holds up all nodes, and one of them is the first to continue. So a node must have seen its own
     * beats for as long as it has missed those of another one.
     */
    private void noteSilence() {
        long now = clock.nanoTime();
        boolean isSteady = isConfirmed && now - answeredNanos <= BREAK_NANOS && now - steadyNanos >= Lease.NANOS;
        silent.retainAll(seen.keySet());
        seen.forEach((name, last) -> {
            if (isSteady && !name.equals(node) && now - last.sinceNanos() >= Lease.NANOS) {
                silent.add(name);
            } else {
                silent.remove(name);
            }
        });
        silenceNanos = now;
    }

    private void noteEnds() throws IOException {
        if (files == null) {
            return;
        }
        Set<String> gone = new HashSet<>();
        for (String name : seen.keySet()) {
            try {
                if (!name.equals(node) && endsNow(name)) {
                    gone.add(name);
                }
            } catch (IOException unknown) {
                forget(name); // the others are still looked at
            }
        }
        if (!gone.isEmpty()) {
            note(); // a beat from just before the end is not a new one at the next look
            ended.addAll(gone);
        }
    }

    /** Whether a lock that was seen at the last look has gone, and no other process has the name. */
    private boolean endsNow(String name) throws IOException {
        FileChannel before = living.get(name);
        if (before != null) {
            if (NodeFiles.isLocked(before)) {
                return false;
            }
            forget(name);
        }
        FileChannel file = files.life(name);
        if (file == null) {
            return before != null;
        }
        living.put(name, file);
        if (NodeFiles.isLocked(file)) {
            ended.remove(name);
            return false;
        }
        forget(name);
        return before != null;
    }

    private void forget(String name) {
        FileChannel file = living.remove(name);
        if (file != null) {
            try {
                file.close();
            } catch (IOException e) {
                // Nothing was written to it.
            }
        }
    }

    /** Whether another node is seen to run by its lock; false also if it runs where none is seen. For any thread. */
    boolean isLocked(String other) throws IOException {
        return files != null && files.lives(other);
    }

    /** Whether the process of a node has ended, and no other one has its name, at the last look. For any thread. */
    boolean hasEnded(String other) {
        return ended.contains(other);
    }

    /**
     * Whether a node can run no room: its process has ended, or it has written no beat for as long as its leases last,
     * although the store answers this node. As of the last look. If that was long ago, this node was held up, and does
     * not know whether the other one has written meanwhile. For any thread.
     */
    boolean isLost(String other) {
        return ended.contains(other) || silent.contains(other) && clock.nanoTime() - silenceNanos <= BREAK_NANOS;
    }

    /** Whether all leases of a node have ended. Call it after the claim of a room. False if it is not known. */
    boolean isSilent(String other) throws IOException {
        // A process that gets the name after this look renews no lease before it has looked for newer owners.
        if (ended.contains(other) && !files.lives(other)) {
            note();
            if (ended.contains(other)) {
                return true;
            }
        }
        if (!wasSilent(other)) {
            return false;
        }
        note();
        return wasSilent(other);
    }

    private boolean wasSilent(String other) {
        Seen last = seen.get(other);
        return last != null && clock.nanoTime() - last.sinceNanos() >= Lease.WAIT_NANOS;
    }
}
