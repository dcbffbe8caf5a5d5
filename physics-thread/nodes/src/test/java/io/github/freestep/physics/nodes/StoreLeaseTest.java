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
import java.util.Comparator;
import java.util.Map;
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

        /** Runs what is due within a time. */
        void run(long nanos) {
            long end = clock.nanoTime() + nanos;
            while (!due.isEmpty() && due.element().dueNanos() - end <= 0) {
                Work next = due.remove();
                clock.advance(Math.max(0, next.dueNanos() - clock.nanoTime()));
                next.work().run();
            }
            clock.advance(end - clock.nanoTime());
        }

        /** The resolver asks until it has the lease, or the attempt times out. */
        boolean acquires() {
            CompletableFuture<Boolean> result = lease.acquire().toCompletableFuture();
            while (!result.isDone()) {
                run(SECOND);
            }
            return result.join();
        }

        void lead(boolean leads) {
            lease.lead(leads);
            run(SECOND);
        }
    }

    private Node node(String owner, Duration time) throws IOException {
        return new Node(store(), owner, time, "5 s");
    }

    @Test
    void theLeaderKeepsItWhileItRenewsItAndTheOtherIsRefused() throws IOException {
        Node a = node("rooms@Host-a:1", Duration.ofHours(1));
        Node b = node("rooms@host-b:1", Duration.ofHours(1));
        assertFalse(a.lease.isHeld());
        a.lead(true);
        assertFalse(b.acquires());
        a.run(3 * 3_600 * SECOND);
        assertTrue(a.lease.isHeld());
        assertFalse(b.lease.isHeld());
    }

    @Test
    void aNodeThatLeadsNoMoreGivesItBack() throws IOException {
        Node a = node("a", Duration.ofHours(1));
        Node b = node("b", Duration.ofHours(1));
        a.lead(true);
        a.lead(false);
        assertFalse(a.lease.isHeld());
        assertTrue(b.acquires());
        a.run(3_600 * SECOND);
        assertTrue(b.acquires(), "it asks no more");
    }

    /** Otherwise the other side of a split, which asks later, could continue, too. */
    @Test
    void whatTheResolverHasDecidedWithIsKeptUntilTheOtherSideHasEnded() throws IOException {
        Node a = node("a", Duration.ofHours(1));
        RoomStore store = store();
        assertTrue(a.acquires());
        a.lead(false);
        a.lease.release();
        a.run(StoreLease.DECIDED_NANOS - 3 * SECOND);
        assertTrue(a.lease.isHeld());
        assertFalse(store.lease("rooms_sbr", "other", Duration.ofHours(1)));
        a.run(2 * SECOND);
        assertFalse(a.lease.isHeld());
        assertTrue(store.lease("rooms_sbr", "other", Duration.ofHours(1)));
    }

    /** Pekko would decide at once also on the smaller side of a split, with the lease of an earlier decision. */
    @Test
    void aDecisionAsksAgainAndTheSmallerSideGivesTheLeaseBackMeanwhile() throws IOException {
        Node a = node("a", Duration.ofHours(1));
        Node b = node("b", Duration.ofHours(1));
        a.acquires();
        assertFalse(a.lease.checkLease());
        a.lease.acquire(); // on the larger side
        a.run(SECOND);
        assertFalse(b.acquires());
        assertFalse(a.lease.checkLease());
        a.run(SECOND);
        assertTrue(b.acquires());
        assertFalse(a.acquires());
    }

    /** Such as one that is frozen: its lease ends at the store while the other one asks again and again. */
    @Test
    void theLeaseOfAHolderThatStandsStillGoesToWhoeverAsks() throws IOException {
        Node frozen = node("frozen", Duration.ofMillis(20));
        Node other = new Node(store(), "other", Duration.ofHours(1), "10 h");
        frozen.lease.lead(true);
        frozen.run(StoreLease.LOOK_NANOS);
        assertTrue(frozen.lease.isHeld());
        assertTrue(other.acquires());
        assertFalse(frozen.lease.isHeld());
        frozen.run(SECOND);
        assertFalse(frozen.lease.isHeld());
        assertTrue(other.lease.isHeld());
    }

    @Test
    void aHolderThatStoodStillKeepsALeaseThatNoOtherHasTaken() throws IOException {
        Node a = node("a", Duration.ofHours(1));
        a.lead(true);
        clock.advance(2 * 3_600 * SECOND);
        assertFalse(a.lease.isHeld());
        a.run(0);
        assertTrue(a.lease.isHeld());
    }

    @Test
    void aLeaderThatHasLostItAsksForItAgain() throws IOException {
        Node a = node("a", Duration.ofSeconds(10));
        a.lead(true);
        RoomStore store = store();
        store.lease("rooms_sbr", "a", Duration.ZERO);
        store.lease("rooms_sbr", "other", Duration.ofHours(1));
        a.run(10 * SECOND);
        assertFalse(a.lease.isHeld());
        store.lease("rooms_sbr", "other", Duration.ZERO);
        a.run(SECOND);
        assertTrue(a.lease.isHeld());
    }

    @Test
    void aHolderStopsATenthBeforeTheStoreDoes() throws IOException {
        Node a = node("a", Duration.ofSeconds(10));
        a.lease.lead(true);
        a.run(StoreLease.LOOK_NANOS);
        clock.advance(9 * SECOND - 1);
        assertTrue(a.lease.isHeld());
        clock.advance(1);
        assertFalse(a.lease.isHeld());
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
        a.lead(true);
        answers[0] = false;
        a.run(5 * SECOND);
        assertTrue(a.lease.isHeld());
        answers[0] = true;
        a.run(5 * SECOND);
        assertTrue(a.lease.isHeld(), "it was renewed");
        answers[0] = false;
        a.run(12 * SECOND);
        assertFalse(a.lease.isHeld());
        CompletableFuture<Boolean> asked = a.lease.acquire().toCompletableFuture();
        a.run(6 * SECOND);
        assertEquals(
                "no answer",
                assertThrows(CompletionException.class, asked::join).getCause().getMessage());
    }

    /** Otherwise the lease would not be renewed, and after a decision, the other side of a split could get it. */
    @Test
    void anErrorOfTheStoreIsAProblemLikeAnother() throws IOException {
        boolean[] fails = {false};
        RoomStore failing = KeptStore.watched(store(), (name, arguments) -> {
            if (fails[0]) {
                throw new NoClassDefFoundError("of the test");
            }
        });
        Node a = new Node(failing, "a", Duration.ofSeconds(10), "1 s");
        a.lead(true);
        fails[0] = true;
        CompletableFuture<Boolean> asked = a.lease.acquire().toCompletableFuture();
        a.run(3 * SECOND);
        assertTrue(asked.isCompletedExceptionally());
        fails[0] = false;
        a.run(12 * SECOND);
        assertTrue(a.lease.isHeld());
    }
}
