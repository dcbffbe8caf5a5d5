package io.github.freestep.physics.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.ConfigFactory;
import io.github.freestep.physics.nodes.StoreLease.Sides;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.pekko.coordination.lease.LeaseSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pekko gets the leases of a store, the larger side of a split before the smaller one. */
class StoreLeaseTest {
    private static final Sides DEATH = new Sides(true, true);
    private static final Sides LARGER = new Sides(false, true);
    private static final Sides SMALLER = new Sides(false, false);
    private static final String NAME = "rooms_sbr";
    private static final int SPLIT_LOOKS = (int) (StoreLease.SPLIT_NANOS / StoreLease.LOOK_NANOS);

    @TempDir
    Path folder;

    private RoomStore answering = FileRoomStore.in(Path.of("none"));

    /** A node, whose worker stands still unless it is run. */
    private final class Node {
        private final Queue<Runnable> due = new ArrayDeque<>();
        private final StoreLease lease;
        private Sides sides;

        Node(String owner, Sides sides) {
            this.sides = sides;
            lease = new StoreLease(
                    LeaseSettings.apply(ConfigFactory.load().getConfig("pekko.coordination.lease"), "rooms:sbr", owner),
                    store(),
                    () -> this.sides,
                    (nanos, work) -> due.add(work));
        }

        CompletableFuture<Boolean> asks() {
            assertFalse(lease.checkLease(), "or the resolver would not ask");
            return lease.acquire().toCompletableFuture();
        }

        /** Looks as often as it does in a tenth of a second each, and once at the begin. */
        void run(int looks) {
            for (int i = 0; i < looks && !due.isEmpty(); i++) {
                due.remove().run();
            }
        }
    }

    private RoomStore store() {
        return KeptStore.watched(FileRoomStore.in(folder), (name, arguments) -> answering.beats());
    }

    @Test
    void afterADeathANodeGetsItAtOnce() {
        Node node = new Node("rooms@Host:1", DEATH);
        CompletableFuture<Boolean> asked = node.asks();
        node.run(2);
        assertTrue(asked.getNow(false));
        assertTrue(node.due.isEmpty(), "it looks no more");
    }

    /** So the smaller side is refused, and ends. */
    @Test
    void inASplitTheLargerSideAsksFirstAndTheSmallerOneIsRefused() {
        Node larger = new Node("a", LARGER);
        Node smaller = new Node("b", SMALLER);
        CompletableFuture<Boolean> first = larger.asks();
        CompletableFuture<Boolean> second = smaller.asks();
        larger.run(SPLIT_LOOKS);
        assertFalse(first.isDone());
        smaller.run(2 * SPLIT_LOOKS);
        assertFalse(second.isDone());
        larger.run(1);
        assertTrue(first.getNow(false));
        smaller.run(1);
        assertFalse(second.getNow(true));
    }

    /** Such as the smaller side of a split whose larger side has died. */
    @Test
    void theSmallerSideGetsItIfNoOtherHasAsked() {
        Node smaller = new Node("b", SMALLER);
        CompletableFuture<Boolean> asked = smaller.asks();
        smaller.run(2 * SPLIT_LOOKS + 1);
        assertTrue(asked.getNow(false));
    }

    /** Nodes miss others one after the other, so one of them first believes that its side is the larger one. */
    @Test
    void whatANodeLearnsMeanwhileCounts() {
        Node node = new Node("a", LARGER);
        CompletableFuture<Boolean> asked = node.asks();
        node.run(SPLIT_LOOKS);
        node.sides = SMALLER;
        node.run(SPLIT_LOOKS - 1);
        assertFalse(asked.isDone());
        node.sides = null; // all are reached again, but the resolver has begun to decide
        node.run(1);
        assertFalse(asked.isDone());
        node.sides = DEATH;
        node.run(1);
        assertTrue(asked.getNow(false));
    }

    /** Otherwise the smaller side would win a split with the lease of an earlier decision. */
    @Test
    void whatANodeHasFromAnEarlierDecisionItGivesBackFirst() throws IOException {
        RoomStore store = FileRoomStore.in(folder);
        assertTrue(store.lease(NAME, "b", Duration.ofHours(1)));
        Node larger = new Node("a", LARGER);
        CompletableFuture<Boolean> asked = larger.asks();
        larger.run(SPLIT_LOOKS + 5);
        assertFalse(asked.isDone(), "it asks again");
        Node smaller = new Node("b", SMALLER);
        smaller.asks();
        smaller.run(1);
        larger.run(1);
        assertTrue(asked.getNow(false));
    }

    /** Such as one that has removed another node, and died then. */
    @Test
    void theLeaseOfADeadHolderIsWaitedForButNotForEver() throws IOException {
        RoomStore store = FileRoomStore.in(folder);
        assertTrue(store.lease(NAME, "dead", Duration.ofHours(1)));
        Node node = new Node("a", DEATH);
        CompletableFuture<Boolean> asked = node.asks();
        node.run(10);
        assertFalse(asked.isDone());
        store.lease(NAME, "dead", Duration.ZERO);
        node.run(1);
        assertTrue(asked.getNow(false));
        assertTrue(store.lease(NAME, "a", Duration.ZERO));
        assertTrue(store.lease(NAME, "dead", Duration.ofHours(1)));
        CompletableFuture<Boolean> again = node.asks();
        node.run(Integer.MAX_VALUE);
        assertFalse(again.getNow(true));
    }

    @Test
    void aStoreThatDoesNotAnswerIsAskedAgainAndItsErrorIsTold() {
        Node node = new Node("a", LARGER);
        answering = KeptStore.watched(answering, (name, arguments) -> {
            throw new NoClassDefFoundError("of the test");
        });
        CompletableFuture<Boolean> asked = node.asks();
        node.run(Integer.MAX_VALUE);
        assertEquals(
                "of the test",
                assertThrows(CompletionException.class, asked::join).getCause().getMessage());
    }
}
