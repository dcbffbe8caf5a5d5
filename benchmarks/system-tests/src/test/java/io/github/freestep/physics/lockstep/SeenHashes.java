package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;

/** The hashes of one peer by their ticks. For any threads. */
final class SeenHashes implements MatchPeer.Hashes {
    private final ConcurrentSkipListMap<Long, Long> hashes = new ConcurrentSkipListMap<>();

    @Override
    public void hash(long tick, long hash) {
        hashes.put(tick, hash);
    }

    /** The newest tick, or 0. */
    long newest() {
        return hashes.isEmpty() ? 0 : hashes.lastKey();
    }

    /**
     * Checks that no peer misses a tick, and that all have the same hash of each tick that they have. The peers may
     * still play.
     */
    static void assertSame(List<SeenHashes> peers) {
        for (SeenHashes peer : peers) {
            long newest = peer.newest();
            long ticks = newest - peer.hashes.firstKey() + 1;
            assertEquals(ticks, peer.hashes.headMap(newest, true).size(), () -> "ticks of " + peer.hashes.keySet());
        }
        SeenHashes first = peers.get(0);
        long common = 0;
        for (Map.Entry<Long, Long> tick : first.hashes.entrySet()) {
            Set<Long> different = peers.stream()
                    .map(peer -> peer.hashes.getOrDefault(tick.getKey(), tick.getValue()))
                    .collect(Collectors.toSet());
            assertEquals(Set.of(tick.getValue()), different, () -> "hashes of tick " + tick.getKey());
            common += peers.stream().allMatch(peer -> peer.hashes.containsKey(tick.getKey())) ? 1 : 0;
        }
        assertTrue(common > MatchPeer.RATE / 2, "ticks in common: " + common);
    }
}
