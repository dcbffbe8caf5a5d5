package io.github.freestep.physics.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.typesafe.config.ConfigFactory;
import io.github.freestep.testing.Await;
import io.github.freestep.time.NanoClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.BootstrapSetup;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.setup.ActorSystemSetup;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.MemberStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node whose beats are missing is removed, although it still answers Pekko. */
class DeathActorTest {
    @TempDir
    Path folder;

    private final List<ActorSystem> systems = new ArrayList<>();

    @AfterEach
    void end() {
        systems.forEach(ActorSystem::terminate);
        systems.forEach(
                system -> system.getWhenTerminated().toCompletableFuture().join());
    }

    @Test
    void aSilentNodeIsRemovedWithTheLeaseOfTheResolver() throws IOException {
        Cluster first = node();
        first.join(first.selfAddress());
        Cluster second = node();
        second.joinSeedNodes(List.of(first.selfAddress()));
        Await.until(() -> second.selfMember().status().equals(MemberStatus.up()));
        RoomStore store = FileRoomStore.in(folder);
        NodeBeats own = beats(first);
        NodeBeats other = beats(second);
        ActorSystem system = systems.get(0);
        system.actorOf(Props.create(DeathActor.class, () -> new DeathActor(own)));
        long begin = System.nanoTime();
        Await.until(() -> {
            own.look();
            other.look();
            return System.nanoTime() - begin > 2_500_000_000L;
        });
        assertEquals(2, first.state().members().size());
        Await.until(() -> {
            own.look();
            return first.state().members().size() == 1 && second.isTerminated();
        });
        assertFalse(store.lease("rooms-pekko-sbr", "another", Duration.ofSeconds(1)));
    }

    private NodeBeats beats(Cluster cluster) {
        return new NodeBeats(FileRoomStore.in(folder), null, Arguments.node(cluster.selfAddress()), NanoClock.system());
    }

    private Cluster node() {
        // A node that is removed ends its process, which is that of the tests. Pekko warns of the removal.
        ActorSystem system = ActorSystem.create(
                "rooms",
                ActorSystemSetup.create(
                        BootstrapSetup.create(ConfigFactory.parseString("pekko { loglevel = OFF, stdout-loglevel = OFF,"
                                        + " coordinated-shutdown.exit-jvm = off }")
                                .withFallback(RoomNodes.config("127.0.0.1", 0, null))),
                        new StoreSetup(FileRoomStore.in(folder))));
        systems.add(system);
        return Cluster.get(system);
    }
}
