package io.github.freestep.physics.nodes;

import io.github.freestep.time.NanoClock;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Shows other nodes that this one renews its leases, and says which of them are silent: they have written no beat for
 * as long as a lease lasts. A new owner need not wait for the leases of a silent node. Any thread may ask.
 *
 * <p>A node renews leases only as of a moment before its newest beat was written, and looks for newer owners after it.
 * A new owner claims, and then looks for a newer beat. If there is one, it waits. If there is none, the owner before
 * will write its next beat after that look, and then finds the claim. Clocks are not compared: the silence is the time
 * for which this node has seen the same beat.
 */
final class NodeBeats {
    /** A node that was held up for longer, or whose store was, cannot say that others are silent. */
    private static final long BREAK_NANOS = 1_500_000_000;

    private record Seen(NodeBeat beat, long sinceNanos) {}

    /** @param nanos before it was written */
    private record Written(long number, long nanos) {}

    final RoomStore store;
    final String node;
    private final NanoClock clock;

    /** What beats show. */
    private volatile String toShow = "";

    /** The newest own beat. Its number begins at random, so that another process of the same name writes others. */
    private volatile Written newest;

    /** The newest beats, as of the last look, and when that was. */
    private volatile Map<String, Seen> seen = Map.of();

    private volatile long lookedNanos;

    /** When the newest own beat was written that the store has returned, and since when it has without a break. */
    private volatile long confirmedNanos;

    private volatile long steadyNanos;
    private volatile boolean isConfirmed;

    /** How often the store has returned the beats since this node has started. */
    volatile long looks;

    /** @param node the name of this node */
    NodeBeats(RoomStore store, String node, NanoClock clock) {
        this.store = store;
        this.node = node;
        this.clock = clock;
        newest = new Written(new SecureRandom().nextLong(), clock.nanoTime());
    }

    /** Shows an address in the next beats. */
    void show(String address) {
        toShow = address;
    }

    /** Whether the store has returned a beat of this node that shows an address. */
    boolean isShown(String address) {
        Seen own = seen.get(node);
        return own != null && own.beat().address().equals(address);
    }

    /** Returns the age of the newest own beat that the store has returned. */
    long ageNanos() {
        return isConfirmed ? clock.nanoTime() - confirmedNanos : Long.MAX_VALUE;
    }

    /** Returns the time before the newest beat was written; for leases, which are as old as it. */
    long writtenNanos() {
        return newest.nanos();
    }

    /** Writes a beat. */
    void beat() throws IOException {
        Written next = new Written(newest.number() + 1, clock.nanoTime());
        store.beat(node, new NodeBeat(next.number(), toShow));
        newest = next;
    }

    /** Writes a beat, if the store takes it: rooms that need it report that it did not. For one thread. */
    void write() {
        try {
            beat();
        } catch (IOException | RuntimeException unwritten) {
            newest = new Written(newest.number() + 1, newest.nanos()); // it may have been written
        }
    }

    /** Notes the beats of all nodes. For one other thread, because a slow store must not delay the next own beat. */
    void read() {
        try {
            note();
        } catch (IOException | RuntimeException | Error unknown) {
            seen = Map.of(); // new owners wait for leases
        }
    }

    private void note() throws IOException {
        Written written = newest;
        Map<String, NodeBeat> found = store.beats();
        long now = clock.nanoTime();
        Map<String, Seen> before = seen;
        Map<String, Seen> noted = new HashMap<>();
        found.forEach((name, beat) -> {
            Seen last = before.get(name);
            noted.put(name, last == null || last.beat().number() != beat.number() ? new Seen(beat, now) : last);
        });
        NodeBeat own = found.get(node);
        if (own != null && own.number() - written.number() >= 0) {
            steadyNanos = ageNanos() > BREAK_NANOS ? now : steadyNanos;
            confirmedNanos = written.nanos();
            isConfirmed = true;
        }
        lookedNanos = now;
        seen = noted;
        looks++;
    }

    /** Whether all leases of a node have ended. Call it after the claim of a room. False if it is not known. */
    boolean isSilent(String other) throws IOException {
        Seen last = seen.get(other);
        if (last == null || clock.nanoTime() - last.sinceNanos() < Lease.WAIT_NANOS) {
            return false;
        }
        NodeBeat newest = store.beats().get(other);
        return newest != null && newest.number() == last.beat().number();
    }

    /**
     * Whether a member has written no beat for as long as its leases last, although the store has returned those of
     * this node meanwhile, or another process has its name, which shows no address before it has joined. A store that
     * hangs holds up all nodes, and one of them is the first to continue.
     */
    boolean isLost(String other) {
        Seen last = seen.get(other);
        return last != null
                && (lookedNanos - last.sinceNanos() >= Lease.NANOS
                        || last.beat().address().isEmpty())
                && lookedNanos - steadyNanos >= Lease.NANOS
                && ageNanos() <= BREAK_NANOS;
    }

    /** Returns the addresses that other nodes show which have written a beat within a time, as far as it is known. */
    List<String> shown(long nanos) {
        return seen.entrySet().stream()
                .filter(each -> !each.getKey().equals(node)
                        && clock.nanoTime() - each.getValue().sinceNanos() < nanos)
                .map(each -> each.getValue().beat().address())
                .filter(address -> !address.isEmpty())
                .toList();
    }
}
