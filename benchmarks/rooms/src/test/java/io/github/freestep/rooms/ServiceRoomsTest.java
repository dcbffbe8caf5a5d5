package io.github.freestep.rooms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.RemoteStates;
import io.github.freestep.physics.HandedOver;
import io.github.freestep.physics.PhysicsGroup;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Await;
import io.github.freestep.time.NanoClock;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Services begin, go on from both kinds of saves, and stop with their lease. */
class ServiceRoomsTest {
    @TempDir
    Path folder;

    private final List<String> log = new ArrayList<>();
    private final ServiceRooms.StepLog steps = new ServiceRooms.StepLog() {
        @Override
        public void starting(int room, long owner, long nanos) {
            log.add("starting");
        }

        @Override
        public void stopped(int room, long owner, long nanos) {
            log.add("stopped");
        }
    };
    private final PhysicsGroup group = PhysicsGroup.open(1);
    private final Lease lease = new Lease(NanoClock.system(), TimeUnit.HOURS.toNanos(1), System.nanoTime());

    @AfterEach
    void close() {
        group.close();
    }

    @Test
    void aRoomGoesOnFromASaveAndFromItsLastSave() throws IOException {
        RoomKeeper.Room first = start(Save.created(), lease);
        Save copy = saveAfter(first, 3);
        Save last = first.leave(Save.Kind.MOVED).join();
        assertTrue(last.tick() >= copy.tick());
        first.close().join();
        assertEquals(List.of("starting", "stopped"), log);

        RoomKeeper.Room moved = start(last, lease);
        assertTrue(saveAfter(moved, last.tick() + 1).tick() > last.tick());
        moved.close().join();

        RoomKeeper.Room restarted = start(copy, lease);
        Save again = restarted.save().join();
        assertTrue(again.tick() >= copy.tick());
        assertEquals(again.tick(), steps(again), "as many steps as ticks");
        restarted.close().join();
    }

    @Test
    void aRoomFailsWhenItsLeaseEnds() throws IOException {
        RoomKeeper.Room room = start(Save.created(), lease);
        saveAfter(room, 3);
        lease.end();
        Await.until(() -> room.failure() != null);
        assertTrue(room.failure().getMessage().contains("the lease of this node has ended"), room.failure()::toString);
        assertThrows(
                CompletionException.class, () -> room.leave(Save.Kind.MOVED).join());
        room.close().join();
    }

    @Test
    void aDamagedLastSaveStartsNothing() {
        Save damaged = new Save(Save.Kind.MOVED, 5, new byte[20]);
        assertThrows(IOException.class, () -> start(damaged, lease));
    }

    @Test
    void aStartThatFailsLeavesNothingBehind() throws IOException {
        long senders = senders();
        RoomStore without = new RoomStore(folder);
        without.create(0);
        Files.createDirectory(folder.resolve("0/1.address.part")); // so the address cannot be published
        ServiceRooms rooms =
                new ServiceRooms(group, DemoWorld::new, room -> true, without, Runnable::run, moves(without), steps);
        IOException failure = assertThrows(IOException.class, () -> rooms.start(0, 1, Save.created(), lease));
        assertTrue(failure.getMessage().contains("1.address.part"), failure::toString);
        assertEquals(senders, senders());
        assertFalse(lease.isValid());
        assertEquals(List.of("starting", "stopped"), log);
    }

    /** Moves are polled here, so the room stands until this test has seen it at the next owner. */
    @Test
    void aWatcherFollowsARoomThatMoves() throws IOException {
        RoomStore store = new RoomStore(folder);
        store.create(0);
        Moves leaving = moves(store);
        Moves arriving = moves(store);
        RoomKeeper.Room first = watched(store, leaving).start(0, 1, Save.created(), lease);
        try (RemoteStates remote = RemoteStates.builder(DemoWorld.LAYOUT)
                        .port(store.address(0).port())
                        .key(store.key(0))
                        .start();
                StateReader reader = remote.states().reader()) {
            Await.until(() -> reader.acquire() && tick(reader) > 0, remote::lastError);
            Await.until(() -> first.save().join().tick() > 100);
            Save last = first.leave(Save.Kind.MOVED).join();
            assertEquals(1, last.watchers());
            first.close().join();
            RoomKeeper.Room second = watched(store, arriving).start(0, 2, last, lease);
            Await.until(
                    () -> {
                        leaving.poll();
                        reader.acquire();
                        return reader.state(0).stepped(DemoWorld.OWNER)[0] == 2;
                    },
                    remote::lastError);
            assertEquals(last.tick(), tick(reader), "a tick is missing");
            Await.until(
                    () -> {
                        arriving.poll();
                        reader.acquire();
                        return tick(reader) > last.tick() + 10;
                    },
                    remote::lastError);
            assertEquals(tick(reader), remote.serverTick(tick(reader)), "the run goes on");
            assertEquals(0, remote.serverStartTick());
            Await.until(() -> leaving.left().isDone());
            second.close().join();
        }
    }

    /** Such as one that has got the port of a sender that was killed. */
    @Test
    void aWatcherThatFindsTheSenderOfAnotherRoomGoesOnLooking() throws IOException {
        RoomStore store = new RoomStore(folder);
        store.create(0);
        store.create(1);
        ServiceRooms rooms = watched(store, moves(store));
        Watcher watcher = new Watcher(0, store, new Judge(), Runnable::run);
        RoomKeeper.Room first = rooms.start(0, 3, Save.created(), lease);
        Await.until(() -> sees(watcher));
        first.close().join();
        RoomKeeper.Room other = rooms.start(1, 1, Save.created(), lease);
        store.publish(0, new RoomStore.Address(4, "127.0.0.1", store.address(1).port()));
        Await.until(() -> !sees(watcher));
        RoomKeeper.Room second = rooms.start(0, 5, Save.created(), lease);
        Await.until(() -> sees(watcher));
        watcher.end();
        second.close().join();
        other.close().join();
    }

    private static boolean sees(Watcher watcher) {
        try {
            watcher.poll(false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return watcher.isFresh();
    }

    /** A room that leaves while it waits for its watchers must not stand still for ever. */
    @Test
    void aRoomThatLeavesBeforeItsWatchersHaveComeGoesOn() throws IOException {
        RoomStore store = new RoomStore(folder);
        store.create(0);
        PhysicsService paused = PhysicsService.builder(new OwnedWorld(new DemoWorld(1), lease))
                .group(group)
                .rate(ServiceRooms.RATE)
                .inputCapacity(256)
                .start();
        paused.pause().join();
        HandedOver all = paused.handOver().join();
        Save left = new Save(Save.Kind.MOVED, all.tick(), 1, all.toBytes());
        RoomKeeper.Room second = watched(store, moves(store)).start(0, 2, left, lease);
        Save again = second.leave(Save.Kind.ASLEEP).join();
        second.close().join();
        RoomKeeper.Room third = watched(store, moves(store)).start(0, 3, again, lease);
        Await.until(() -> third.save().join().tick() > left.tick() + 10);
        third.close().join();
    }

    private ServiceRooms watched(RoomStore store, Moves moves) {
        return new ServiceRooms(group, DemoWorld::new, room -> true, store, ForkJoinPool.commonPool(), moves, steps);
    }

    private static long tick(StateReader reader) {
        return reader.state(0).tick();
    }

    private static long senders() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("freestep-sender"))
                .count();
    }

    private RoomKeeper.Room start(Save from, Lease owned) throws IOException {
        RoomStore store = new RoomStore(folder);
        return new ServiceRooms(group, DemoWorld::new, room -> false, store, Runnable::run, moves(store), steps)
                .start(0, 1, from, owned);
    }

    private static Moves moves(RoomStore store) {
        return new Moves(store, new KeptRooms(), NanoClock.system());
    }

    private static Save saveAfter(RoomKeeper.Room room, long tick) throws IOException {
        Save save = room.save().join();
        while (save.tick() < tick) {
            save = room.save().join();
        }
        assertEquals(save.tick(), steps(save), "as many steps as ticks");
        return save;
    }

    private static long steps(Save save) throws IOException {
        return new DataInputStream(new ByteArrayInputStream(save.bytes())).readLong();
    }
}
