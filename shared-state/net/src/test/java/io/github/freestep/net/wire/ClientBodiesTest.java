package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.Blocks;
import io.github.freestep.internal.Epochs;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.codec.ByteWriter;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.Ratio;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.LongToDoubleFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A client that is sent only some bodies shows exactly those, as the server has them. */
class ClientBodiesTest {
    private static final long MILLI = FollowerRig.MILLI;
    private static final long SECOND = FollowerRig.SECOND;
    private static final int BODIES = 250;

    /** Longer than it takes to choose, to send and to confirm, with losses. */
    private static final int LATE_TICKS = 40;

    private static final double ERROR = 0.002;

    /** More states than are lost in a row. */
    private static final int LOST_TICKS = 8;

    /** The place and the bodies move between two choices. */
    private static final double MARGIN = 5;

    private int compared;
    private int absent;

    static LongStream seeds() {
        return Seeds.first(Thorough.of(2, 60));
    }

    /** For runs of many seconds. */
    static LongStream fewSeeds() {
        return Seeds.first(Thorough.of(1, 20));
    }

    /** The bodies whose x is near a place that moves with the time of the simulation. */
    private static ScriptedServer.Choice near(LongToDoubleFunction place, double radius) {
        return (state, set, levels) -> {
            for (int slot = 0; slot < state.slots(); slot++) {
                if (Math.abs(state.x(slot) - place.applyAsDouble(state.tick())) <= radius) {
                    set[slot / Blocks.SIZE] |= 1L << slot;
                }
            }
        };
    }

    /** Whether the body of a slot was chosen in all of the last ticks in which that was decided. */
    private static boolean wasIn(FollowerRig rig, long tick, int slot, LongToDoubleFunction place, double radius) {
        Snapshot now = rig.server.states.get(tick);
        for (long at = tick - LATE_TICKS; at <= tick; at++) {
            Snapshot then = rig.server.states.get(at);
            boolean isThere =
                    then != null && then.isAlive(slot) && Epochs.sameLife(then.epochs[slot], now.epochs[slot]);
            if (!isThere || away(then, slot, place) > radius - MARGIN) {
                return false;
            }
        }
        return true;
    }

    /** Whether no body of the slot was chosen then, or on a link without losses, not that of now. */
    private static boolean wasOut(FollowerRig rig, long tick, int slot, LongToDoubleFunction place, double radius) {
        Snapshot now = rig.server.states.get(tick);
        for (long at = tick - LATE_TICKS; at <= tick; at++) {
            Snapshot then = rig.server.states.get(at);
            if (then == null) {
                return false;
            }
            boolean isThere = then.isAlive(slot) && away(then, slot, place) < radius + MARGIN;
            boolean isSame = isThere && now.isAlive(slot) && Epochs.sameLife(now.epochs[slot], then.epochs[slot]);
            if (isThere && (isSame || rig.link.loss > 0)) {
                return false;
            }
        }
        return true;
    }

    private static double away(Snapshot then, int slot, LongToDoubleFunction place) {
        return Math.abs(then.values[0][slot] - place.applyAsDouble(then.tick));
    }

    private void compare(FollowerRig rig, State state, LongToDoubleFunction place, double radius, boolean isWhole) {
        Snapshot sent = rig.server.states.get(rig.follower.senderTick(state.tick()));
        if (sent == null) {
            // Of a former run.
            return;
        }
        for (int slot = 0; slot < state.slots(); slot++) {
            String context = "seed " + rig.seed + ", tick " + sent.tick + ", slot " + slot;
            if (wasIn(rig, sent.tick, slot, place, radius)) {
                assertTrue(state.isAlive(slot), context);
                assertEquals(Epochs.life(sent.epochs[slot]), state.life(slot), context);
                if (!isWhole && isEven(rig, sent.tick, slot)) {
                    double most = ScriptedServer.FASTEST * ScriptedServer.TICK_SECONDS * LOST_TICKS;
                    assertTrue(sent.distance(state, slot) < most, context + ": " + sent.distance(state, slot));
                }
                if (isWhole) {
                    assertTrue(sent.distance(state, slot) < ERROR, context + ": " + sent.distance(state, slot));
                    assertEquals(sent.values[8][slot], state.stepped(0)[slot], context);
                }
                compared++;
            } else if (wasOut(rig, sent.tick, slot, place, radius)) {
                assertFalse(state.isAlive(slot), context);
                absent++;
            }
        }
    }

    /** Whether a body has not been put elsewhere for longer than its datagrams can be lost. */
    private static boolean isEven(FollowerRig rig, long tick, int slot) {
        for (long at = tick - LATE_TICKS; at < tick; at++) {
            if (rig.server.states.get(at).epochs[slot] != rig.server.states.get(tick).epochs[slot]) {
                return false;
            }
        }
        return true;
    }

    private FollowerRig rig(long seed, LongToDoubleFunction place, double radius) {
        StateLayout layout = World.layout(ScriptedServer.LAYOUT, seed);
        FollowerRig rig = new FollowerRig(layout, seed, PoseGrid.STANDARD);
        double origin = layout.hasDoublePositions() ? 1e7 : 0;
        LongToDoubleFunction at = tick -> origin + place.applyAsDouble(tick);
        rig.choose(near(at, radius));
        rig.serve(BODIES);
        rig.server.changes = 0.3;
        rig.states = state -> compare(rig, state, at, radius, rig.link.loss == 0);
        return rig;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void bodiesEnterAndLeaveAsTheyComeAndGo(long seed) {
        FollowerRig rig = rig(seed, tick -> 30 * Math.sin(tick * 0.01), 20);
        rig.run(SECOND);
        long ignored = rig.follower.ignored();
        rig.run(5 * SECOND);
        assertTrue(compared > 5_000 && absent > 20_000, () -> compared + " bodies, " + absent + " absent");
        assertEquals(0, rig.follower.incompleteStates());
        assertEquals(ignored, rig.follower.ignored());
        assertTrue(rig.follower.publishedStates() > 500, () -> rig.follower.publishedStates() + " states");
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theSameHoldsOnABadLink(long seed) {
        FollowerRig rig = rig(seed, tick -> 30 * Math.sin(tick * 0.01), 20);
        rig.link.loss = 0.1;
        rig.link.duplicates = 0.1;
        rig.run(6 * SECOND);
        assertTrue(compared > 5_000 && absent > 20_000, () -> compared + " bodies, " + absent + " absent");
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aSilentLinkLeavesNoStaleBodies(long seed) {
        FollowerRig rig = rig(seed, tick -> 30 * Math.sin(tick * 0.01), 20);
        rig.run(2 * SECOND);
        rig.runStopped(3 * SECOND);
        rig.link.cut();
        long silence = rig.server.tick();
        Consumer<State> compares = rig.states;
        rig.states = state -> {
            // The last state before may lack a piece.
            if (state.tick() > silence) {
                compares.accept(state);
            }
        };
        long published = rig.follower.publishedStates();
        compared = 0;
        absent = 0;
        rig.run(2 * SECOND);
        assertTrue(compared > 1_000 && absent > 5_000, () -> compared + " bodies, " + absent + " absent");
        assertTrue(rig.follower.publishedStates() - published > 180);
    }

    /** Its address has changed, or it was silent for long. Meanwhile, bodies have gone. */
    @ParameterizedTest
    @MethodSource("seeds")
    void aClientThatIsAdmittedAgainHasNoStaleBodies(long seed) {
        FollowerRig rig = rig(seed, tick -> 30 * Math.sin(tick * 0.01), 20);
        rig.run(2 * SECOND);
        Consumer<State> compares = rig.states;
        for (int i = 0; i < 4; i++) {
            rig.runStopped(i * 200 * MILLI);
            rig.link.cut();
            rig.admit();
            long silence = rig.server.tick();
            rig.states = state -> {
                if (rig.follower.senderTick(state.tick()) > silence + 1) {
                    compares.accept(state);
                }
            };
            long published = rig.follower.publishedStates();
            compared = 0;
            absent = 0;
            rig.run(SECOND);
            assertTrue(compared > 500 && absent > 2_500, () -> compared + " bodies, " + absent + " absent");
            assertTrue(rig.follower.publishedStates() - published > 80);
        }
    }

    /** It gets the datagrams of both until the server notes that the former one is silent. */
    @ParameterizedTest
    @MethodSource("seeds")
    void aReceiverThatIsStartedAgainAtItsPortShowsItsOwnBodies(long seed) {
        FollowerRig rig = rig(seed, tick -> 30 * Math.sin(tick * 0.01), 20);
        rig.run(2 * SECOND);
        rig.server.former = rig.server.client;
        rig.client++;
        rig.join();
        rig.run(SECOND);
        compared = 0;
        rig.run(2 * SECOND);
        assertTrue(compared > 1_000 && absent > 5_000, () -> compared + " bodies, " + absent + " absent");
        assertTrue(Long.bitCount(rig.follower.piecesBefore()[0]) > 40);
    }

    /** A server that is slow or in slow motion repeats each state, and a link that jitters makes states too close. */
    @ParameterizedTest
    @MethodSource("fewSeeds")
    void rareBodiesMoveAlthoughNotEveryStateIsShown(long seed) {
        for (boolean jitters : new boolean[] {false, true}) {
            FollowerRig rig = new FollowerRig(seed, PoseGrid.STANDARD);
            rig.choose((state, set, levels) -> {
                for (int slot = 0; slot < state.slots(); slot++) {
                    set[slot / Blocks.SIZE] |= 1L << slot;
                    levels[slot] = (byte) levelOf(slot);
                }
            });
            rig.serve(BODIES);
            if (jitters) {
                rig.link.delayNanos = 100 * MILLI;
                rig.link.jitterNanos = 45 * MILLI;
            } else {
                rig.server.scale(rig.senderNanos(), Ratio.of(8, 100));
            }
            rig.run(5 * SECOND);
            compared = 0;
            rig.states = state -> {
                Snapshot sent = rig.server.states.get(state.tick());
                for (int slot = 0; slot < state.slots(); slot++) {
                    String context = "seed " + seed + ", jitters " + jitters + ", tick " + sent.tick + ", slot " + slot;
                    // The gap between two states, which are further apart with jitter, and for which it is shown late.
                    int late = 5 + (3 << levelOf(slot)) * (jitters ? 4 : 1);
                    double most = ScriptedServer.FASTEST * ScriptedServer.TICK_SECONDS * late;
                    assertTrue(sent.distance(state, slot) < most, context + ": " + sent.distance(state, slot));
                    compared++;
                }
            };
            rig.run((jitters ? 3 : 10) * SECOND);
            assertTrue(compared > 15_000, () -> compared + " bodies");
        }
    }

    private static int levelOf(int slot) {
        return slot / 2 % 4;
    }

    /** Bodies that rest are not repeated for long, so nothing may count as received that is not. */
    @Test
    void afterManyLostPiecesNothingElseIsAcknowledged() {
        for (int lost : new int[] {1, 255, 256, 257, 300}) {
            FollowerRig rig = rig(1, tick -> 0, 5);
            rig.states = state -> {};
            rig.link.jitterNanos = 0;
            rig.server.isStill = true;
            rig.server.changes = 0;
            rig.run(4 * SECOND);
            rig.acknowledges = false;
            rig.link.cut();
            int before = rig.follower.newestPiece(rig.run);
            while ((int) rig.server.client.newest() - before < lost) {
                rig.runStopped(MILLI);
            }
            rig.link.cut();
            while (rig.follower.newestPiece(rig.run) == before) {
                rig.run(MILLI);
            }
            int ahead = rig.follower.newestPiece(rig.run) - before;
            int bits = 0;
            for (long word : rig.follower.piecesBefore()) {
                bits += Long.bitCount(word);
            }
            assertTrue(ahead > lost, () -> ahead + " pieces");
            assertEquals(Math.max(0, ClientBodies.ACKNOWLEDGED + 1 - ahead), bits, "after " + lost);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aServerThatIsRestartedGoesOnChoosing(long seed) {
        FollowerRig rig = rig(seed, tick -> 30 * Math.sin(tick * 0.01), 20);
        rig.run(2 * SECOND);
        for (int i = 0; i < 3; i++) {
            rig.serve(BODIES);
            rig.server.changes = 0.3;
            rig.runUntilKnown();
            compared = 0;
            absent = 0;
            rig.run(2 * SECOND);
            assertTrue(compared > 1_000 && absent > 5_000, () -> compared + " bodies, " + absent + " absent");
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aServiceThatIsHandedOverKeepsTheLivesOfWhatIsShown(long seed) {
        FollowerRig rig = rig(seed, tick -> 0, 20);
        rig.run(2 * SECOND);
        rig.handOver();
        rig.runUntilKnown();
        compared = 0;
        rig.run(2 * SECOND);
        assertTrue(compared > 1_000, () -> compared + " bodies");
    }

    /** Then every state has all baselines, and more bytes, but nothing is wrong. */
    @ParameterizedTest
    @MethodSource("seeds")
    void aClientThatAcknowledgesNothingIsShownTheSame(long seed) {
        FollowerRig rig = rig(seed, tick -> 30 * Math.sin(tick * 0.01), 20);
        rig.acknowledges = false;
        rig.run(4 * SECOND);
        assertTrue(compared > 3_000 && absent > 10_000, () -> compared + " bodies, " + absent + " absent");
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void ridersComeWithTheirShips(long seed) {
        FollowerRig rig = new FollowerRig(seed, PoseGrid.STANDARD);
        rig.link.loss = seed % 2 == 0 ? 0.05 : 0;
        int[] riders = new int[1];
        rig.choose((state, set, levels) -> {
            for (int slot = 0; slot < state.slots(); slot++) {
                boolean matters = (slot + state.tick() / 100) % 3 == 0;
                for (int at = slot; matters && at != State.NO_PARENT; at = state.parent(at)) {
                    set[at / Blocks.SIZE] |= 1L << at;
                }
            }
        });
        rig.serve(BODIES);
        rig.server.attaches = 0.5;
        rig.server.changes = 0.2;
        rig.states = state -> {
            Snapshot sent = rig.server.states.get(state.tick());
            for (int slot = 0; slot < state.slots() && rig.link.loss == 0; slot++) {
                if (state.isAlive(slot)) {
                    String context = "seed " + rig.seed + ", tick " + sent.tick + ", slot " + slot;
                    assertEquals(sent.parents[slot], state.parent(slot), context);
                    assertTrue(sent.distance(state, slot) < ERROR, context + ": " + sent.distance(state, slot));
                    riders[0] += state.parent(slot) == State.NO_PARENT ? 0 : 1;
                }
            }
        };
        rig.run(5 * SECOND);
        assertTrue(rig.link.loss > 0 || riders[0] > 1_000, () -> riders[0] + " riders");
        assertTrue(rig.follower.publishedStates() > 400, () -> rig.follower.publishedStates() + " states");
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
            for (int slot = 0; slot < state.slots(); slot++) {
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
        rig.serve(3 * Blocks.SIZE);
        rig.run(2 * SECOND);
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
        rig.serve(3 * Blocks.SIZE);
        rig.run(2 * SECOND);
        rig.states = state -> {
            for (int slot = 0; slot < 3 * Blocks.SIZE; slot++) {
                assertTrue(state.isAlive(slot), "seed " + seed + ", tick " + state.tick() + ", slot " + slot);
            }
            compared++;
        };
        for (int i = 0; i < 5; i++) {
            rig.handOver();
            rig.run(2 * SECOND);
            assertTrue(rig.follower.follows(rig.run));
        }
        assertTrue(compared > 500, () -> compared + " states");
    }

    /** A body that rests costs nothing once the client has acknowledged where. */
    @Test
    void restingBodiesAreNotSent() {
        World world = new World(StateLayout.of(300), 1);
        StateEncoder encoder = StateEncoder.of(world.layout, PoseGrid.STANDARD, 1);
        ClientBodies client = new ClientBodies(0);
        Receiver output = new Receiver(world.layout);
        long[] bytes = new long[1];
        long[] all = {-1, -1, -1, -1};
        long[] set = {-1, -1, -1, -1, (1L << 44) - 1};
        for (int tick = 0; tick < 300; tick++) {
            world.life = tick < 100 ? 0.002 : 0;
            State state = world.tick(tick < 100 ? 1 : 0);
            client.choose(state, set, new byte[300]);
            encoder.begin(state, world.stamp(), output);
            bytes[0] = 0;
            encoder.encode(client, (datagram, isOnly) -> bytes[0] += datagram.remaining());
            if (tick < 100) {
                assertTrue(bytes[0] > 1_000, () -> bytes[0] + " bytes");
            }
            client.acknowledge((int) client.newest(), all);
        }
        assertTrue(bytes[0] < 60, () -> bytes[0] + " bytes");
    }

    /** The number of clients does not matter to what one of them has acknowledged. */
    @Test
    void manyClientsTakeAsManyBytesEachAsFew() {
        assertEquals(bytesOf(2), bytesOf(100), 0.01 * bytesOf(2));
    }

    private static double bytesOf(int count) {
        World world = new World(StateLayout.of(300), 1);
        StateEncoder encoder = StateEncoder.of(world.layout, PoseGrid.STANDARD, 1);
        Receiver output = new Receiver(world.layout);
        ClientBodies[] clients = new ClientBodies[count];
        Arrays.setAll(clients, i -> new ClientBodies(0));
        int[] before = new int[count];
        long[] all = {-1, -1, -1, -1};
        long[] bytes = new long[1];
        for (int tick = 0; tick < 100; tick++) {
            State state = world.tick(1);
            encoder.begin(state, world.stamp(), output);
            for (int i = 0; i < count; i++) {
                clients[i].acknowledge(before[i], all);
                before[i] = (int) clients[i].newest();
                clients[i].choose(state, new long[] {-1, -1, -1, -1, (1L << 44) - 1}, new byte[300]);
                encoder.encode(clients[i], (datagram, isOnly) -> bytes[0] += datagram.remaining());
            }
        }
        return (double) bytes[0] / count;
    }

    /**
     * Whatever a datagram contains, it does not throw, and gives no value that a simulation could not have. Some time
     * later, everything is right again.
     */
    @ParameterizedTest
    @MethodSource("fewSeeds")
    void mutatedPiecesDoNoLastingHarm(long seed) {
        SplittableRandom random = Seeds.splittable(seed);
        StateLayout layout = World.layout(ScriptedServer.LAYOUT, seed);
        FollowerRig rig = new FollowerRig(layout, seed, seed % 3 == 0 ? PoseGrid.EXACT : PoseGrid.STANDARD);
        rig.choose(near(tick -> layout.hasDoublePositions() ? 1e7 : 0, 30));
        rig.serve(BODIES);
        rig.server.attaches = 0.2;
        rig.server.changes = 0.3;
        rig.states = ClientBodiesTest::assertPlausible;
        rig.run(SECOND);
        rig.tap = (datagram, arrived) -> {
            byte[] original = SimulatedLink.copy(datagram);
            for (int i = 0; i < 5 && Datagrams.kind(original, 0, original.length) == Datagrams.CLIENT_PIECE; i++) {
                rig.follower.receive(ByteBuffer.wrap(HostileTest.mutated(original, random)), arrived);
            }
        };
        long ignored = rig.follower.ignored();
        rig.run(3 * SECOND);
        assertTrue(rig.follower.ignored() > ignored + 100);
        rig.tap = (datagram, arrived) -> {};
        rig.server.changes = 0;
        rig.server.attaches = 0;
        // Bodies that move come again anyway.
        rig.server.isStill = true;
        for (int i = 0; i < 105; i++) {
            rig.run(SECOND);
            rig.server.states.clear();
        }
        rig.run(SECOND);
        State shown = rig.reader.state(0);
        Snapshot sent = rig.server.states.get(rig.follower.senderTick(shown.tick()));
        double origin = layout.hasDoublePositions() ? 1e7 : 0;
        for (int slot = 0; slot < shown.slots(); slot++) {
            String context = "seed " + seed + ", slot " + slot;
            boolean isNear = sent.isAlive(slot) && Math.abs(sent.values[0][slot] - origin) <= 30;
            // Riders are not shown without their ships, which are not chosen.
            if (isNear && sent.parents[slot] == State.NO_PARENT || shown.isAlive(slot)) {
                assertEquals(isNear, shown.isAlive(slot), context);
                assertEquals(0, sent.distance(shown, slot), ERROR, context);
            }
        }
    }

    /** Otherwise no piece would be acknowledged any more, and every state would have all baselines. */
    @Test
    void aDamagedNumberThatWasBelievedIsForgotten() {
        FollowerRig rig = rig(1, tick -> 0, 20);
        rig.run(2 * SECOND);
        int before = rig.follower.newestPiece(rig.run);
        boolean[] damages = {true};
        rig.tap = (datagram, arrived) -> {
            byte[] original = SimulatedLink.copy(datagram);
            PieceHeader header = new PieceHeader();
            if (damages[0] && header.read(original, 0, original.length) && header.isOfClient) {
                damages[0] = false;
                int content = header.contentOffset;
                header.number += 1 << 20;
                byte[] damaged = new byte[original.length + 10];
                ByteWriter out = new ByteWriter();
                out.open(damaged, 0);
                header.write(out);
                int length = original.length - content;
                System.arraycopy(original, content, damaged, out.position(), length);
                rig.follower.receive(ByteBuffer.wrap(damaged, 0, out.position() + length), arrived);
            }
        };
        rig.run(SECOND);
        int now = rig.follower.newestPiece(rig.run);
        assertTrue(now > before && now < before + 1_000, () -> before + " to " + now);
        assertTrue(Long.bitCount(rig.follower.piecesBefore()[0]) > 32);
    }

    /** A client that lies harms itself only. */
    @ParameterizedTest
    @MethodSource("seeds")
    void anyAcknowledgementsDoNoHarm(long seed) {
        SplittableRandom random = Seeds.splittable(seed);
        World world = new World(World.layout(StateLayout.of(300), seed), seed);
        StateEncoder encoder = StateEncoder.of(world.layout, PoseGrid.STANDARD, 1);
        Receiver output = new Receiver(world.layout);
        ClientBodies client = new ClientBodies(0);
        int[] pieces = new int[1];
        for (int tick = 0; tick < 300; tick++) {
            State state = world.tick(0.5);
            long[] set = random.longs(5).toArray();
            set[4] &= (1L << 300 - 256) - 1;
            client.choose(state, set, new byte[300]);
            encoder.begin(state, world.stamp(), output);
            encoder.encode(client, (datagram, isOnly) -> {
                pieces[0]++;
                assertTrue(datagram.remaining() <= StateEncoder.MAX_DATAGRAM);
            });
            client.acknowledge(
                    random.nextInt() >>> random.nextInt(32), random.longs(4).toArray());
        }
        assertTrue(pieces[0] >= 300);
    }

    private static void assertPlausible(State state) {
        for (int slot = 0; slot < state.slots(); slot++) {
            if (state.isAlive(slot)) {
                double[] pose = Errors.pose(state, slot);
                for (double value : pose) {
                    assertTrue(Double.isFinite(value));
                }
                assertTrue(Float.isFinite(state.linear(0)[slot]) && Float.isFinite(state.stepped(0)[slot]));
            }
        }
    }
}
