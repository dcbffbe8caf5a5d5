package io.github.freestep.physics.lockstep;

import io.github.freestep.physics.EventHandler;
import io.github.freestep.physics.PhysicsEvent;
import java.util.TreeMap;

/** Compares the hashes of a peer with those of another, tick by tick, until they differ. For any number of threads. */
final class HashComparison implements EventHandler {
    /** Sends a hash to the other peer. */
    interface Sender {
        void send(long tick, long hash);
    }

    private static final long NONE = -1;

    private final Sender toPeer;
    private final TreeMap<Long, Long> own = new TreeMap<>();
    private final TreeMap<Long, Long> peers = new TreeMap<>();
    private volatile long agreedTick = NONE;
    private volatile long differentTick = NONE;

    HashComparison(Sender toPeer) {
        this.toPeer = toPeer;
    }

    @Override
    public void onEvent(PhysicsEvent event) {
        if (event.kind() == PhysicsEvent.Kind.HASH) {
            synchronized (this) {
                compare(own, peers, event.tick(), event.hash());
            }
            toPeer.send(event.tick(), event.hash());
        }
    }

    @Override
    public synchronized void onMissed(long count, long sinceTick) {
        differ(sinceTick);
    }

    synchronized void peerHash(long tick, long hash) {
        compare(peers, own, tick, hash);
    }

    private void compare(TreeMap<Long, Long> side, TreeMap<Long, Long> other, long tick, long hash) {
        Long expected = other.remove(tick);
        if (expected == null) {
            side.put(tick, hash);
        } else if (!other.isEmpty() && other.firstKey() < tick) {
            differ(other.firstKey()); // This side has skipped it.
        } else if (expected != hash) {
            differ(tick);
        } else if (agrees()) {
            agreedTick = tick;
        }
    }

    private void differ(long tick) {
        differentTick = agrees() ? tick : differentTick;
    }

    boolean agrees() {
        return differentTick == NONE;
    }

    /** The newest tick that both have hashed alike, -1 before the first. */
    long agreedTick() {
        return agreedTick;
    }

    /** The first tick that differs or that one side lacks, -1 if there is none. */
    long differentTick() {
        return differentTick;
    }

    @Override
    public String toString() {
        return "the same up to tick " + agreedTick + (agrees() ? "" : ", different at tick " + differentTick);
    }
}
