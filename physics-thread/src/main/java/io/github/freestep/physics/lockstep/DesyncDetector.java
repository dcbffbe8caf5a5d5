package io.github.freestep.physics.lockstep;

import io.github.freestep.physics.EventHandler;
import io.github.freestep.physics.PhysicsEvent;
import java.util.Objects;

/**
 * Compares the state hashes of this side with those of a peer, tick by tick, and reports the first tick at which they
 * differ. Safe for use by any number of threads. Allocates only when it is created; its memory is bounded. The getters
 * are wait-free. The methods that take hashes hold a lock for some nanoseconds; the physics thread never calls them.
 *
 * <p>The hashes of this side come as events, and none may be missed. Subscribe the detector before the start:
 *
 * <pre>{@code
 * DesyncDetector hashes = new DesyncDetector(1_024, link::sendHash);
 * physics.events().with(Kind.HASH).capacity(1_024).onSlow(SlowConsumerPolicy.end()).subscribe("hashes", hashes);
 * }</pre>
 *
 * <p>The peer's hashes come from the network: the thread that receives one calls {@link #peerHash}. The detector
 * compares a tick when the second of its two hashes arrives. With several peers, use one detector for each.
 *
 * <p>Comparing ends permanently at the first tick that differs, or that can't be compared. {@link #verdict} says which
 * of the two, and {@link #toString} says it in words. A verdict is only about ticks that were compared: the states of
 * both sides are the same up to {@link #agreedTick}.
 */
public final class DesyncDetector implements EventHandler {
    private static final int MOST_WAITING = 1 << 20;

    /** Sends hashes to a peer. */
    @FunctionalInterface
    public interface Sender {
        /**
         * Sends the hash of a tick. The thread that delivers the events calls it, in the order of ticks. It may block.
         * That delays only this detector; but once the buffer of its subscription is full, events are lost.
         *
         * @param tick the tick whose state was hashed
         * @param hash the hash, to be passed to the peer's {@link DesyncDetector#peerHash}
         */
        void send(long tick, long hash);
    }

    /** The result of the comparison so far. May get more constants: a {@code switch} needs a default branch. */
    public enum Verdict {
        /** All ticks that both sides have hashed are the same. The only verdict that can change. */
        AGREE,
        /** The states differ. */
        DIFFER,
        /** One side has a hash of a tick, and the other side skipped that tick. */
        UNMATCHED,
        /** One side is ahead of the other by more hashes than the capacity. */
        TOO_FAR_APART,
        /** Hashes of this side were lost, because they were not taken in time. */
        MISSED
    }

    private final Sender toPeer;
    private final Object lock = new Object();

    // A ring with the hashes of the side that is ahead. They wait for the hashes of the other side.
    // Guarded by the lock.
    private final long[] ticks;
    private final long[] hashes;
    private int first;
    private int waiting;
    private boolean ownWait;

    private long peerTick = -1;

    /** Whether the hash that ended the comparison was this side's. For {@link #toString} only. */
    private boolean endedByOwn;

    private volatile long agreedTick = -1;
    private volatile long firstDifferentTick = -1;
    /** Written last: a thread that sees the end also sees its tick. */
    private volatile Verdict verdict = Verdict.AGREE;

    /**
     * Makes a detector for one peer, with room for a number of hashes.
     *
     * @param capacity the number of hashes by which one side may be ahead, from 1 to 1048576; each takes 16 bytes
     * @param toPeer sends each hash of this side, even after the end, so that the peer reaches the same verdict
     * @throws IllegalArgumentException if the capacity is out of range
     */
    public DesyncDetector(int capacity, Sender toPeer) {
        if (capacity < 1 || capacity > MOST_WAITING) {
            throw new IllegalArgumentException("capacity must be between 1 and " + MOST_WAITING + " hashes, was "
                    + capacity + "; it should cover the input delay and the travel time to the peer");
        }
        this.toPeer = Objects.requireNonNull(toPeer, "toPeer must not be null");
        ticks = new long[capacity];
        hashes = new long[capacity];
    }

    /**
     * Takes a hash of this side, and sends it to the peer. Ignores events of other kinds.
     *
     * @param event an event of the service that this side runs
     */
    @Override
    public void onEvent(PhysicsEvent event) {
        if (Objects.requireNonNull(event, "event must not be null").kind() == PhysicsEvent.Kind.HASH) {
            ownHash(event.tick(), event.hash());
        }
    }

    /** Ends the comparison, because lost hashes can't be compared. */
    @Override
    public void onMissed(long count, long sinceTick) {
        synchronized (lock) {
            end(Verdict.MISSED, sinceTick, true);
        }
    }

    void ownHash(long tick, long hash) {
        synchronized (lock) {
            compare(true, tick, hash);
        }
        // Called outside the lock, because it may block, and last, because it may throw.
        toPeer.send(tick, hash);
    }

    /**
     * Takes a hash that the peer has sent.
     *
     * @param tick the tick whose state was hashed; must be above that of the preceding call
     * @param hash the hash that the peer's {@link Sender} sent
     * @throws IllegalArgumentException if hashes come out of order; the transport must keep their order
     */
    public void peerHash(long tick, long hash) {
        synchronized (lock) {
            if (tick <= peerTick) {
                throw new IllegalArgumentException("the tick of the peer's hash must be above " + peerTick + ", was "
                        + tick + "; use a transport that keeps the order");
            }
            peerTick = tick;
            compare(false, tick, hash);
        }
    }

    private void compare(boolean own, long tick, long hash) {
        if (verdict != Verdict.AGREE) {
            return;
        }
        if (waiting == 0 || ownWait == own) {
            await(own, tick, hash);
        } else if (tick != ticks[first]) {
            // Both sides are in order, so the earlier tick will never get its other hash.
            end(Verdict.UNMATCHED, Math.min(tick, ticks[first]), tick < ticks[first] ? own : ownWait);
        } else if (hash != hashes[first]) {
            end(Verdict.DIFFER, tick, own);
        } else {
            first = (first + 1) % ticks.length;
            waiting--;
            agreedTick = tick;
        }
    }

    private void await(boolean own, long tick, long hash) {
        if (waiting == ticks.length) {
            end(Verdict.TOO_FAR_APART, tick, own);
            return;
        }
        ownWait = own;
        int last = (first + waiting++) % ticks.length;
        ticks[last] = tick;
        hashes[last] = hash;
    }

    private void end(Verdict reason, long tick, boolean byOwn) {
        if (verdict == Verdict.AGREE) {
            firstDifferentTick = tick;
            endedByOwn = byOwn;
            verdict = reason;
        }
    }

    /**
     * Returns the result of the comparison so far.
     *
     * @return a verdict that never changes unless it is {@link Verdict#AGREE}
     */
    public Verdict verdict() {
        return verdict;
    }

    /**
     * Returns the newest tick that both sides have hashed alike. All hashed ticks before it are the same, too.
     *
     * @return a tick's number; -1 before the first comparison
     */
    public long agreedTick() {
        return agreedTick;
    }

    /**
     * Returns the tick at which the comparison ended: the first tick whose states differ, whose hash only one side has,
     * whose hash found no room, or whose hash was missed.
     *
     * @return a tick's number; -1 while both sides agree
     */
    public long firstDifferentTick() {
        return firstDifferentTick;
    }

    /** Describes the verdict, and what to do about it. */
    @Override
    public String toString() {
        synchronized (lock) {
            return inWords();
        }
    }

    private String inWords() {
        String side = endedByOwn ? "this side" : "the peer";
        String why = switch (verdict) {
            case AGREE -> waiting + " hashes wait for " + (ownWait ? "the peer's" : "this side's");
            case DIFFER -> "the states of tick " + firstDifferentTick + " differ";
            case UNMATCHED ->
                "only " + side + " has a hash of tick " + firstDifferentTick
                        + "; let both sides subscribe before the start, at the same tick, and use the same hashEvery";
            case TOO_FAR_APART ->
                side + " is already at tick " + firstDifferentTick + ", and " + waiting
                        + " of its hashes wait for the other side's;"
                        + " raise the capacity, or find out what delays the other";
            case MISSED ->
                "this side lost its hashes from tick " + firstDifferentTick
                        + " on, because the handler was too slow; raise the capacity of the subscription";
        };
        return (agreedTick < 0 ? "nothing compared yet; " : "the same up to tick " + agreedTick + "; ") + why;
    }
}
