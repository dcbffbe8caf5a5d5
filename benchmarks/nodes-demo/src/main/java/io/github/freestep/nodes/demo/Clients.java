package io.github.freestep.nodes.demo;

import io.github.freestep.net.PlayerToken;
import io.github.freestep.net.RemoteStates;
import io.github.freestep.physics.nodes.RoomNodes;
import io.github.freestep.physics.nodes.RoomStore;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Players who watch the rooms, each one of them, and notice how long their pictures stand still. For one thread. */
final class Clients implements AutoCloseable {
    private final List<RemoteStates> all = new ArrayList<>();
    private final long[] states;
    private final long[] newestNanos;

    /** The longest time without a new state since the last report. */
    private long longestNanos;

    Clients(RoomStore store, int clients, int rooms) throws IOException {
        states = new long[clients];
        newestNanos = new long[clients];
        Arrays.fill(newestNanos, System.nanoTime());
        Map<Integer, Supplier<InetSocketAddress>> watches = new HashMap<>();
        for (int i = 0; i < clients; i++) {
            int room = i % rooms;
            byte[] token = PlayerToken.issue(store.read(room).key(), i + 1, Duration.ofDays(1));
            all.add(RemoteStates.builder(DemoWorld.LAYOUT)
                    .server(watches.computeIfAbsent(room, each -> RoomNodes.watch(store, each)))
                    .room(room)
                    .token(() -> token)
                    .onProblem(problem -> {}) // such as that no sender answers, which is measured here
                    .start());
        }
    }

    /** Notes which pictures have moved. Call it often. */
    void look() {
        long now = System.nanoTime();
        for (int i = 0; i < states.length; i++) {
            long newest = all.get(i).receivedStates();
            longestNanos = Math.max(longestNanos, now - newestNanos[i]);
            if (newest != states[i]) {
                states[i] = newest;
                newestNanos[i] = now;
            }
        }
    }

    /** Whether all pictures have moved since a time. */
    boolean haveMovedSince(long nanos) {
        return Arrays.stream(newestNanos).allMatch(newest -> newest - nanos > 0);
    }

    /** Returns for how long a picture stood still since the last call, at most. */
    long takeLongestNanos() {
        long longest = longestNanos;
        longestNanos = 0;
        return longest;
    }

    @Override
    public void close() {
        all.forEach(RemoteStates::close);
    }
}
