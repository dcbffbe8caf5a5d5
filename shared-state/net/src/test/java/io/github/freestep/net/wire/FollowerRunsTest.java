package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.WorldId;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.content.Epochs;
import io.github.freestep.state.content.StateInside;
import io.github.freestep.testing.VirtualNetwork;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.TimeAnchor;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which run of which sender a follower follows, at the limits of its rules. */
class FollowerRunsTest {
    private static final long MILLI = FollowerRig.MILLI;
    private static final long SECOND = FollowerRig.SECOND;
    private static final int BODIES = 50;

    private final FollowerRig rig = new FollowerRig(1, PoseGrid.EXACT);
    private final List<byte[]> runs = new ArrayList<>();
    private final List<byte[]> pieces = new ArrayList<>();

    private final TimeAnchor anchor = new TimeAnchor();

    /** When the last datagram arrived. */
    private long arrivedNanos;

    /** Lets a server run, and keeps what arrives. */
    private void follow(long nanos) {
        rig.tap = (datagram, arrived) -> {
            boolean isPiece = (datagram.get(0) & 0xFF) == Datagrams.PIECE;
            (isPiece ? pieces : runs).add(VirtualNetwork.copy(datagram));
            arrivedNanos = arrived;
        };
        rig.serve(BODIES).run(nanos);
        assertTrue(rig.follower.follows(rig.run));
    }

    private void receive(byte[] datagram, long nanos) {
        rig.follower.receive(ByteBuffer.wrap(datagram), nanos);
    }

    /** Returns a notice of another run of a sender with the given layout. */
    private static byte[] otherRun(StateLayout layout, long run) {
        World world = new World(layout, PoseGrid.EXACT, 1);
        StateEncoder encoder = new StateEncoder(layout, PoseGrid.EXACT, run);
        while (world.receiver.runs.isEmpty()) {
            world.receiver.send(encoder, world.tick(1), world.stamp());
        }
        return world.receiver.runs.get(0);
    }

    @Test
    void aDatagramOfNoUseIsCountedAtOnce() {
        receive(new byte[] {1, 2, 3}, 0);
        assertEquals(1, rig.follower.ignored());
        receive(new byte[Datagrams.MAX_DATAGRAM + 1], 0);
        assertEquals(2, rig.follower.ignored());
        receive(new byte[0], 0);
        assertEquals(3, rig.follower.ignored());
    }

    @Test
    void aPieceOfAnotherRunOrOfAnotherWorldIsIgnored() {
        follow(SECOND);
        long published = rig.follower.publishedStates();
        long ignored = rig.follower.ignored();
        List<Consumer<PieceHeader>> changes = List.of(
                header -> header.run++,
                header -> header.slots = ScriptedServer.LAYOUT.capacity() + 1,
                header -> header.state += ++header.lower);
        for (Consumer<PieceHeader> change : changes) {
            Consumer<PieceHeader> next = header -> header.tick++;
            receive(
                    Damaged.piece(rig.follower, pieces.get(pieces.size() - 1), next.andThen(change)),
                    rig.local.nanoTime());
            assertEquals(++ignored, rig.follower.ignored());
        }
        rig.follower.poll(rig.local.nanoTime() + SECOND / 2);
        assertEquals(published, rig.follower.publishedStates());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theOtherKindOfPositionsIsAnotherLayout(boolean sendsDoubles) {
        StateLayout floats = StateLayout.of(9);
        StateLayout doubles = floats.doublePositions();
        StateFollower follower = new StateFollower(sendsDoubles ? floats : doubles, rig.local);
        byte[] other = otherRun(sendsDoubles ? doubles : floats, 99);
        follower.receive(ByteBuffer.wrap(other), rig.local.nanoTime());
        assertEquals(
                "the sender's layout must be that of this receiver, 9 bodies, linear [], stepped []"
                        + (sendsDoubles ? "" : ", double positions")
                        + ", but was another one of 9 bodies; use the same StateLayout on both sides, with the same"
                        + " channels and the same kind of positions, and the same version of Freestep",
                follower.failure());
    }

    @Test
    void aFailureIsShownForTwoSeconds() {
        receive(otherRun(StateLayout.of(9), 99), 5 * SECOND);
        rig.follower.poll(7 * SECOND);
        assertNotNull(rig.follower.failure());
        rig.follower.poll(7 * SECOND + 1);
        assertNull(rig.follower.failure());
    }

    @Test
    void anotherLayoutIsAFailureOnceTheRunHasBeenSilentForMoreThanTwoSeconds() {
        follow(SECOND);
        byte[] other = otherRun(StateLayout.of(9), 99);
        receive(other, arrivedNanos + 2 * SECOND);
        assertNull(rig.follower.failure());
        receive(other, arrivedNanos + 2 * SECOND + 1);
        assertNotNull(rig.follower.failure());
        assertTrue(rig.follower.follows(rig.run));
    }

    @Test
    void aBadNoticeOfAnotherRunBeginsNoRun() {
        follow(SECOND);
        byte[] other = otherRun(ScriptedServer.LAYOUT, 99);
        long ignored = rig.follower.ignored();
        receive(Arrays.copyOf(other, other.length / 2), rig.local.nanoTime());
        assertEquals(++ignored, rig.follower.ignored());
        assertTrue(rig.follower.follows(rig.run));
        assertNull(rig.follower.failure());
        rig.run(SECOND / 5);
        assertEquals(rig.server.tick(), rig.follower.times.senderTick(), 5);
        assertEquals(ignored, rig.follower.ignored());
    }

    @Test
    void aFormerRunBeginsAgainOnceTheCurrentOneHasBeenSilentForMoreThanTwoSeconds() {
        follow(SECOND);
        byte[] former = runs.get(0);
        long formerRun = rig.run;
        follow(SECOND);
        assertFalse(rig.follower.follows(formerRun));
        long ignored = rig.follower.ignored();
        receive(former, arrivedNanos + 2 * SECOND);
        assertEquals(ignored + 1, rig.follower.ignored());
        assertTrue(rig.follower.follows(rig.run));
        receive(former, arrivedNanos + 2 * SECOND + 1);
        assertFalse(rig.follower.follows(rig.run));
    }

    @ParameterizedTest
    @ValueSource(longs = {-5_000, 5_000})
    void aRestartedServerMayHaveAnotherClock(long originSeconds) {
        follow(SECOND);
        rig.originNanos = originSeconds * SECOND;
        rig.serve(BODIES);
        int[] states = new int[1];
        rig.states = state -> {
            // The first states of the run before are still under way.
            if (rig.follower.follows(rig.run) && rig.follower.times.senderTick() < 95) {
                state.anchor(anchor);
                assertEquals(StateInside.publishedNanos(state), anchor.wallAt(state.simulationNanos()), 20 * MILLI);
                states[0]++;
            }
        };
        rig.run(SECOND);
        assertTrue(states[0] > 10, () -> states[0] + " states");
        assertEquals(rig.server.tick(), rig.follower.times.senderTick(), 5);
    }

    /** Every state after the move is the server's, with its tick, lives and values. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aServiceThatWasHandedOverGoesOn(boolean paused) {
        long[] shown = {State.NO_TICK};
        rig.serve(BODIES);
        rig.server.changes = 0.2;
        rig.server.attaches = 0.1;
        rig.states = state -> {
            assertTrue(state.tick() > shown[0]);
            shown[0] = state.tick();
            assertEquals(state.tick(), rig.follower.senderTick(state.tick()));
            assertEquals(0, StateInside.lifeOffset(state));
            assertEquals(rig.follower.follows(rig.run), rig.follower.takesInput(rig.run));
            Snapshot sent = rig.server.states.get(state.tick());
            sent.assertSame(state, true, "moved");
            assertEquals(sent.simulationNanos, state.simulationNanos());
            assertEquals(sent.simulationNanos, rig.follower.senderNanos(state.tick(), state.simulationNanos()));
            for (int slot = 0; slot < state.slots(); slot++) {
                int life = Epochs.life(sent.epochs[slot]);
                assertEquals(sent.isAlive(slot), state.isAlive(slot) && life == Epochs.life(state.epoch(slot)));
            }
        };
        rig.run(2 * SECOND);
        for (int move = 0; move < 3; move++) {
            if (paused) {
                rig.server.pause(rig.senderNanos());
                rig.run(SECOND / 5);
            }
            long before = shown[0];
            assertEquals(!paused, rig.server.tick() > before);
            rig.handOver().run(SECOND);
            assertTrue(rig.goesOn() && rig.follower.takesInput(rig.run));
            assertEquals(before, rig.follower.senderTick(before));
            if (paused) {
                assertEquals(before, shown[0]);
                rig.server.resume(rig.senderNanos());
            }
            rig.run(SECOND / 2);
            assertTrue(shown[0] > before + 40);
        }
    }

    /** The run claims to have the world, but begins at tick 0: its bodies have lives that other bodies had before. */
    @Test
    void aWorldThatWasSetBackDoesNotGoOn() {
        rig.serve(BODIES);
        long world = rig.server.world();
        rig.run(2 * SECOND);
        long before = rig.follower.times.senderTick();
        rig.serve(BODIES, new WorldId(world, world, -1));
        boolean[] refused = {false};
        rig.states = state -> refused[0] |= !rig.follower.takesInput(rig.run) && rig.follower.follows(rig.run);
        assertFalse(rig.run(SECOND).goesOn());
        assertTrue(refused[0]);
        assertEquals(State.NO_TICK, rig.follower.senderTick(before));
        rig.run(SECOND);
        assertTrue(rig.follower.takesInput(rig.run));
    }

    /** Nor does a run without the former world, even if its ticks could continue. */
    @Test
    void aRunWithAnotherWorldDoesNotGoOn() {
        rig.serve(BODIES).run(SECOND);
        assertDoesNotGoOn(new WorldId(7, 7, -1));
    }

    /**
     * Two services continue from the same moment. The receiver has shown one of them, so the other one is a restart.
     */
    @Test
    void aForkOfAWorldThatWasShownDoesNotGoOn() {
        rig.serve(BODIES).run(SECOND);
        long former = rig.server.world();
        long tick = rig.server.tick();
        assertTrue(rig.handOver().run(SECOND).goesOn());
        assertDoesNotGoOn(new WorldId(7, former, tick));
    }

    /** The former service continued although it was handed over, and the receiver has shown that. */
    @Test
    void aWorldDoesNotGoOnFromATickBeforeTheNewestShownOne() {
        rig.serve(BODIES).run(SECOND);
        assertDoesNotGoOn(new WorldId(7, rig.server.world(), rig.follower.times.senderTick() - 1));
    }

    /** @param world that of a server whose ticks are later than those that were shown */
    private void assertDoesNotGoOn(WorldId world) {
        long before = rig.follower.times.senderTick();
        rig.serve(BODIES, world);
        rig.runStopped(4 * SECOND);
        boolean[] refused = {false};
        rig.states = state -> refused[0] |= !rig.follower.takesInput(rig.run) && rig.follower.follows(rig.run);
        assertTrue(rig.run(2 * SECOND).follower.times.senderTick() > before);
        assertFalse(rig.goesOn());
        assertTrue(refused[0]);
        assertEquals(State.NO_TICK, rig.follower.senderTick(before));
    }

    /**
     * A server that changes its speed, pauses and restarts, and a receiver that sends the states on. Both that receiver
     * and one behind it can say at which of the server's times each state was.
     */
    @Test
    void eachStateSaysItsServersTime() {
        StateFollower far = new StateFollower(rig.layout, rig.local);
        StateReader farthest = far.states().reader();
        ClientBlocks client = new ClientBlocks(rig.layout);
        StateEncoder relay = new StateEncoder(rig.layout, PoseGrid.EXACT, 55);
        Consumer<ByteBuffer> arrive = datagram -> far.receive(datagram, rig.local.nanoTime());
        Map<Long, Long> times = new HashMap<>();
        int[] relayed = new int[1];
        rig.states = state -> {
            boolean isNew = rig.follower.follows(rig.run);
            long tick = rig.follower.senderTick(state.tick());
            long nanos = rig.follower.senderNanos(state.tick(), state.simulationNanos());
            if (isNew) {
                assertEquals(rig.server.states.get(tick).simulationNanos, nanos);
                times.put(state.tick(), nanos);
            }
            Output output = new Output(arrive, arrive);
            relay.begin(state, rig.follower.states().clock().nanoTime(), output);
            relay.encode(client, output);
            client.acknowledge(far.newestPiece(55), far.piecesBefore());
            far.poll(rig.local.nanoTime());
            if (isNew && farthest.acquire()) {
                State last = farthest.state(0);
                long here = far.senderTick(last.tick());
                long relays = far.senderNanos(last.tick(), last.simulationNanos());
                Long expected = times.get(here);
                if (expected != null && rig.follower.senderTick(here) != State.NO_TICK) {
                    assertEquals(expected, rig.follower.senderNanos(here, relays));
                    relayed[0]++;
                }
            }
        };
        for (int run = 0; run < 3; run++) {
            times.clear();
            rig.serve(BODIES, new WorldId(7 + run, 7 + run, 0)).run(2 * SECOND);
            rig.server.scale(rig.senderNanos(), Ratio.of(1, 3));
            rig.run(SECOND);
            rig.server.pause(rig.senderNanos());
            rig.run(SECOND / 2);
            rig.server.step(rig.senderNanos());
            rig.run(SECOND / 2);
            rig.server.resume(rig.senderNanos());
            rig.run(SECOND);
            assertTrue(times.size() > 150, () -> times.size() + " states");
            rig.runStopped(4 * SECOND);
        }
        assertTrue(relayed[0] > 400, () -> relayed[0] + " relayed states");
    }

    @Test
    void anotherSenderOfTheServiceGoesOn() {
        rig.serve(BODIES).run(SECOND);
        long before = rig.follower.times.senderTick();
        rig.sendAgain();
        assertTrue(rig.run(2 * SECOND).goesOn());
        assertEquals(before, rig.follower.senderTick(before));
    }

    /** The service moves twice before the receiver knows all bodies of the first place. */
    @Test
    void aMoveFromAPlaceThatWasNeverShownGoesOn() {
        rig.serve(BODIES).run(SECOND);
        rig.handOver();
        rig.runUntilKnown();
        assertTrue(rig.handOver().run(2 * SECOND).goesOn());
    }

    /** The restart was as long ago as without the move. Whether all bodies are known by then depends on the moment. */
    @Test
    void aMoveRightAfterARestartStillRefusesInput() {
        rig.serve(10).run(2 * SECOND);
        int early = 0;
        for (int wait = 0; wait < 20; wait++) {
            rig.serve(10);
            awaitFirstState();
            long since = rig.nanos();
            rig.run(wait * 23 * MILLI);
            rig.handOver();
            awaitFirstState();
            assertTrue(rig.goesOn());
            boolean isEarly = rig.nanos() - since < SECOND / 2;
            early += isEarly ? 1 : 0;
            assertTrue(!isEarly || !rig.follower.takesInput(rig.run));
            rig.run(SECOND);
            assertTrue(rig.follower.takesInput(rig.run));
        }
        assertTrue(early > 0);
    }

    private void awaitFirstState() {
        for (int i = 0; i < 2_000 && !rig.follower.follows(rig.run); i++) {
            rig.run(MILLI);
        }
        assertTrue(rig.follower.follows(rig.run));
    }

    /** Between the two, a run of another world began, of which no state was shown. */
    @Test
    void aRunThatWasNeverShownEndsNoWorld() {
        follow(SECOND);
        long world = rig.server.world();
        runs.clear();
        receive(otherRun(rig.layout, world + 1), rig.local.nanoTime());
        assertFalse(rig.follower.follows(world));
        assertTrue(rig.handOver().run(2 * SECOND).goesOn());
    }
}
