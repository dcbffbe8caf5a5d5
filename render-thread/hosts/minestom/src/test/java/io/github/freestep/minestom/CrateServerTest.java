package io.github.freestep.minestom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import net.minestom.server.MinecraftServer;
import net.minestom.server.entity.Player;
import net.minestom.server.instance.Chunk;
import net.minestom.server.instance.Instance;
import net.minestom.server.instance.InstanceContainer;
import net.minestom.server.instance.block.Block;
import net.minestom.server.world.DimensionType;
import org.joml.Quaternionf;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Plays on the server with a client without a screen. One server serves all tests, because Minestom has only one. */
class CrateServerTest {
    private static final double NEAR = 0.03; // m, as deep as Jolt lets a crate sink in

    private static final Logger LOG = Logger.getLogger("net.minestom");

    private static CrateServer server;
    private static Instance room;
    private static HeadlessClient client;

    @BeforeAll
    static void join() throws Exception {
        LOG.setLevel(Level.WARNING);
        int port = FreePorts.inARow(1);
        server = new CrateServer(port, 2);
        room = server.instances.get(0);
        client = new HeadlessClient(port, "walker");
        await(client::plays);
    }

    @AfterAll
    static void leave() throws IOException {
        client.close();
        server.close();
    }

    private static void await(BooleanSupplier happened) {
        Await.until(() -> {
            client.plays(); // throws what it could not read
            return happened.getAsBoolean();
        });
    }

    /** Waits until the crate has been there for a second. One that only falls past is there for less. */
    private static void awaitRest(int crate, double y) {
        AtomicLong sinceNanos = new AtomicLong(System.nanoTime());
        await(() -> {
            if (Math.abs(client.place(crate).y() - y) > NEAR) {
                sinceNanos.set(System.nanoTime());
            }
            return System.nanoTime() - sinceNanos.get() > 1_000_000_000;
        });
    }

    /** The entity that shows a crate, or -1. */
    private static int entity(int slot) {
        DisplayedBody shown = server.rooms.get(0).displays.entity(slot);
        return shown == null ? -1 : shown.getEntityId();
    }

    private static int drop(double x, double y, double z) throws Exception {
        int slot = server.rooms.get(0).drop(x, y, z).get();
        await(() -> client.place(entity(slot)) != null);
        return entity(slot);
    }

    @Test
    void aCrateStandsOnABlockAndFallsWhenItIsBroken() throws Exception {
        room.setBlock(4, CrateServer.FLOOR, 0, Block.STONE);
        int crate = drop(4.5, CrateServer.FLOOR + 4, 0.5);
        awaitRest(crate, CrateServer.FLOOR + 1.5);
        room.setBlock(4, CrateServer.FLOOR, 0, Block.AIR);
        awaitRest(crate, CrateServer.FLOOR + 0.5);
    }

    @Test
    void theCratesOfAChunkLeaveWithIt() throws Exception {
        int far = 992; // where no player keeps chunks loaded
        room.loadChunk(far / 16, 0).get();
        int slot = server.rooms.get(0).drop(far + 8, CrateServer.FLOOR + 0.5, 8).get();
        await(() -> entity(slot) >= 0);
        room.unloadChunk(far / 16, 0);
        await(() -> entity(slot) < 0);
    }

    @Test
    void closedDisplaysLeaveTheInstance() throws Exception {
        InstanceContainer instance = server.instances.get(1);
        instance.loadChunk(0, 0).get();
        server.rooms.get(1).drop(8, CrateServer.FLOOR + 0.5, 8).get();
        await(() -> !instance.getEntities().isEmpty());
        server.rooms.get(1).close();
        await(() -> instance.getEntities().isEmpty());
    }

    /** Each of them reads the states, which have 62 readers at most. */
    @Test
    void closedDisplaysOfAnInstanceThatIsGoneReadNoStates() {
        InstanceContainer gone = MinecraftServer.getInstanceManager().createInstanceContainer();
        MinecraftServer.getInstanceManager().unregisterInstance(gone);
        for (int i = 0; i < 65; i++) {
            BodyDisplays.open(gone, server.rooms.get(0).physics.states(), (frame, slot, meta) -> {})
                    .close();
            CompletableFuture<Void> ticked = new CompletableFuture<>();
            MinecraftServer.getSchedulerManager().scheduleNextTick(() -> ticked.complete(null));
            ticked.join();
        }
    }

    @Test
    void aChunkThatUnloadsWhileTheGroundIsOpenedIsNoGround() throws Exception {
        AtomicBoolean unloads = new AtomicBoolean();
        InstanceContainer instance = new InstanceContainer(UUID.randomUUID(), DimensionType.OVERWORLD) {
            @Override
            public Collection<Chunk> getChunks() {
                List<Chunk> chunks = List.copyOf(super.getChunks());
                if (unloads.getAndSet(false)) {
                    chunks.forEach(this::unloadChunk);
                }
                return chunks;
            }
        };
        MinecraftServer.getInstanceManager().registerInstance(instance);
        instance.setGenerator(unit -> unit.modifier().fillHeight(0, CrateServer.FLOOR, Block.STONE));
        instance.loadChunk(0, 0).get();
        unloads.set(true);
        try (Crates opened = new Crates(instance)) {
            instance.loadChunk(1, 0).get();
            await(() -> places(opened).contains(1));
            assertEquals(Set.of(1), places(opened));
        }
        MinecraftServer.getInstanceManager().unregisterInstance(instance);
    }

    private static Set<Integer> places(Crates room) {
        return room.physics
                .call(c -> room.ground.sections.keySet().stream()
                        .map(InstanceGround.SectionPlace::x)
                        .collect(Collectors.toSet()))
                .join();
    }

    @Test
    void aPlayerPushesACrate() throws Exception {
        int crate = drop(-4.5, CrateServer.FLOOR + 0.6, 3.5);
        double z = client.place(crate).z();
        for (double walked = 0; client.place(crate).z() < z + 1; walked = Math.min(walked + 0.2, 4.5)) {
            client.walkTo(-4.5, CrateServer.FLOOR, walked);
            Thread.sleep(50); // a client says 20 times per second where it is
        }
    }

    @Test
    void aPlayerWhoComesBackSeesHowABodyAtRestIsTurned() throws Exception {
        room.setBlock(8, CrateServer.FLOOR, 4, Block.STONE);
        int crate = drop(9.2, CrateServer.FLOOR + 1.6, 4.5); // falls over the edge of the block
        awaitRest(crate, CrateServer.FLOOR + 0.5);
        Quaternionf turn = client.turn(crate);
        assertFalse(new Quaternionf().equals(turn, 0.1f), turn::toString);
        Player player = room.getPlayers().iterator().next();
        for (int i = 0; i < 8; i++) { // the thread that shows bodies may be anywhere between two places
            player.setInstance(server.instances.get(1)).get();
            await(() -> client.turn(crate) == null);
            player.setInstance(room).get();
            await(() -> turn.equals(client.turn(crate), 0));
        }
    }

    @Test
    void theServerLearnsWhenAClientTicks() throws Exception {
        BodyViewer viewer = (BodyViewer) room.getPlayers().iterator().next();
        await(() -> viewer.ticks.roundTripNanos > 0); // by pings
        client.tick();
        await(() -> viewer.ticks.ended == 1);
    }

    @Test
    void aClientHasTwoOfItsTicksForEachPlace() throws Exception {
        int crate = drop(12.5, CrateServer.FLOOR + 4, 4.5);
        await(() -> client.moveTicks(crate) > 0);
        assertEquals(2, client.moveTicks(crate));
    }
}
