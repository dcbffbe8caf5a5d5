package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Peers in one process, each linked to each. One message can be sent with one flipped bit. */
final class Mesh {
    /** Links between peers. A link must keep the order of its messages, and may delay them. */
    interface Links {
        void carry(int from, int to, Runnable delivery);
    }

    static final long NO_FLAW = -1;

    final Players[] players;
    final HashComparison[][] hashes;

    private final int count;
    private final Links links;
    private final long flawedTick;
    private final long[] sent;

    /** Flips one bit of the input that peer 0 sends to peer 1 for {@code flawedTick}. */
    Mesh(int count, long seed, long flawedTick, Links links) {
        this.count = count;
        this.flawedTick = flawedTick;
        this.links = links;
        players = new Players[count];
        hashes = new HashComparison[count][count];
        sent = new long[count];
        for (int peer = 0; peer < count; peer++) {
            int from = peer;
            players[from] = new Players(count, from, new RandomAxes(seed + from), axes -> sendInput(from, axes));
            for (int to = 0; to < count; to++) {
                hashes[from][to] = comparison(from, to);
            }
        }
    }

    private HashComparison comparison(int from, int to) {
        return new HashComparison((tick, hash) -> links.carry(from, to, () -> hashes[to][from].peerHash(tick, hash)));
    }

    HashComparison[] comparisonsOf(int peer) {
        return IntStream.range(0, count)
                .filter(other -> other != peer)
                .mapToObj(other -> hashes[peer][other])
                .toArray(HashComparison[]::new);
    }

    /** Called by the sending peer's thread. */
    private void sendInput(int from, float[] axes) {
        long countsAt = ++sent[from] + Players.DELAY;
        for (int peer = 0; peer < count; peer++) {
            int to = peer;
            boolean flawed = countsAt == flawedTick && from == 0 && to == 1;
            float[] arrives = flawed ? RandomAxes.flawed(axes) : axes;
            if (to != from) {
                links.carry(from, to, () -> players[to].received(from, arrives));
            }
        }
    }

    /** Whether every pair has compared {@code ticks} ticks, or has stopped comparing. */
    boolean done(long ticks) {
        for (int peer = 0; peer < count; peer++) {
            for (HashComparison comparison : comparisonsOf(peer)) {
                if (comparison.agreedTick() < ticks && comparison.agrees()) {
                    return false;
                }
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return Arrays.deepToString(hashes);
    }

    void assertAgree(int peer, int other, String run) {
        assertTrue(hashes[peer][other].agrees(), () -> run + ": " + hashes[peer][other]);
        assertTrue(hashes[other][peer].agrees(), () -> run + ": " + hashes[other][peer]);
    }

    void assertDiffer(long tick, int peer, int other, String run) {
        for (HashComparison comparison : Arrays.asList(hashes[peer][other], hashes[other][peer])) {
            assertEquals(tick, comparison.differentTick(), () -> run + ": " + comparison);
            assertEquals(tick - 1, comparison.agreedTick(), () -> run + ": " + comparison);
        }
    }
}
