package io.github.freestep.minestom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import net.minestom.server.entity.Player;
import net.minestom.server.instance.block.Block;
import org.joml.Quaternionf;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Plays on the server with a client without a screen. One server serves all tests, because Minestom has only one. */
class BlockServerTest {
    private static final double NEAR = 0.03; // m, as deep as Jolt lets a crate sink in

    private static BlockServer server;
    private static Room room;
    private static HeadlessClient client;

    @BeforeAll
    static void join() throws Exception {
        int port = FreePorts.inARow(1);
        server = new BlockServer(port, 2);
        room = server.rooms.get(0);
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

    private static int drop(double x, double y, double z) throws Exception {
        int slot = room.drop(x, y, z).get();
        await(() -> room.entity(slot) >= 0 && client.place(room.entity(slot)) != null);
        return room.entity(slot);
    }

    @Test
    void aCrateStandsOnABlockAndFallsWhenItIsBroken() throws Exception {
        room.instance.setBlock(4, BlockServer.FLOOR, 0, Block.STONE);
        int crate = drop(4.5, BlockServer.FLOOR + 4, 0.5);
        awaitRest(crate, BlockServer.FLOOR + 1.5);
        room.instance.setBlock(4, BlockServer.FLOOR, 0, Block.AIR);
        awaitRest(crate, BlockServer.FLOOR + 0.5);
    }

    @Test
    void theCratesOfAChunkLeaveWithIt() throws Exception {
        int far = 992; // where no player keeps chunks loaded
        room.instance.loadChunk(far / 16, 0).get();
        int slot = room.drop(far + 8, BlockServer.FLOOR + 0.5, 8).get();
        await(() -> room.entity(slot) >= 0);
        room.instance.unloadChunk(far / 16, 0);
        await(() -> room.entity(slot) < 0);
    }

    @Test
    void aPlayerPushesACrate() throws Exception {
        int crate = drop(-4.5, BlockServer.FLOOR + 0.6, 3.5);
        double z = client.place(crate).z();
        for (double walked = 0; client.place(crate).z() < z + 1; walked = Math.min(walked + 0.2, 4.5)) {
            client.walkTo(-4.5, BlockServer.FLOOR, walked);
            Thread.sleep(50); // a client says 20 times per second where it is
        }
    }

    @Test
    void aPlayerWhoComesBackSeesHowABodyAtRestIsTurned() throws Exception {
        room.instance.setBlock(8, BlockServer.FLOOR, 4, Block.STONE);
        int crate = drop(9.2, BlockServer.FLOOR + 1.6, 4.5); // falls over the edge of the block
        awaitRest(crate, BlockServer.FLOOR + 0.5);
        Quaternionf turn = client.turn(crate);
        assertFalse(new Quaternionf().equals(turn, 0.1f), turn::toString);
        Player player = room.instance.getPlayers().iterator().next();
        for (int i = 0; i < 8; i++) { // the thread that shows bodies may be anywhere between two places
            player.setInstance(server.rooms.get(1).instance).get();
            await(() -> client.turn(crate) == null);
            player.setInstance(room.instance).get();
            await(() -> turn.equals(client.turn(crate), 0));
        }
    }

    @Test
    void theServerLearnsWhenAClientTicks() throws Exception {
        Viewer viewer = (Viewer) room.instance.getPlayers().iterator().next();
        await(viewer.ticks::knowsTheWay); // by pings
        client.tick();
        await(() -> viewer.ticks.count() == 1);
    }

    @Test
    void theFerryMovesAndAClientHasTwoOfItsTicksForEachPlace() throws Exception {
        int ferry = room.entity(Crates.FERRY);
        await(() -> client.moveTicks(ferry) > 0);
        assertEquals(2, client.moveTicks(ferry));
        double x = client.place(ferry).x();
        await(() -> Math.abs(client.place(ferry).x() - x) > 1);
    }
}
