package io.github.freestep.physics.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Await;
import io.github.freestep.time.NanoClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.BootstrapSetup;
import org.apache.pekko.actor.setup.ActorSystemSetup;
import org.apache.pekko.cluster.Cluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node joins the cluster of its store. Several nodes are tested as processes, with the demo. */
class JoiningTest {
    @TempDir
    Path folder;

    /** The lease ends by itself. */
    @Test
    void aFounderIsUpAlthoughTheStoreDoesNotTakeItsLeaseBack() throws IOException {
        List<String> logged = KeptLog.of(() -> joins(KeptStore.watched(FileRoomStore.in(folder), (name, arguments) -> {
            if (name.equals("lease") && arguments[2].equals(Duration.ZERO)) {
                throw new IOException("no answer");
            }
        })));
        assertEquals(List.of("no answer"), logged);
    }

    /** A database may restart after the node has started. The log says so once, although each call fails. */
    @Test
    void aNodeWaitsForAStoreThatDoesNotAnswerYet() throws IOException {
        AtomicInteger refusals = new AtomicInteger(2);
        List<String> logged = KeptLog.of(() -> joins(KeptStore.watched(FileRoomStore.in(folder), (name, arguments) -> {
            if (name.equals("lease") && refusals.getAndDecrement() > 0) {
                throw new IOException("no answer");
            }
        })));
        assertEquals(List.of("no answer"), logged);
        assertTrue(refusals.get() < 0);
    }

    private void joins(RoomStore store) throws IOException {
        NodeBeats beats = new NodeBeats(store, "this-node", NanoClock.system());
        ActorSystem system = ActorSystem.create(
                "rooms",
                ActorSystemSetup.create(
                        BootstrapSetup.create(RoomNodes.config("127.0.0.1", 0, null)), new StoreLease.With(beats)));
        try {
            CompletableFuture<Void> joined = CompletableFuture.runAsync(() -> {
                try {
                    Joining.join(Cluster.get(system), beats, "here:1", () -> {});
                } catch (IOException | InterruptedException e) {
                    throw new CompletionException(e);
                }
            });
            Await.until(
                    () -> {
                        KeptRooms.look(beats); // as the timer of a node does
                        return joined.isDone();
                    },
                    () -> "the node must join");
            joined.join();
            assertEquals("here:1", store.beats().get("this-node").address());
        } finally {
            system.terminate();
            system.getWhenTerminated().toCompletableFuture().join();
        }
    }
}
