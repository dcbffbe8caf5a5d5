package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/** What one peer has stepped: the hashes of ticks, and the actions of players. For any threads. */
final class SeenHashes implements MatchPeer.Steps {
    private final ConcurrentSkipListMap<Long, Long> hashes = new ConcurrentSkipListMap<>();

    /** The number of each action of a player, and the tick that it was stepped in. */
    private final Map<Integer, List<String>> actions = new ConcurrentHashMap<>();

    @Override
    public void hash(long tick, long hash) {
        hashes.put(tick, hash);
    }

    @Override
    public void action(long tick, int player, long number) {
        actions.computeIfAbsent(player, each -> new CopyOnWriteArrayList<>()).add(number + " in " + tick);
    }

    /** Returns how many actions of a player were stepped. */
    int actions(int player) {
        return actions.getOrDefault(player, List.of()).size();
    }

    /** Checks that all peers have stepped the same actions of a player, each once and in order, at the same ticks. */
    static void assertSameActions(List<SeenHashes> peers, int player) {
        // Copies, because the peers may still play.
        List<String> first = List.copyOf(peers.get(0).actions.get(player));
        for (int number = 0; number < first.size(); number++) {
            assertTrue(
                    first.get(number).startsWith(number + " in "), () -> "actions of player " + player + ": " + first);
        }
        for (SeenHashes peer : peers) {
            List<String> own = List.copyOf(peer.actions.get(player));
            int common = Math.min(first.size(), own.size());
            assertEquals(first.subList(0, common), own.subList(0, common));
        }
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
