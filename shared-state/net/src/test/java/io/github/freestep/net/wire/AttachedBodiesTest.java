package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.StateInside;
import io.github.freestep.internal.time.Timeline;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Ships on circles, and riders that leave them for other ships and for the water. A rider stays where it is in the
 * world when it changes its ship, so if a receiver shows it elsewhere, it has combined a pose with the wrong ship.
 * Ships sink, and others appear in their slots. A state has several pieces.
 */
class AttachedBodiesTest {
    private static final long TICK = 10_000_000;
    private static final long SECOND = 100 * TICK;
    private static final int BODIES = 300;

    /** Every twentieth body is a ship, so most pieces have one. */
    private static final int SHIPS = 20;

    private static final class Server {
        final VirtualClock clock = new VirtualClock(0);
        final Map<Long, double[][]> sent = new HashMap<>();
        final StatePublisher publisher;
        final StateReader reader;
        final StateEncoder encoder;
        final SimulatedLink link;
        final SplittableRandom random;
        final Timeline timeline = new Timeline(Ratio.of(100), 0);
        final double[] phase = new double[BODIES];
        final double[][] riders = new double[BODIES][2];
        long tick;

        /** The chance that a rider leaves its ship in a tick, and that a ship sinks. */
        double leaves = 0.002;

        double sinks = 0.003;

        /** Whether datagrams get to the link. */
        boolean isUp = true;

        /** How far a rider walks in a tick, at most, along each axis. */
        double walks = 0.02;

        Server(StateLayout layout, PoseGrid grid, long seed) {
            publisher = StatePublisher.of(layout);
            reader = publisher.states().reader();
            encoder = StateEncoder.of(layout, grid, seed);
            link = new SimulatedLink(seed);
            random = Seeds.splittable(seed);
            for (int slot = 0; slot < BODIES; slot++) {
                publisher.bodies().spawn(slot);
                phase[slot] = random.nextDouble(7);
            }
        }

        /** The coordinates of a ship on the water, and the angle to which it has turned. */
        double shipX(int ship) {
            return 50 * Math.cos(phase[ship] + tick * 0.004) + 2 * ship;
        }

        double shipY(int ship) {
            return 50 * Math.sin(phase[ship] + tick * 0.004);
        }

        double angle(int ship) {
            return phase[ship] + tick * 0.001;
        }

        void step() {
            Bodies bodies = publisher.bodies();
            int gone = random.nextDouble() < sinks ? random.nextInt(BODIES / SHIPS) * SHIPS : -1;
            for (int slot = 0; slot < BODIES; slot++) {
                boolean isRider = slot % SHIPS != 0;
                if (isRider && (random.nextDouble() < leaves || bodies.parent(slot) == gone && gone >= 0)) {
                    board(slot, random.nextInt(-3, BODIES / SHIPS) * SHIPS, gone);
                }
            }
            if (gone >= 0) {
                bodies.remove(gone);
                bodies.spawn(gone);
                phase[gone] = random.nextDouble(7);
            }
            for (int slot = 0; slot < BODIES; slot++) {
                riders[slot][0] += walks * Math.cos(slot);
                riders[slot][1] += walks * Math.sin(slot);
            }
            timeline.simulated(tick * TICK);
            write(publisher.begin(tick, tick * TICK, timeline.anchor(), tick * TICK));
            publisher.publish(tick * TICK);
            reader.acquire();
            double[][] world = new double[BODIES][];
            Arrays.setAll(world, slot -> world(reader.state(0), slot));
            sent.put(tick, world);
        }

        /** Moves a rider to a ship, or off all ships, from where it was in the last state. */
        private void board(int slot, int ship, int gone) {
            double[] place = tick == 0 ? new double[2] : sent.get(tick - 1)[slot];
            if (ship < 0 || ship == gone) {
                if (publisher.bodies().parent(slot) != State.NO_PARENT) {
                    publisher.bodies().detach(slot);
                }
                riders[slot] = place;
                return;
            }
            publisher.bodies().attach(slot, ship);
            double x = place[0] - shipX(ship);
            double y = place[1] - shipY(ship);
            double cos = Math.cos(angle(ship));
            double sin = Math.sin(angle(ship));
            riders[slot] = new double[] {cos * x + sin * y, cos * y - sin * x};
        }

        private void write(StateWriter out) {
            for (int slot = 0; slot < BODIES; slot++) {
                if (!publisher.bodies().isAlive(slot)) {
                    continue;
                }
                boolean isShip = slot % SHIPS == 0;
                double half = isShip ? angle(slot) / 2 : 0;
                out.position(slot, isShip ? shipX(slot) : riders[slot][0], isShip ? shipY(slot) : riders[slot][1], 0);
                out.orientation(slot, 0, 0, (float) Math.sin(half), (float) Math.cos(half));
            }
        }

        /** Runs for a time, and gives a follower what arrives. */
        void run(long nanos, StateFollower follower, Runnable afterPoll) {
            for (long end = clock.nanoTime() + nanos; clock.nanoTime() < end; clock.advance(TICK / 10)) {
                if (clock.nanoTime() >= tick * TICK) {
                    step();
                    tick++;
                    encoder.encode(reader.state(0), clock.nanoTime(), new StateEncoder.Output() {
                        @Override
                        public void baseline(ByteBuffer datagram) {
                            if (isUp) {
                                link.baseline(datagram, clock.nanoTime());
                            }
                        }

                        @Override
                        public void piece(ByteBuffer datagram) {
                            if (isUp) {
                                link.piece(datagram, clock.nanoTime());
                            }
                        }
                    });
                }
                link.deliver(clock.nanoTime(), (datagram, arrived) -> {
                    follower.receive(datagram, arrived);
                    follower.poll(arrived);
                });
                follower.poll(clock.nanoTime());
                afterPoll.run();
            }
        }
    }

    /** The place of a body in the world. All bodies turn about the z axis. */
    private static double[] world(State state, int slot) {
        double x = state.x(slot);
        double y = state.y(slot);
        int parent = state.parent(slot);
        if (parent == State.NO_PARENT) {
            return new double[] {x, y};
        }
        double[] ship = world(state, parent);
        double angle = 2 * Math.atan2(state.qz()[parent], state.qw()[parent]);
        return new double[] {
            ship[0] + Math.cos(angle) * x - Math.sin(angle) * y, ship[1] + Math.sin(angle) * x + Math.cos(angle) * y
        };
    }

    @Test
    void ridersAreWhereTheyAreWhateverIsLost() {
        Seeds.first(Thorough.of(2, 8)).forEach(seed -> {
            StateLayout layout = World.layout(StateLayout.of(BODIES), seed);
            Server server = new Server(layout, PoseGrid.EXACT, seed);
            server.link.loss = 0.1;
            StateFollower follower = StateFollower.of(layout, StateFollower.DEFAULT_WINDOW, server.clock);
            StateReader reader = follower.states().reader();
            long[] seen = {State.NO_TICK, 0, 0};
            server.run(6 * SECOND, follower, () -> {
                if (!reader.acquire() || reader.state(0).tick() == seen[0]) {
                    return;
                }
                State state = reader.state(0);
                seen[0] = state.tick();
                seen[1]++;
                // Ticks are those of the sender as long as it is not started anew.
                double[][] sent = server.sent.get(follower.receivedTick());
                for (int slot = 0; slot < BODIES; slot++) {
                    boolean isShip = slot % SHIPS == 0;
                    double[] shown = world(state, slot);
                    double off = Math.hypot(shown[0] - sent[slot][0], shown[1] - sent[slot][1]);
                    // A ship that has sunk may be shown until its piece comes, and a new one waits for its second
                    // pose before it goes on without pieces. A rider on a wrong ship would be far away.
                    int at = slot;
                    assertTrue(isShip || off < 2, () -> "seed " + seed + ", slot " + at + " in " + state + ": " + off);
                    seen[2] += off > 0.1 ? 1 : 0;
                }
            });
            assertTrue(follower.incompleteStates() > 50, "no piece was lost");
            assertTrue(seen[1] > 500, "only " + seen[1] + " states");
            assertTrue(seen[2] < seen[1] * BODIES / 100, seen[2] + " are elsewhere");
        });
    }

    /** After 64 respawns, the seven bits of the life in a bond repeat. */
    @Test
    void aShipThatIsReplacedManyTimesInATickHasItsRiders() {
        Server server = calm();
        StateFollower follower = StateFollower.of(StateLayout.of(BODIES), StateFollower.DEFAULT_WINDOW, server.clock);
        Bodies bodies = server.publisher.bodies();
        bodies.attach(1, 0);
        bodies.attach(2, 1);
        server.run(2 * SECOND, follower, () -> {});
        bodies.detach(1);
        for (int i = 0; i < 64; i++) {
            bodies.remove(0);
            bodies.spawn(0);
        }
        bodies.attach(1, 0);
        server.run(SECOND, follower, () -> {});
        assertSameParents(server, follower);
    }

    /** After a second without pieces, a receiver treats all bodies as unknown. */
    @Test
    void whatChangesInASilenceIsKnownAfterIt() {
        Server server = calm();
        StateFollower follower = StateFollower.of(StateLayout.of(BODIES), StateFollower.DEFAULT_WINDOW, server.clock);
        Bodies bodies = server.publisher.bodies();
        for (int slot = 1; slot < 10; slot++) {
            bodies.attach(slot, 0);
        }
        server.run(2 * SECOND, follower, () -> {});
        assertSameParents(server, follower);
        server.isUp = false;
        server.run(SECOND, follower, () -> {});
        bodies.detach(1);
        bodies.attach(2, 20);
        bodies.detach(3);
        bodies.remove(3);
        server.run(SECOND, follower, () -> {});
        server.isUp = true;
        server.run(2 * SECOND, follower, () -> {});
        assertSameParents(server, follower);
    }

    private static Server calm() {
        Server server = new Server(StateLayout.of(BODIES), PoseGrid.EXACT, 1);
        server.leaves = 0;
        server.sinks = 0;
        return server;
    }

    private static void assertSameParents(Server server, StateFollower follower) {
        assertEquals(server.tick, follower.receivedTick(), 5);
        try (StateReader reader = follower.states().reader()) {
            assertTrue(reader.acquire());
            for (int slot = 0; slot < BODIES; slot++) {
                assertEquals(
                        server.reader.state(0).isAlive(slot), reader.state(0).isAlive(slot));
                assertEquals(
                        server.reader.state(0).parent(slot), reader.state(0).parent(slot), "slot " + slot);
            }
        }
    }

    /** A rider that sits still is not sent, wherever its ship goes. */
    @Test
    void aRiderThatSitsStillTakesNoBytes() {
        long[] bytes = new long[2];
        for (int ships = 0; ships < 2; ships++) {
            StateLayout layout = StateLayout.of(BODIES);
            Server server = new Server(layout, PoseGrid.STANDARD, 1);
            server.leaves = 0;
            server.sinks = 0;
            server.walks = 0;
            if (ships == 1) {
                for (int slot = 0; slot < BODIES; slot++) {
                    if (slot % SHIPS != 0) {
                        server.publisher.bodies().attach(slot, slot / SHIPS * SHIPS);
                    }
                }
            }
            Receiver receiver = new Receiver(layout);
            for (; server.tick < 200; server.tick++) {
                server.step();
                server.encoder.encode(server.reader.state(0), server.tick * TICK, receiver);
                for (byte[] piece : receiver.pieces) {
                    bytes[ships] += server.tick > 100 ? piece.length : 0;
                }
                receiver.takeAll();
            }
            assertEquals(ships == 1 ? BODIES - BODIES / SHIPS : 0, StateInside.attachedCount(server.reader.state(0)));
        }
        assertEquals(bytes[0], bytes[1], "riders on the water, and on ships");
    }
}
