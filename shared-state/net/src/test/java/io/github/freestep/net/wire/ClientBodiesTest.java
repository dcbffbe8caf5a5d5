package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.body.Published;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.state.content.Blocks;
import io.github.freestep.state.content.StateInside;
import io.github.freestep.testing.Poses;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.testing.VirtualNetwork;
import io.github.freestep.time.VirtualClock;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a client is sent of some bodies: what it has acknowledged, rare bodies, and damage. {@link ClientWorldTest} */
class ClientBodiesTest {
    private static final long MILLI = FollowerRig.MILLI;
    private static final long SECOND = FollowerRig.SECOND;
    private static final int BODIES = 250;

    private static final double ERROR = 0.002;

    /** The bits of all 300 bodies. */
    private static final long[] ALL = {-1, -1, -1, -1, (1L << 44) - 1};

    private int compared;

    static LongStream seeds() {
        return Seeds.first(Thorough.of(1, 9));
    }

    /** For runs of many seconds. */
    static LongStream fewSeeds() {
        return Seeds.first(Thorough.of(1, 3));
    }

    /** A rig in which a client is sent the bodies whose x is near that of the centre of all motion. */
    private static FollowerRig near(StateLayout layout, long seed, PoseGrid precision, double radius) {
        FollowerRig rig = new FollowerRig(layout, seed, precision);
        rig.choose((state, set, levels) -> {
            for (int slot = 0; slot < state.slots(); slot++) {
                if (Math.abs(state.x(slot) - origin(layout)) <= radius) {
                    set[slot / Blocks.SIZE] |= 1L << slot;
                }
            }
        });
        rig.serve(BODIES);
        return rig;
    }

    private static double origin(StateLayout layout) {
        return layout.hasDoublePositions() ? 1e7 : 0;
    }

    /** Bodies that rest are not repeated for long, so nothing may count as received that is not. */
    @Test
    void afterManyLostPiecesNothingElseIsAcknowledged() {
        for (int lost : new int[] {1, 255, 256, 257, 300}) {
            FollowerRig rig = near(ScriptedServer.LAYOUT, 1, PoseGrid.STANDARD, 5);
            rig.link.jitterNanos = 0;
            rig.server.isStill = true;
            rig.run(4 * SECOND);
            rig.acknowledges = false;
            rig.network.clear();
            int before = rig.follower.newestPiece(rig.run);
            while ((int) rig.server.client.newest() - before < lost) {
                rig.runStopped(MILLI);
            }
            rig.network.clear();
            while (rig.follower.newestPiece(rig.run) == before) {
                rig.run(MILLI);
            }
            int ahead = rig.follower.newestPiece(rig.run) - before;
            int bits = BitSet.valueOf(rig.follower.piecesBefore()).cardinality();
            assertTrue(ahead > lost, () -> ahead + " pieces");
            assertEquals(Math.max(0, ClientBodies.ACKNOWLEDGED + 1 - ahead), bits, "after " + lost);
        }
    }

    /** Otherwise a rider would be on a ship that is gone, so no state could be shown until its turn. */
    @ParameterizedTest
    @MethodSource("seeds")
    void rareRidersChangeShipsAtOnce(long seed) {
        FollowerRig rig = new FollowerRig(seed, PoseGrid.STANDARD);
        int[] riders = new int[1];
        long[] before = {Long.MAX_VALUE};
        rig.choose((state, set, levels) -> {
            for (int slot = 0; slot < state.slots(); slot++) {
                boolean matters = slot % 4 == 0;
                for (int at = slot; matters && at != State.NO_PARENT; at = state.parent(at)) {
                    set[at / Blocks.SIZE] |= 1L << at;
                    levels[at] = 4;
                }
            }
        });
        rig.serve(BODIES);
        rig.server.attaches = 0.5;
        rig.server.changes = 0.2;
        rig.states = state -> {
            assertTrue(state.tick() <= before[0] + 2 || before[0] == Long.MAX_VALUE, "seed " + seed + ": a gap");
            before[0] = state.tick();
            Snapshot sent = rig.server.states.get(state.tick());
            // A copy shows riders where they were, and is replaced.
            for (int slot = 0; slot < state.slots() && !StateInside.isCopy(state); slot++) {
                if (state.isAlive(slot)) {
                    String context = "seed " + seed + ", tick " + sent.tick + ", slot " + slot;
                    assertEquals(sent.parents[slot], state.parent(slot), context);
                    riders[0] += state.parent(slot) == State.NO_PARENT ? 0 : 1;
                }
            }
        };
        rig.run(5 * SECOND);
        assertTrue(riders[0] > 1_000, () -> riders[0] + " riders");
    }

    /** Rare bodies are shown late, also while the repeated states contain where they are. */
    @ParameterizedTest
    @MethodSource("seeds")
    void rareBodiesStandStillInAPause(long seed) {
        FollowerRig rig = new FollowerRig(seed, PoseGrid.STANDARD);
        rig.choose((state, set, levels) -> {
            Arrays.fill(set, 0, 3, -1);
            Arrays.fill(levels, (byte) 4);
        });
        rig.serve(3 * Blocks.SIZE).run(2 * SECOND);
        rig.server.pause(rig.senderNanos());
        rig.run(200 * MILLI);
        Snapshot paused = new Snapshot(rig.reader.state(0));
        for (int i = 0; i < 30; i++) {
            rig.run(100 * MILLI);
            State state = rig.reader.state(0);
            assertEquals(paused.tick, state.tick());
            for (int slot = 0; slot < state.slots(); slot++) {
                assertEquals(0, paused.distance(state, slot), ERROR, "seed " + seed + ", slot " + slot);
            }
        }
    }

    /** Also one that stood still, and has begun to move in a datagram that was lost. */
    @ParameterizedTest
    @MethodSource("fewSeeds")
    void aBodyThatIsElsewhereIsGuessed(long seed) {
        FollowerRig rig = near(ScriptedServer.LAYOUT, seed, PoseGrid.EXACT, 1_000);
        rig.link.loss = 0.1;
        rig.run(2 * SECOND);
        rig.states = state -> {
            Snapshot sent = rig.server.states.get(state.tick());
            for (int slot = 0; slot < BODIES; slot++) {
                boolean isExact = sent.distance(state, slot) == 0;
                assertTrue(
                        isExact || StateInside.isGuessed(state, slot),
                        "seed " + seed + ", tick " + sent.tick + ", slot " + slot);
                compared += isExact ? 0 : 1;
            }
        };
        rig.run(5 * SECOND);
        assertTrue(compared > 1_000, () -> compared + " guesses");
    }

    /** The first datagrams of the next sender are dropped, because its run is not known yet. */
    @ParameterizedTest
    @MethodSource("seeds")
    void rareBodiesStayWhenTheServiceIsHandedOver(long seed) {
        FollowerRig rig = new FollowerRig(seed, PoseGrid.STANDARD);
        rig.link.delayNanos = 60 * MILLI;
        rig.uplink.delayNanos = 60 * MILLI;
        rig.link.loss = 0.1;
        rig.choose((state, set, levels) -> {
            Arrays.fill(set, 0, 3, -1);
            Arrays.fill(levels, (byte) 4);
        });
        rig.serve(3 * Blocks.SIZE).run(2 * SECOND);
        rig.states = state -> {
            for (int slot = 0; slot < 3 * Blocks.SIZE; slot++) {
                assertTrue(state.isAlive(slot), "seed " + seed + ", tick " + state.tick() + ", slot " + slot);
            }
            compared++;
        };
        for (int i = 0; i < 5; i++) {
            rig.handOver().run(2 * SECOND);
            assertTrue(rig.follower.follows(rig.run));
        }
        assertTrue(compared > 500, () -> compared + " states");
    }

    /** A body that rests costs nothing once the client has acknowledged where, and little when it moves again. */
    @Test
    void restingBodiesAreNotSent() {
        World world = new World(StateLayout.of(300), PoseGrid.STANDARD, 1);
        ClientBodies client = new ClientBodies(0);
        int[] bytes = new int[301];
        for (int tick = 0; tick <= 300; tick++) {
            world.life = tick < 100 ? 0.002 : 0;
            State state = world.tick(tick < 100 || tick == 300 ? 1 : 0);
            client.choose(state, ALL, new byte[300]);
            world.receiver.clear();
            world.encoder.begin(state, world.stamp(), world.receiver);
            world.encoder.encode(client, world.receiver);
            bytes[tick] = world.receiver.pieces.stream()
                    .mapToInt(piece -> piece.length)
                    .sum();
            client.acknowledge((int) client.newest(), new long[] {-1, -1, -1, -1});
        }
        assertTrue(bytes[99] > 1_000, () -> bytes[99] + " bytes");
        assertTrue(bytes[299] < 60, () -> bytes[299] + " bytes");
        assertTrue(bytes[300] < 0.9 * bytes[0], () -> bytes[300] + " of " + bytes[0] + " bytes");
    }

    /**
     * What a client knows as where a body rested may be replaced by a datagram that it has got, but not acknowledged.
     * So the body may not be encoded from it any more, and a late datagram that was may not be decoded.
     */
    @Test
    void aBodyIsEncodedFromWhereTheClientKnowsThatItRested() {
        World world = new World(StateLayout.of(2), PoseGrid.STANDARD, 1);
        StateFollower follower = new StateFollower(world.layout, new VirtualClock(0));
        ClientBodies client = new ClientBodies(0);
        world.life = 0;
        world.speed = 5;
        for (int tick = 0; tick < 1_150; tick++) {
            // It rests for long, and then for 20 states elsewhere, of which the client acknowledges nothing.
            State state = world.tick(tick == 900 || tick >= 920 ? 1 : 0);
            client.choose(state, new long[] {1}, new byte[1]);
            world.encoder.begin(state, world.stamp(), world.receiver);
            world.encoder.encode(client, world.receiver);
            if (tick == 902) {
                // It comes after the next one.
                continue;
            }
            Collections.reverse(world.receiver.pieces);
            Stream.concat(world.receiver.runs.stream(), world.receiver.pieces.stream())
                    .forEach(datagram -> follower.receive(ByteBuffer.wrap(datagram), world.stamp()));
            world.receiver.clear();
            follower.poll(world.stamp());
            if (tick < 900 || tick > 1_010) {
                client.acknowledge(follower.newestPiece(1), follower.piecesBefore());
            }
            try (StateReader reader = follower.states().reader()) {
                assertTrue(reader.acquire() || tick < 1_050);
                assertTrue(
                        tick < 1_050 || Math.abs(state.x()[0] - reader.state(0).x()[0]) < ERROR, "tick " + tick);
            }
        }
        assertEquals(2, follower.ignored(), "the late datagram and its copy");
    }

    /**
     * Whatever a datagram contains, it does not throw, and gives no value that a simulation could not have.
     */
    @ParameterizedTest
    @MethodSource("fewSeeds")
    void mutatedPiecesDoNoLastingHarm(long seed) {
        SplittableRandom random = Seeds.splittable(seed);
        StateLayout layout = World.layout(ScriptedServer.LAYOUT, seed);
        FollowerRig rig = near(layout, seed, seed % 3 == 0 ? PoseGrid.EXACT : PoseGrid.STANDARD, 30);
        rig.server.attaches = 0.2;
        rig.server.changes = 0.3;
        rig.states = ClientBodiesTest::assertPlausible;
        rig.run(SECOND);
        rig.tap = (datagram, arrived) -> {
            byte[] original = VirtualNetwork.copy(datagram);
            for (int i = 0; i < 5 && (original[0] & 0xFF) == Datagrams.CLIENT_PIECE; i++) {
                rig.follower.receive(ByteBuffer.wrap(Damaged.bytes(original, random)), arrived);
            }
        };
        long ignored = rig.follower.ignored();
        rig.run(3 * SECOND);
        assertTrue(rig.follower.ignored() > ignored + 100);
    }

    /** Also that of a client that comes after one with several pieces. */
    @Test
    void theFirstPieceOfEachClientHasTheInput() {
        Published published = new Published(StateLayout.of(300), 300);
        StateWriter writer = published.begin(0, 0);
        for (int slot = 0; slot < 300; slot++) {
            writer.position(slot, 1_000 * Math.sin(slot), slot, 0);
        }
        published.publisher.input(7, 3);
        State state = published.publish();
        StateEncoder encoder = new StateEncoder(published.layout, PoseGrid.STANDARD, 1);
        Receiver output = new Receiver(published.layout);
        encoder.begin(state, 0, output);
        for (int id = 0; id < 2; id++) {
            ClientBodies client = new ClientBodies(id);
            client.choose(state, ALL, new byte[300]);
            encoder.encode(client, output);
        }
        int pieces = output.pieces.size() / 2;
        assertTrue(pieces > 1, () -> pieces + " pieces");
        for (int i = 0; i < 2 * pieces; i++) {
            byte[] piece = output.pieces.get(i);
            assertTrue(output.header.read(piece, 0, piece.length));
            assertEquals(i % pieces == 0 ? 7 : 0, output.header.inputSequence);
        }
    }

    /** A client that lies harms itself only. */
    @ParameterizedTest
    @MethodSource("seeds")
    void anyAcknowledgementsDoNoHarm(long seed) {
        SplittableRandom random = Seeds.splittable(seed);
        World world = new World(World.layout(StateLayout.of(300), seed), PoseGrid.STANDARD, seed);
        ClientBodies client = new ClientBodies(0);
        ClientBlocks other = new ClientBlocks(world.layout);
        for (int tick = 0; tick < 300; tick++) {
            State state = world.tick(0.5);
            long[] set = random.longs(5).toArray();
            set[4] &= (1L << 300 - 256) - 1;
            client.choose(state, set, new byte[300]);
            world.receiver.clear();
            world.encoder.begin(state, world.stamp(), world.receiver);
            world.encoder.encode(client, world.receiver);
            assertFalse(world.receiver.pieces.isEmpty());
            client.acknowledge(
                    random.nextInt() >>> random.nextInt(32), random.longs(4).toArray());
            world.encoder.encode(other, world.receiver);
            other.acknowledge(
                    random.nextInt() >>> random.nextInt(32), random.longs(4).toArray());
        }
    }

    private static void assertPlausible(State state) {
        for (int slot = 0; slot < state.slots(); slot++) {
            if (state.isAlive(slot)) {
                assertTrue(Arrays.stream(Poses.of(state, slot)).allMatch(Double::isFinite));
                assertTrue(Float.isFinite(state.linear(0)[slot]) && Float.isFinite(state.stepped(0)[slot]));
            }
        }
    }
}
