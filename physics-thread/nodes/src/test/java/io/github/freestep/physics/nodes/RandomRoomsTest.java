package io.github.freestep.physics.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.nodes.RoomEvents.End;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nodes that stand still, die, and are asked to start and stop a room at random, also several at a time. No older owner
 * steps after a newer one, and no room begins before a tick whose save was confirmed.
 */
class RandomRoomsTest {
    private static final int ROOM = 0;
    private static final long STEP_NANOS = 10_000_000;
    private static final int SEEDS = Thorough.of(20, 200);

    @TempDir
    Path folder;

    private final VirtualClock clock = new VirtualClock(0);
    private long newestStepped;
    private long confirmed;
    private int moves;
    private int restarts;
    private int refused;
    private int early;
    private int nodes;

    @Test
    void noRoomRunsTwice() throws IOException {
        long[] seeds = Seeds.first(SEEDS).toArray();
        for (long seed : seeds) {
            run(folder.resolve(Long.toString(seed)), Seeds.random(seed), "seed " + seed);
        }
        if (seeds.length < SEEDS) {
            return; // a failure is repeated
        }
        // Otherwise the runs would prove little.
        assertTrue(moves > SEEDS, moves + " moves");
        assertTrue(restarts > SEEDS, restarts + " restarts");
        assertTrue(refused > 0, "no owner was superseded");
        assertTrue(early > 0, "no owner began before a lease");
    }

    private void run(Path store, Random random, String name) throws IOException {
        newestStepped = 0;
        confirmed = 0;
        Save.create(FileRoomStore.in(store), ROOM);
        List<FakeNode> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            all.add(new FakeNode(store, name));
        }
        for (int i = 0; i < 3_000; i++) {
            FakeNode node = all.get(random.nextInt(all.size()));
            switch (random.nextInt(400)) {
                case 0, 1, 2 -> node.host.start(ROOM);
                case 3, 4 -> node.host.leave(ROOM, RoomEvents.Kind.MOVED);
                case 5 -> node.host.leave(ROOM, RoomEvents.Kind.ASLEEP);
                case 6 -> node.standsUntilNanos = clock.nanoTime() + random.nextInt(500) * STEP_NANOS;
                case 7 -> all.set(all.indexOf(node), new FakeNode(store, name));
                default -> {}
            }
            all.forEach(FakeNode::run);
            clock.advance(STEP_NANOS);
        }
        long before = newestStepped;
        all.forEach(node -> node.standsUntilNanos = 0);
        all.forEach(node -> node.host.leaveAll());
        FakeNode last = new FakeNode(store, name);
        all.add(last);
        for (int i = 0; i < 500; i++) {
            last.host.start(ROOM);
            all.forEach(FakeNode::run);
            clock.advance(STEP_NANOS);
        }
        assertTrue(newestStepped > before, name + ": the room must run in the end");
        assertEquals(1, last.host.size());
    }

    private final class FakeNode extends KeptRooms {
        final RoomHost host;
        final String name;
        final NodeBeats beats;
        long standsUntilNanos;
        private long claimedNanos;
        private int runs;

        FakeNode(Path folder, String name) throws IOException {
            this.name = name;
            RoomStore store = KeptStore.watched(FileRoomStore.in(folder), (call, arguments) -> {
                if (call.equals("claim")) {
                    claimedNanos = clock.nanoTime();
                }
            });
            beats = KeptRooms.beats(folder, "node-" + nodes++, clock);
            beats.beat();
            host = new RoomHost(room -> keeper(room, store, beats, clock), this, clock);
        }

        @Override
        public RoomKeeper.Room start(int room, long owner, Save from, Lease lease) throws IOException {
            assertTrue(
                    from.tick() >= confirmed,
                    name + ": owner " + owner + " began from " + from + ", but tick " + confirmed
                            + " was saved and confirmed");
            if (!from.kind().isLast() && clock.nanoTime() - claimedNanos < Lease.WAIT_NANOS) {
                early++;
            }
            return super.start(room, owner, from, lease);
        }

        /** Steps before it looks at the store, as after a stand-still. */
        void run() {
            if (clock.nanoTime() < standsUntilNanos) {
                return;
            }
            for (KeptRoom room : started) {
                if (room.step()) {
                    assertTrue(
                            room.owner >= newestStepped,
                            () -> name + ": owner " + room.owner + " has stepped after owner " + newestStepped);
                    newestStepped = room.owner;
                }
            }
            if (runs++ % 10 == 0) {
                KeptRooms.look(beats);
            }
            host.look();
            host.poll();
        }

        @Override
        public void began(int room, long owner, RoomEvents.Kind from, long tick) {
            if (from == RoomEvents.Kind.RUNNING) {
                restarts++;
            } else {
                moves++;
            }
        }

        @Override
        public void saved(int room, long owner, long tick) {
            confirmed = Math.max(confirmed, tick);
        }

        @Override
        public void ended(int room, long owner, End end, long tick) {
            if (end == End.SUPERSEDED) {
                refused++;
            }
        }
    }
}
