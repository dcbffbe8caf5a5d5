package io.github.freestep.physics.nodes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A room whose newest save is damaged or wrong continues from an older one, and one that it cannot read is left. */
class FallBackTest {
    private static final long MILLI = 1_000_000;

    @TempDir
    Path folder;

    private final VirtualClock clock = new VirtualClock(0);
    private final List<Long> begun = new ArrayList<>();
    private final List<Integer> refused = new ArrayList<>();
    private final List<String> reasons = new ArrayList<>();
    private final KeptRooms rooms = new KeptRooms() {
        @Override
        public RoomKeeper.Room start(int room, long owner, Save from, Lease lease) throws IOException {
            if (from.bytes().length > 0) {
                throw new UncheckedIOException(new IOException("the bytes have version 5, this program knows 4"));
            }
            return super.start(room, owner, from, lease);
        }

        @Override
        public void began(int room, long owner, Kind from, long tick) {
            begun.add(tick);
        }

        @Override
        public void fellBack(int room, Duration age, Throwable reason) {
            reasons.add(age.toSeconds() + " s: " + reason.getMessage());
        }
    };

    /** The ticks from which the world fails, after how many steps, and how. */
    private LongPredicate isWrong = tick -> false;

    private int steps = 100;
    private Throwable failure = new IllegalStateException("a broken world");
    private RoomStore store;
    private NodeBeats beats;
    private RoomHost host;
    private boolean isOpen;

    private long last;

    /** Three nodes save a room a hundred times each. */
    @BeforeEach
    void play() throws IOException {
        store = FileRoomStore.in(folder);
        Save.create(store, 0);
        for (int node = 0; node < 3; node++) {
            start("node-" + node);
            poll(76_000);
            leave();
        }
        last = KeptRooms.newest(store, 0).tick();
        begun.clear();
    }

    private void leave() throws IOException {
        host.leave(0, RoomEvents.Kind.MOVED);
        isOpen = false;
        poll(6_000);
        assertEquals(0, host.size());
    }

    @Test
    void eachWrongBitInTheNewestSaveCostsAtMostAMinute() throws IOException {
        Path newest = folder.resolve("0/3.save");
        byte[] wrong = Files.readAllBytes(newest);
        for (int bit = 0; bit < 8 * wrong.length; bit++) {
            wrong[bit / 8] ^= (byte) (1 << bit % 8);
            Files.write(newest, wrong);
            start("node-3");
            poll(2_400); // a lease, because nobody knows whether the owner before has left
            assertEquals(bit + 1, begun.size(), "bit " + bit);
            assertTrue(begun.get(bit) < last && begun.get(bit) >= last - 6_100, "bit " + bit + ": " + begun.get(bit));
            assertTrue(reasons.get(bit).contains("save of a room"), reasons.get(bit));
            wrong[bit / 8] ^= (byte) (1 << bit % 8);
        }
    }

    @Test
    void aWorldThatFailsASecondAfterItsSaveContinuesFromAnOlderOne() throws IOException {
        isWrong = tick -> tick >= last;
        start("node-3");
        poll(60_000);
        assertEquals(4, begun.size());
        assertEquals(last, begun.get(0));
        assertEquals(begun.get(1), begun.get(2), "a room that has failed does not save");
        assertTrue(begun.get(3) < last && begun.get(3) >= last - 6_100, begun::toString);
        assertEquals(1, reasons.size(), reasons::toString);
        assertTrue(reasons.get(0).endsWith(" s: room 0 has failed 3 times in a row, each within 5 s"), reasons.get(0));
        poll(60_000);
        try (Stream<Path> all = Files.list(folder.resolve("0"))) {
            assertTrue(all.anyMatch(each -> each.toString().endsWith(".skipped")), "what was wrong is skipped");
        }
        assertTrue(
                ticks().stream().filter(tick -> tick > begun.get(3)).count() >= 2,
                "it is saved again, with older ones");
    }

    /** Otherwise a program that is broken would cost an hour of each room. */
    @Test
    void aWorldThatFailsFromAllSavesChangesNone() throws IOException {
        isWrong = tick -> true;
        start("node-3");
        poll(1_500);
        List<Long> before = ticks();
        poll(120_000);
        assertTrue(begun.size() > 20, begun::toString);
        assertTrue(begun.lastIndexOf(before.get(before.size() - 1)) > begun.indexOf(before.get(0)), begun::toString);
        assertEquals(before.size(), begun.stream().skip(1).distinct().count());
        for (int runs = begun.size(); begun.size() == runs; ) {
            poll(50);
        }
        leave(); // such as to stop the broken program, while the room is on trial
        assertEquals(before, ticks());
        isWrong = tick -> false;
        start("node-4");
        poll(10_000);
        assertEquals(before.get(before.size() - 1), rooms.newest().from.tick());
    }

    @Test
    void aFullHeapIsNotTheFaultOfASave() throws IOException {
        isWrong = tick -> true;
        failure = new IllegalStateException(new OutOfMemoryError("a full heap"));
        start("node-3");
        poll(60_000);
        assertEquals(List.of(), reasons);
        assertTrue(begun.size() > 10 && begun.get(10) > begun.get(0), begun::toString);
    }

    /** So that one which can read it gets the room. */
    @Test
    void aRoomWhoseSaveThisProgramCannotReadIsLeftToOthersForAMinute() throws IOException {
        isWrong = tick -> true;
        failure = new IllegalStateException(new IOException("the save has version 2, this program knows 1"));
        steps = 0;
        start("node-3");
        poll(3_000);
        assertEquals(List.of(0), refused);
        assertEquals(1, begun.size());
        assertTrue(
                rooms.problems.get(0).getMessage().startsWith("room 0 must have a save that this program can read; "));
        poll(56_000);
        assertEquals(1, begun.size());
        poll(5_000);
        assertEquals(2, begun.size());
        isWrong = tick -> false;
        start("node-4");
        poll(3_000);
        assertEquals(List.of(last, last, last), begun);
    }

    @Test
    void aSaveOfANewerReleaseIsNotDamaged() throws IOException {
        byte[] newer = KeptRooms.newest(store, 0).toBytes();
        newer[7] = 4;
        byte[] inside = new Save(RoomEvents.Kind.MOVED, last, new byte[1]).toBytes();
        for (byte[] save : List.of(newer, inside)) {
            refused.clear();
            store.save(0, store.claim(0, "node-new"), save);
            start("node-3");
            poll(3_000);
            assertEquals(List.of(0), refused);
            assertEquals(List.of(), reasons);
            assertArrayEquals(save, store.read(0).save());
        }
    }

    private List<Long> ticks() throws IOException {
        List<Long> ticks = new ArrayList<>();
        for (byte[] each : store.saves(0).values()) {
            ticks.add(Save.of(each).tick());
        }
        return ticks;
    }

    private void start(String node) throws IOException {
        beats = KeptRooms.beats(folder, node, clock);
        NodeBeats own = beats;
        host = new RoomHost(room -> rooms.keeper(room, store, own, clock), rooms, clock);
        host.onRefused(refused::add);
        isOpen = true;
    }

    /** Polls each 50 ms, after five steps. */
    private void poll(long millis) throws IOException {
        for (long passed = 50; passed <= millis; passed += 50) {
            KeptRooms.look(beats);
            host.look();
            host.poll();
            if (isOpen) {
                host.start(0);
            }
            for (KeptRoom room : rooms.started) {
                for (int i = 0; i < 5; i++) {
                    room.step();
                }
                if (isWrong.test(room.from.tick()) && room.tick >= room.from.tick() + steps) {
                    room.failure = failure;
                }
            }
            clock.advance(50 * MILLI);
            if (passed % 1_000 == 0) {
                FileRoomStoreTest.age(folder.resolve("0"), 1_000);
            }
        }
    }
}
