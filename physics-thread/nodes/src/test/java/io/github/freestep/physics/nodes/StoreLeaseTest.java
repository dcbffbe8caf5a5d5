package io.github.freestep.physics.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.ConfigFactory;
import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.pekko.coordination.lease.LeaseSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pekko gets the leases of a store. The clock of the nodes is virtual, but that of the store is not. */
class StoreLeaseTest {
    private static final long SECOND = 1_000_000_000;

    private record Work(long dueNanos, Runnable work) {}

    @TempDir
    Path folder;

    private final VirtualClock clock = new VirtualClock(Long.MAX_VALUE - 5 * SECOND);
    private final List<Optional<Throwable>> lost = new ArrayList<>();

    RoomStore store() throws IOException {
        return FileRoomStore.in(folder);
    }

    /** A node, whose worker stands still unless it is run. */
    private final class Node {
        private final long begin = clock.nanoTime();
        private final Queue<Work> due = new PriorityQueue<>(Comparator.comparing(each -> each.dueNanos() - begin));
        private final StoreLease lease;

        Node(RoomStore store, String owner, Duration time, String patience) {
            Map<String, Object> settings = Map.of(
                    "heartbeat-timeout", time,
                    "heartbeat-interval", time.dividedBy(4),
                    "lease-operation-timeout", patience);
            lease = new StoreLease(
                    LeaseSettings.apply(ConfigFactory.parseMap(settings), "rooms:sbr", owner),
                    store,
                    clock,
                    (nanos, work) -> due.add(new Work(clock.nanoTime() + nanos, work)));
        }

        /** Runs what is due within a time, and returns whether there was anything. */
        boolean run(long nanos) {
            long end = clock.nanoTime() + nanos;
            boolean any = false;
            while (!due.isEmpty() && due.element().dueNanos() - end <= 0) {
                Work next = due.remove();
                clock.advance(Math.max(0, next.dueNanos() - clock.nanoTime()));
                next.work().run();
                any = true;
            }
            clock.advance(end - clock.nanoTime());
            return any;
        }

        CompletableFuture<Boolean> acquire() {
            return lease.acquire(lost::add).toCompletableFuture();
        }

        /** Tries until it has the lease, or the attempt times out. */
        boolean acquires() {
            CompletableFuture<Boolean> result = acquire();
            while (!result.isDone()) {
                assertTrue(run(SECOND), "it must try again");
            }
            return result.join();
        }
    }

    private Node node(String owner, Duration time) throws IOException {
        return new Node(store(), owner, time, "5 s");
    }

    @Test
    void theHolderKeepsItWhileItRenewsItAndTheOtherIsRefused() throws IOException {
        Node a = node("rooms@Host-a:1", Duration.ofHours(1));
        Node b = node("rooms@host-b:1", Duration.ofHours(1));
        assertFalse(a.lease.checkLease());
        assertTrue(a.acquires());
        assertFalse(b.acquires());
        a.run(3 * 3_600 * SECOND);
        assertTrue(a.lease.checkLease());
        assertFalse(b.lease.checkLease());
        assertEquals(List.of(), lost);
    }

    @Test
    void whatIsReleasedIsFree() throws IOException {
        Node a = node("a", Duration.ofHours(1));
        Node b = node("b", Duration.ofHours(1));
        a.acquires();
        CompletableFuture<Boolean> released = a.lease.release().toCompletableFuture();
        assertFalse(a.lease.checkLease());
        a.run(3_600 * SECOND); // renews it no more
        assertTrue(released.join());
        assertTrue(b.acquires());
        assertEquals(List.of(), lost);
    }

    /** Such as one that is frozen: its lease ends at the store while the other one asks again and again. */
    @Test
    void theLeaseOfAHolderThatStandsStillGoesToWhoeverAsks() throws IOException {
        Node frozen = node("frozen", Duration.ofMillis(20));
        Node other = new Node(store(), "other", Duration.ofHours(1), "10 h");
        frozen.acquire();
        frozen.run(0);
        assertTrue(frozen.lease.checkLease());
        assertTrue(other.acquires());
        assertFalse(frozen.lease.checkLease());
        frozen.run(SECOND);
        assertEquals(List.of(Optional.empty()), lost);
        assertTrue(other.lease.checkLease());
    }

    /** It has decided something with the lease, so no other node may get it before it is released. */
    @Test
    void aHolderThatStoodStillKeepsALeaseThatNobodyHasTaken() throws IOException {
        Node a = node("a", Duration.ofHours(1));
        a.acquires();
        clock.advance(2 * 3_600 * SECOND);
        assertFalse(a.lease.checkLease());
        a.run(0);
        assertTrue(a.lease.checkLease());
        assertEquals(List.of(), lost);
    }

    @Test
    void aLostLeaseIsAskedForUntilItIsReleased() throws IOException {
        Node a = node("a", Duration.ofHours(1));
        a.acquires();
        RoomStore store = store();
        store.lease("rooms_sbr", "a", Duration.ZERO);
        store.lease("rooms_sbr", "other", Duration.ofHours(1));
        a.run(2 * 3_600 * SECOND);
        assertFalse(a.lease.checkLease());
        assertEquals(List.of(Optional.empty()), lost, "Pekko hears it once");
        store.lease("rooms_sbr", "other", Duration.ZERO);
        a.run(3_600 * SECOND);
        assertTrue(a.lease.checkLease());
        a.lease.release();
        a.run(3_600 * SECOND);
        assertFalse(a.run(3_600 * SECOND), "it asks no more");
        assertTrue(store.lease("rooms_sbr", "other", Duration.ofHours(1)));
    }

    @Test
    void aHolderStopsATenthBeforeTheStoreDoes() throws IOException {
        Node a = node("a", Duration.ofSeconds(10));
        CompletableFuture<Boolean> acquired = a.acquire();
        a.run(0);
        assertTrue(acquired.join());
        clock.advance(9 * SECOND - 1);
        assertTrue(a.lease.checkLease());
        clock.advance(1);
        assertFalse(a.lease.checkLease());
    }

    @Test
    void whileTheStoreDoesNotAnswerTheLeaseHoldsUntilItEnds() throws IOException {
        boolean[] answers = {true};
        RoomStore failing = KeptStore.watched(store(), (name, arguments) -> {
            if (!answers[0]) {
                throw new IOException("no answer");
            }
        });
        Node a = new Node(failing, "a", Duration.ofSeconds(10), "5 s");
        a.acquires();
        answers[0] = false;
        a.run(5 * SECOND);
        assertTrue(a.lease.checkLease());
        assertEquals(List.of(), lost);
        answers[0] = true;
        a.run(5 * SECOND);
        assertTrue(a.lease.checkLease(), "it was renewed");
        answers[0] = false;
        a.run(12 * SECOND);
        assertFalse(a.lease.checkLease());
        assertEquals("no answer", lost.get(0).orElseThrow().getMessage());
        CompletableFuture<Boolean> again = a.acquire();
        a.run(6 * SECOND);
        assertEquals(
                "no answer",
                assertThrows(CompletionException.class, again::join).getCause().getMessage());
    }
}
