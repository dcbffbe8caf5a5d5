package io.github.freestep.physics.lockstep;

import io.github.freestep.physics.EventHandler;
import io.github.freestep.physics.PhysicsEvent;
import java.util.Objects;

/**
 * Compares the hashes of one's own states with those of a peer, tick by tick, and names the first tick at which they differ.
 * Safe for use by any number of threads. Allocates nothing once made; its memory is bounded. The getters are wait-free.
 * The methods that take hashes hold a lock for some nanoseconds; the physics thread never calls them.
 *
 * <p>One's own hashes come as events, of which none may be missed. The detector has to join before the start:
 *
 * <pre>{@code
 * DesyncDetector hashes = new DesyncDetector(1_024, link::sendHash);
 * physics.events().with(Kind.HASH).capacity(1_024).onSlow(SlowConsumerPolicy.end()).subscribe("hashes", hashes);
 * }</pre>
 *
 * <p>The peer's hashes come from the network: the thread that receives one calls {@link #peerHash}. The later of a tick's
 * two hashes is compared with the earlier. With several peers, each needs a detector of its own.
 *
 * <p>Comparing ends permanently at the first tick that differs, or that can't be compared. {@link #verdict} says which of
 * the two, and {@link #toString} says it in words. A verdict covers only what was compared: both sides are the same up to
 * {@link #agreedTick}.
 */
public final class DesyncDetector implements EventHandler {
    private static final int MOST_WAITING = 1 << 20;

    /** Sends hashes to a peer. */
    @FunctionalInterface
    public interface Sender {
        /**
         * Sends the hash of a tick. Called by the thread that hands out events, in the order of ticks. It may block: it
         * delays only this detector, until the room for its events is full.
         *
         * @param tick whose state it is
         * @param hash for the peer's {@link DesyncDetector#peerHash}
         */
        void send(long tick, long hash);
    }

    /** How two runs compare so far. May grow: a {@code switch} needs a default branch. */
    public enum Verdict {
        /** All hashes that both sides have sent are the same. The only verdict that can change. */
        AGREE,
        /** The states differ. */
        DIFFER,
        /** One side has a hash of a tick, and the other has none. */
        UNMATCHED,
        /** One side is further ahead of the other than there is room for. */
        TOO_FAR_APART,
        /** Hashes of this side were lost, because they were not taken in time. */
        MISSED
    }

    private final Sender toPeer;
    private final Object lock = new Object();

    // A ring of the hashes that only the side that is ahead has sent. Guarded by the lock.
    private final long[] ticks;
    private final long[] hashes;
    private int first;
    private int waiting;
    private boolean ownWait;

    private long peerTick = -1;

    /** Whether it was a hash of this side that had no match or no room. Only {@link #toString} says it. */
    private boolean endedByOwn;

    private volatile long agreedTick = -1;
    private volatile long firstDifferentTick = -1;
    /** Written last: a thread that sees the end also sees its tick. */
    private volatile Verdict verdict = Verdict.AGREE;

    /**
     * Makes a detector for one peer, with room for a number of hashes.
     *
     * @param capacity by how many hashes one side may be ahead of the other, from 1 to 1048576; each takes 16 bytes
     * @param toPeer sends each of one's own hashes, also after the end, so that the peer comes to the same verdict
     * @throws IllegalArgumentException out of that range
     */
    public DesyncDetector(int capacity, Sender toPeer) {
        if (capacity < 1 || capacity > MOST_WAITING) {
            throw new IllegalArgumentException("capacity must be between 1 and " + MOST_WAITING + " hashes, was "
                    + capacity + "; it should cover the delay of input and the way to the peer");
        }
        this.toPeer = Objects.requireNonNull(toPeer, "the sender must not be null");
        ticks = new long[capacity];
        hashes = new long[capacity];
    }

    /**
     * Takes one of one's own hashes, and sends it to the peer. Ignores events of other kinds.
     *
     * @param event of the one service that this side runs
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
        // Not under the lock, since it may block; and last, since it may throw.
        toPeer.send(tick, hash);
    }

    /**
     * Takes a hash that the peer has sent.
     *
     * @param tick whose state it is; later than that of the one before
     * @param hash as it was sent
     * @throws IllegalArgumentException if the hashes come out of order; the transport must keep their order
     */
    public void peerHash(long tick, long hash) {
        synchronized (lock) {
            if (tick <= peerTick) {
                throw new IllegalArgumentException("the peer's hashes must come in the order of their ticks, but tick "
                        + tick + " came after tick " + peerTick + "; use a transport that keeps the order");
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
     * How the two compare.
     *
     * @return final once it is not {@link Verdict#AGREE}
     */
    public Verdict verdict() {
        return verdict;
    }

    /**
     * The number of the newest tick up to which both sides were compared, and are the same.
     *
     * @return a tick; -1 before the first
     */
    public long agreedTick() {
        return agreedTick;
    }

    /**
     * The number of the tick at which comparing has ended: the first tick that differs, that one side alone has, that
     * found no room, or that was missed.
     *
     * @return a tick; -1 as long as both sides agree
     */
    public long firstDifferentTick() {
        return firstDifferentTick;
    }

    /** The verdict in words, with what to do about it. */
    @Override
    public String toString() {
        synchronized (lock) {
            return inWords();
        }
    }

    private String inWords() {
        String side = endedByOwn ? "this side" : "the peer";
        String why = switch (verdict) {
            case AGREE -> waiting + " more wait for " + (ownWait ? "the peer's" : "this side's");
            case DIFFER -> "the states of tick " + firstDifferentTick + " differ";
            case UNMATCHED ->
                side + " alone has a hash of tick " + firstDifferentTick
                        + "; let both join before the start, at the same tick, and with the same hashEvery";
            case TOO_FAR_APART ->
                side + " is at tick " + firstDifferentTick + " already, with " + waiting
                        + " hashes before it unanswered; make room for more, or see what keeps the other";
            case MISSED ->
                "this side has lost its hashes from tick " + firstDifferentTick
                        + " on, since they were not taken in time; give the subscription more room";
        };
        return (agreedTick < 0 ? "nothing compared yet; " : "the same up to tick " + agreedTick + "; ") + why;
    }
}
