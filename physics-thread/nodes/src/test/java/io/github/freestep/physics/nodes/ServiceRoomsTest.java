package io.github.freestep.physics.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.PlayerToken;
import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.SharedPort;
import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import io.github.freestep.time.NanoClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Services begin, go on from both kinds of saves, and stop with their lease. */
class ServiceRoomsTest {
    @TempDir
    Path folder;

    private static final int ROOM = 3;

    private final List<String> log = new ArrayList<>();
    private final RoomEvents steps = new RoomEvents() {
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
    private final Lease lease = new Lease(NanoClock.system(), System.nanoTime() + TimeUnit.HOURS.toNanos(1));

    private final int ports = FreePorts.inARow(2);
    private final SharedPort first = SharedPort.listen("127.0.0.1", ports);
    private final SharedPort second = SharedPort.listen("127.0.0.1", ports + 1);
    private RoomStore store;

    @BeforeEach
    void create() throws IOException {
        store = FileRoomStore.in(folder);
        Save.create(store, ROOM);
    }

    @AfterEach
    void close() {
        first.close();
        second.close();
        group.close();
    }

    @Test
    void aRoomGoesOnFromASaveAndFromItsLastSave() throws IOException {
        RoomKeeper.Room begun = on(first).start(ROOM, 1, Save.created(), lease);
        Save copy = saveAfter(begun, 3);
        Save last = begun.leave(RoomEvents.Kind.MOVED).join();
        assertTrue(last.tick() >= copy.tick());
        begun.close().join();
        assertEquals(List.of("starting", "stopped"), log);

        RoomKeeper.Room moved = on(first).start(ROOM, 1, last, lease);
        assertTrue(saveAfter(moved, last.tick() + 1).tick() > last.tick());
        moved.close().join();

        RoomKeeper.Room restarted = on(first).start(ROOM, 1, copy, lease);
        Save again = restarted.save().join();
        assertTrue(again.tick() >= copy.tick());
        assertEquals(again.tick(), steps(again), "as many steps as ticks");
        restarted.close().join();
    }

    @Test
    void aRoomFailsWhenItsLeaseEnds() throws IOException {
        RoomKeeper.Room room = on(first).start(ROOM, 1, Save.created(), lease);
        saveAfter(room, 3);
        lease.end();
        Await.until(() -> room.failure() != null);
        assertTrue(room.failure().getMessage().contains("the lease of this node has ended"), room.failure()::toString);
        assertThrows(
                CompletionException.class,
                () -> room.leave(RoomEvents.Kind.MOVED).join());
        room.close().join();
    }

    /** The keeper tells it from a world that fails by this. */
    @ParameterizedTest
    @EnumSource(names = {"RUNNING", "MOVED"})
    void aSaveThatCannotBeReadFailsWithAnIoException(RoomEvents.Kind kind) {
        Save save = new Save(kind, 5, new byte[0]);
        assertThrows(UncheckedIOException.class, () -> on(first).start(ROOM, 1, save, lease));
    }

    /** The room moves to another node, which is at another address. */
    @Test
    void aClientFollowsARoomByItsAddress() throws IOException {
        store.beat("first", new NodeBeat(1, "127.0.0.1:" + ports));
        store.beat("second", new NodeBeat(1, "127.0.0.1:" + (ports + 1)));
        store.claim(ROOM, "first");
        RoomKeeper.Room before = on(first).start(ROOM, 1, Save.created(), lease);
        byte[] token = PlayerToken.issue(store.read(ROOM).key(), 1, Duration.ofHours(1));
        try (RemoteStates remote = RemoteStates.builder(KeptWorld.LAYOUT)
                        .server(this::address)
                        .room(ROOM)
                        .token(() -> token)
                        .start();
                StateReader reader = remote.states().reader()) {
            Await.until(() -> shows(reader, 1), remote::lastError);
            Save save = before.leave(RoomEvents.Kind.MOVED).join();
            before.close().join();
            store.claim(ROOM, "second");
            RoomKeeper.Room after = on(second).start(ROOM, 2, save, lease);
            Await.until(() -> shows(reader, 2), remote::lastError);
            after.close().join();
        }
    }

    private SocketAddress address() {
        try {
            String[] address = store.read(ROOM).address(store.beats()).split(":");
            return new InetSocketAddress(address[0], Integer.parseInt(address[1]));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean shows(StateReader reader, long owner) {
        return reader.acquire() && reader.state(0).stepped(KeptWorld.OWNER)[0] == owner;
    }

    private ServiceRooms on(SharedPort node) {
        return new ServiceRooms(group, (room, owner) -> new KeptWorld(owner), 100, store, node, Runnable::run, steps);
    }

    private static Save saveAfter(RoomKeeper.Room room, long tick) {
        Save save = room.save().join();
        while (save.tick() < tick) {
            save = room.save().join();
        }
        assertEquals(save.tick(), steps(save), "as many steps as ticks");
        return save;
    }

    /** The world writes its steps last. */
    private static long steps(Save save) {
        return ByteBuffer.wrap(save.bytes()).getLong(save.bytes().length - Long.BYTES);
    }
}
