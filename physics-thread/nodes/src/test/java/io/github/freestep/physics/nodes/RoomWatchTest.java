package io.github.freestep.physics.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients hear where their room is, and do not overload the store. */
class RoomWatchTest {
    private static final long FRESH_NANOS = 100_000_000;

    @TempDir
    Path folder;

    private final VirtualClock clock = new VirtualClock(0);
    private RoomStore store;
    private boolean answers = true;
    private boolean isBroken;
    private int reads;
    private RoomWatch watch;

    @BeforeEach
    void create() throws IOException {
        store = FileRoomStore.in(folder);
        Save.create(store, 3);
        store.claim(3, "first");
        store.beat("first", new NodeBeat(1, "127.0.0.2:20121"));
        store.beat("second", new NodeBeat(1, "127.0.0.3:20121"));
        RoomStore counted = KeptStore.watched(store, (name, arguments) -> {
            reads += name.equals("read") ? 1 : 0;
            if (isBroken) {
                throw new IllegalStateException("closed");
            }
            if (!answers) {
                throw new IOException("no answer");
            }
        });
        watch = new RoomWatch(counted, 3, clock);
    }

    @Test
    void theAddressFollowsTheRoomWithinATenthOfASecond() throws IOException {
        assertEquals(InetSocketAddress.createUnresolved("127.0.0.2", 20_121), watch.get());
        store.claim(3, "second");
        clock.advance(FRESH_NANOS);
        assertEquals("127.0.0.3", watch.get().getHostString());
    }

    @Test
    void manyClientsAskTheStoreOnce() {
        for (int client = 0; client < 1_000; client++) {
            watch.get();
        }
        assertEquals(1, reads);
        answers = false;
        clock.advance(FRESH_NANOS);
        for (int client = 0; client < 1_000; client++) {
            assertThrows(UncheckedIOException.class, watch::get);
        }
        assertEquals(2, reads, "also if it does not answer");
        answers = true;
        clock.advance(FRESH_NANOS);
        assertEquals("127.0.0.2", watch.get().getHostString());
    }

    @Test
    void aStoreThatThrowsIsAskedOnce() {
        isBroken = true;
        for (int client = 0; client < 1_000; client++) {
            assertThrows(UncheckedIOException.class, watch::get);
        }
        assertEquals(1, reads);
    }

    @Test
    void aRoomThatRunsNowhereHasNoAddress() throws IOException {
        store.beat("first", new NodeBeat(2, ""));
        assertEquals(
                "room 3 must run on a node that has joined, but does not yet; open it, or ask again",
                assertThrows(IllegalStateException.class, watch::get).getMessage());
        store.beat("first", new NodeBeat(3, "127.0.0.2:20121"));
        clock.advance(FRESH_NANOS);
        assertEquals("127.0.0.2", watch.get().getHostString());
    }
}
