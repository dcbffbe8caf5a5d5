package io.github.freestep.render.picture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameMode;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.SimulatedPhysics;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Seeds;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.joml.Matrix4f;
import org.joml.Quaterniond;
import org.joml.Quaternionf;
import org.joml.Vector3d;
import org.joml.Vector3f;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks bodies that are attached to others, which move fast. */
class AttachedTest {
    private static final long MILLI = SimulatedPhysics.MILLI;
    private static final int SHIP = 0;

    /** In another block than the ship. */
    private static final int RIDER = 70;

    private static final int OTHER = RIDER + 1;
    private static final int CAPACITY = 200;
    private static final StateLayout LAYOUT = StateLayout.of(CAPACITY);
    private static final Vector3d SEAT = new Vector3d(3, 2, -1);
    private static final Quaterniond SEATED = new Quaterniond().rotateXYZ(0.3, 0.2, 0.1);

    /** A world whose first state is empty, and whose bodies come with the second. */
    private abstract static class World {
        final SimulatedPhysics physics;
        final double far;
        long tick = -1;

        World(StateLayout layout) {
            far = layout.hasDoublePositions() ? 1e7 : 0;
            physics = new SimulatedPhysics(layout, 4, this::write);
        }

        private void write(StateWriter state, long nanos) {
            if (++tick > 0) {
                write(physics.publisher.bodies(), state, nanos / 1e9);
            }
        }

        abstract void write(Bodies bodies, StateWriter state, double seconds);

        FrameSampler open(FrameMode mode) {
            return FrameSampler.builder(physics.publisher.states()).mode(mode).open();
        }

        /** A ship that flies at 300 m/s in a curve, and rolls. */
        void ship(StateWriter state, int slot, double seconds) {
            write(state, slot, shipAt(seconds).add(far, 0, 0), shipTurn(seconds));
        }

        void write(StateWriter state, int slot, Vector3d at, Quaterniond turn) {
            state.position(slot, at.x, at.y, at.z);
            state.orientation(slot, (float) turn.x, (float) turn.y, (float) turn.z, (float) turn.w);
        }
    }

    private static void board(Bodies bodies) {
        bodies.spawn(SHIP);
        bodies.spawn(RIDER);
        bodies.attach(RIDER, SHIP);
    }

    static Vector3d shipAt(double s) {
        return new Vector3d(300 * s, 40 * Math.sin(s), 5 * s);
    }

    static Quaterniond shipTurn(double s) {
        return new Quaterniond().rotateXYZ(s, 0.5 * s, 0);
    }

    /** A world in which the rider is written once, and the ship moves. */
    private static World seated(StateLayout layout) {
        return new World(layout) {
            @Override
            void write(Bodies bodies, StateWriter state, double seconds) {
                if (tick == 1) {
                    board(bodies);
                    write(state, RIDER, SEAT, SEATED);
                }
                ship(state, SHIP, seconds);
            }
        };
    }

    static Stream<Arguments> modesAndLayouts() {
        return Stream.of(FrameMode.values())
                .flatMap(mode -> Stream.of(Arguments.of(mode, LAYOUT), Arguments.of(mode, LAYOUT.doublePositions())));
    }

    /** The rider's block rests. Ticks are late, so errors of the ship are blended out. */
    @ParameterizedTest
    @MethodSource("modesAndLayouts")
    void aRestingChildMovesExactlyWithItsParent(FrameMode mode, StateLayout layout) {
        World world = seated(layout);
        FrameSampler sampler = world.open(mode);
        Random random = Seeds.random(3);
        int bridged = 0;
        Matrix4f before = new Matrix4f();
        for (long now = 0; now < 10_000 * MILLI; now += 7 * MILLI) {
            world.physics.stall(now, random.nextInt(15) == 0 ? random.nextInt(60) * MILLI : 0);
            world.physics.runTo(now);
            if (layout.hasDoublePositions()) {
                sampler.origin(world.far + 300 * now / 1e9, 0, 0);
            }
            Frame frame = sampler.sample(now);
            if (!frame.isAlive(RIDER)) {
                continue;
            }
            Vector3f seat = frame.point(SHIP, new Vector3f(SEAT), new Vector3f());
            double grain =
                    3 * Math.ulp(Math.max(8, seat.absolute(new Vector3f()).get(seat.maxComponent())));
            assertEquals(0, seat.distance(frame.position(RIDER, new Vector3f())), grain, frame.toString());
            Quaternionf turn = frame.orientation(SHIP, new Quaternionf()).mul(new Quaternionf(SEATED));
            assertEquals(1, Math.abs(turn.dot(frame.orientation(RIDER, new Quaternionf()))), 1e-6);
            assertEquals(SHIP, frame.parent(RIDER));
            assertEquals(State.NO_PARENT, frame.parent(SHIP));
            bridged += frame.isBridged() ? 1 : 0;
            Matrix4f matrix = frame.matrix(RIDER, new Matrix4f());
            boolean reported = false;
            for (int range = 0; range < frame.changedRanges(); range++) {
                reported |= frame.changedFrom(range) <= RIDER && frame.changedTo(range) > RIDER;
            }
            assertTrue(reported || matrix.equals(before), frame.toString());
            before = matrix;
        }
        assertTrue(mode == FrameMode.LATEST || bridged > 100, bridged + " bridged");
    }

    /**
     * A body that moves through the world, and is attached to one of three ships, or to none, for random spans. Its
     * written pose is always that of its own motion, so a picture shows that motion. If it is free, another body is
     * attached in its place, because a bridge is straight for all bodies where one of them was attached.
     */
    private static class Jumper extends World {
        private final Random random = Seeds.random(4);
        private final boolean isFree;
        private int parent = State.NO_PARENT;
        private int changes;

        Jumper(StateLayout layout, boolean isFree) {
            super(layout);
            this.isFree = isFree;
        }

        Placement rider(double s) {
            return placement(4 * s, 3 * s, -2 * s, new Quaterniond().rotateY(s));
        }

        /** One turns, one moves, and one, which is attached to the second, does both. */
        Placement ship(int number, double s) {
            return switch (number) {
                case 0 -> placement(0, 5, 0, new Quaterniond().rotateZ(2 * s));
                case 1 -> placement(20 * s, 0, 0, new Quaterniond());
                default -> placement(20 * s, 10 * s, 0, new Quaterniond().rotateX(s));
            };
        }

        static Placement placement(double x, double y, double z, Quaterniond turn) {
            Placement placement = new Placement();
            placement.at.set(x, y, z);
            placement.turn.set(turn);
            return placement;
        }

        @Override
        void write(Bodies bodies, StateWriter state, double s) {
            if (tick == 1) {
                for (int slot = 0; slot < 3; slot++) {
                    bodies.spawn(slot);
                }
                bodies.spawn(RIDER);
                bodies.spawn(OTHER);
                bodies.attach(2, 1);
            }
            if (tick > 1 && random.nextInt(7) == 0) {
                jump(bodies);
            }
            for (int slot = 0; slot < 3; slot++) {
                write(state, slot, ship(slot, s), slot < 2 ? State.NO_PARENT : 1, s);
            }
            write(state, RIDER, rider(s), isFree ? State.NO_PARENT : parent, s);
            write(state, OTHER, new Vector3d(), new Quaterniond());
        }

        private void write(StateWriter state, int slot, Placement placement, int to, double s) {
            if (to == State.NO_PARENT) {
                placement.at.add(far, 0, 0);
            } else {
                placement.relativeTo(ship(to, s));
            }
            write(state, slot, placement.at, placement.turn);
        }

        private void jump(Bodies bodies) {
            int next = random.nextInt(4) - 1;
            if (next != parent) {
                changes++;
                parent = next;
                if (next == State.NO_PARENT) {
                    bodies.detach(isFree ? OTHER : RIDER);
                } else {
                    bodies.attach(isFree ? OTHER : RIDER, next);
                }
            }
        }
    }

    /**
     * A body that often turns back, so that there are large errors to blend out, among ships that are turned by so much
     * that the sign of its quaternion changes with each ship.
     */
    private static final class Zigzag extends Jumper {
        Zigzag(StateLayout layout, boolean isFree) {
            super(layout, isFree);
        }

        @Override
        Placement rider(double s) {
            double zigzag = Math.abs(s * 9 % 2 - 1);
            return placement(4 * zigzag, -3 * zigzag, 2 * zigzag, new Quaterniond().rotateY(zigzag));
        }

        @Override
        Placement ship(int number, double s) {
            return placement(number, 0, 0, new Quaterniond().rotateY(Math.toRadians(200 + 160 * number)));
        }
    }

    @ParameterizedTest
    @MethodSource("modesAndLayouts")
    void attachingAndDetachingAreSeamless(FrameMode mode, StateLayout layout) {
        // Between two states, a straight line relative to a parent that turns is a curve in the world, and beyond them
        // it goes on as a curve. With 12 seeds, the largest turn is 2.03e-3.
        assertLikeFree(mode, new Jumper(layout, false), new Jumper(layout, true), 0.25, 2.5e-3);
    }

    @ParameterizedTest
    @MethodSource("modesAndLayouts")
    void theSignOfAQuaternionMeansNothing(FrameMode mode, StateLayout layout) {
        assertLikeFree(mode, new Zigzag(layout, false), new Zigzag(layout, true), 1e-4, 1e-5);
    }

    private static void assertLikeFree(FrameMode mode, Jumper jumper, Jumper free, double metres, double radians) {
        double[] most = {0, 0};
        alike(mode, jumper, free, (frame, expected) -> {
            Vector3d shown = frame.position(RIDER, new Vector3d());
            most[0] = Math.max(most[0], shown.distance(expected.position(RIDER, new Vector3d())));
            most[1] = Math.max(most[1], turnBetween(frame, expected));
        });
        assertTrue(jumper.changes > 100, jumper.changes + " changes");
        assertTrue(most[0] < metres, "off by " + most[0]);
        assertTrue(most[1] < radians, "turned by " + most[1]);
    }

    /** Shows two worlds, which are late at the same times, and passes the frames that have a rider. */
    private static void alike(FrameMode mode, World world, World free, BiConsumer<Frame, Frame> compare) {
        FrameSampler sampler = world.open(mode);
        FrameSampler plain = free.open(mode);
        Random random = Seeds.random(5);
        for (long now = 0; now < 15_000 * MILLI; now += 5 * MILLI) {
            long stall = random.nextInt(15) == 0 ? random.nextInt(45) * MILLI : 0;
            world.physics.stall(now, stall);
            free.physics.stall(now, stall);
            world.physics.runTo(now);
            free.physics.runTo(now);
            if (world.far != 0) {
                sampler.origin(world.far + random.nextInt(3), 0, 0);
                plain.origin(world.far, 0, 0);
            }
            Frame frame = sampler.sample(now);
            Frame expected = plain.sample(now);
            if (expected.isAlive(RIDER) && now > 500 * MILLI) {
                compare.accept(frame, expected);
            }
        }
    }

    /** Returns the angle between the orientations of the rider. */
    private static double turnBetween(Frame frame, Frame expected) {
        Quaterniond turn = new Quaterniond(expected.orientation(RIDER, new Quaternionf()))
                .normalize()
                .conjugate()
                .mul(new Quaterniond(frame.orientation(RIDER, new Quaternionf())).normalize());
        return 2 * Math.asin(Math.min(1, new Vector3d(turn.x, turn.y, turn.z).length()));
    }

    /** A teleported parent takes its children along, and a child that is teleported alone does not move on the way. */
    @Test
    void nothingIsShownOnTheWay() {
        World world = new World(LAYOUT) {
            @Override
            void write(Bodies bodies, StateWriter state, double seconds) {
                if (tick == 1) {
                    board(bodies);
                    state.position(RIDER, 5, 0, 0);
                } else if (tick % 20 == 0) {
                    bodies.teleport(SHIP);
                } else if (tick % 20 == 10) {
                    bodies.teleport(RIDER);
                    state.position(RIDER, tick % 40 == 10 ? 500 : 5, 0, 0);
                }
                state.position(SHIP, tick / 20 * 10_000, 0, 0);
            }
        };
        FrameSampler sampler = world.open(FrameMode.INTERPOLATE);
        for (long now = 0; now < 5_000 * MILLI; now += 3 * MILLI) {
            world.physics.runTo(now);
            Frame frame = sampler.sample(now);
            if (frame.isAlive(SHIP)) {
                assertEquals(0, frame.x()[SHIP] % 10_000);
                float seat = frame.x()[RIDER] - frame.x()[SHIP];
                assertTrue(seat == 5 || seat == 500, frame + ": " + seat);
            }
        }
    }

    /**
     * A body that is attached to a ship from time to time, and then to the next, each of which is elsewhere and turned.
     * It moves through the world as one that is never attached.
     */
    private static final class Survivor extends World {
        private final boolean isReplaced;
        private final boolean isFree;
        private final boolean isZigzag;
        private int ships;

        /** If ships are replaced, the next one comes at once, in the same slot. */
        Survivor(boolean isReplaced, boolean isZigzag, boolean isFree) {
            super(LAYOUT);
            this.isReplaced = isReplaced;
            this.isZigzag = isZigzag;
            this.isFree = isFree;
        }

        @Override
        void write(Bodies bodies, StateWriter state, double seconds) {
            if (tick == 1) {
                bodies.spawn(RIDER);
            } else if (tick % 10 == 0 && !isFree) {
                if (bodies.isAlive(SHIP)) {
                    bodies.detach(RIDER);
                    bodies.remove(SHIP);
                }
                if (isReplaced || tick % 20 == 0) {
                    bodies.spawn(SHIP);
                    bodies.attach(RIDER, SHIP);
                    ships++;
                }
            }
            double shipX = 7 * ships;
            double x = isZigzag ? 4 * Math.abs(seconds * 9 % 2 - 1) : 30 * seconds;
            if (bodies.isAlive(SHIP)) {
                write(state, SHIP, new Vector3d(shipX, 0, 0), new Quaterniond().rotateZ(Math.PI / 2));
                write(state, RIDER, new Vector3d(0, shipX - x, 0), new Quaterniond().rotateZ(-Math.PI / 2));
            } else {
                write(state, RIDER, new Vector3d(x, 0, 0), new Quaterniond());
            }
        }
    }

    /** A body that turns back often has errors, which are blended out while its parent is removed. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBodyMovesOnWhenItsParentIsRemoved(boolean isReplaced) {
        for (FrameMode mode : FrameMode.values()) {
            assertMovesOn(mode, isReplaced, false);
        }
        assertMovesOn(FrameMode.EXTRAPOLATE, isReplaced, true);
    }

    private static void assertMovesOn(FrameMode mode, boolean isReplaced, boolean isZigzag) {
        int[] detached = {0};
        alike(
                mode,
                new Survivor(isReplaced, isZigzag, false),
                new Survivor(isReplaced, isZigzag, true),
                (frame, expected) -> {
                    assertEquals(expected.x()[RIDER], frame.x()[RIDER], 1e-3, mode + " " + frame);
                    detached[0] += frame.isAlive(SHIP) && frame.parent(RIDER) == State.NO_PARENT ? 1 : 0;
                });
        assertTrue(
                mode == FrameMode.LATEST || detached[0] > 20, mode + ": " + detached[0] + " frames without a parent");
    }

    /** Its pose is composed in every frame. */
    @Test
    void aChildThatRestsInTheWorldHasNotChanged() {
        World world = new World(LAYOUT) {
            @Override
            void write(Bodies bodies, StateWriter state, double seconds) {
                if (tick == 1) {
                    board(bodies);
                    ship(state, SHIP, 1);
                    write(state, RIDER, SEAT, SEATED);
                }
            }
        };
        FrameSampler sampler = world.open(FrameMode.INTERPOLATE);
        for (long now = 0; now < 1_000 * MILLI; now += 7 * MILLI) {
            world.physics.runTo(now);
            Frame frame = sampler.sample(now);
            assertEquals(0, now < 200 * MILLI ? 0 : frame.changedRanges(), frame.toString());
        }
    }

    /** A straight line through the world would be off by part of a metre, because the ship turns by 1 rad per tick. */
    @Test
    void aRiderThatLeavesATurningShipStaysInItsSeatUntilItHasLeft() {
        int change = 50;
        World world = new World(LAYOUT) {
            @Override
            void write(Bodies bodies, StateWriter state, double seconds) {
                Quaterniond turn = new Quaterniond().rotateZ(100 * seconds);
                if (tick == 1) {
                    board(bodies);
                    write(state, RIDER, SEAT, SEATED);
                } else if (tick == change) {
                    bodies.detach(RIDER);
                    write(state, RIDER, turn.transform(new Vector3d(SEAT)), new Quaterniond(turn).mul(SEATED));
                }
                write(state, SHIP, new Vector3d(), turn);
            }
        };
        FrameSampler sampler = world.open(FrameMode.INTERPOLATE);
        int leaving = 0;
        for (long now = 0; now < 1_000 * MILLI; now += MILLI) {
            world.physics.runTo(now);
            Frame frame = sampler.sample(now);
            boolean hasLeft = frame.simulationNanos() >= change * 10 * MILLI;
            if (frame.isAlive(RIDER)) {
                assertEquals(hasLeft ? State.NO_PARENT : SHIP, frame.parent(RIDER), frame.toString());
            }
            if (frame.isAlive(RIDER) && !hasLeft) {
                Vector3f seat = frame.point(SHIP, new Vector3f(SEAT), new Vector3f());
                assertEquals(0, seat.distance(frame.position(RIDER, new Vector3f())), 1e-3, frame.toString());
                leaving += frame.simulationNanos() > (change - 1) * 10 * MILLI ? 1 : 0;
            }
        }
        assertTrue(leaving > 5, leaving + " frames between the two states");
    }

    /** The ship jumps by 1 km in the tick in which the rider leaves it, or boards it. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRiderThatLeavesOrBoardsAShipThatTeleportsStaysWhereItIs(boolean leaves) {
        int change = 50;
        World world = new World(LAYOUT) {
            @Override
            void write(Bodies bodies, StateWriter state, double seconds) {
                if (tick == 1) {
                    bodies.spawn(SHIP);
                    bodies.spawn(RIDER);
                }
                if (tick == (leaves ? 1 : change)) {
                    bodies.attach(RIDER, SHIP);
                }
                if (tick == change) {
                    bodies.teleport(SHIP);
                    if (leaves) {
                        bodies.detach(RIDER);
                    }
                }
                double ship = tick < change ? 5 * seconds : 5 * seconds + 1_000;
                boolean attached = leaves == tick < change;
                state.position(SHIP, ship, 0, 0);
                state.position(RIDER, attached ? 5 * seconds - ship : 5 * seconds, 2, 0);
                state.orientation(SHIP, 0, 0, 0, 1);
                state.orientation(RIDER, 0, 0, 0, 1);
            }
        };
        FrameSampler sampler = world.open(FrameMode.INTERPOLATE);
        for (long now = 0; now < 1_000 * MILLI; now += 3 * MILLI) {
            world.physics.runTo(now);
            Frame frame = sampler.sample(now);
            if (frame.isAlive(RIDER)) {
                assertEquals(5 * frame.simulationNanos() / 1e9, frame.x()[RIDER], 0.01, "at " + now / MILLI + " ms");
            }
        }
    }
}
