package io.github.freestep.smooth;

import static io.github.freestep.testing.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.github.freestep.physics.PhysicsException;
import io.github.freestep.testing.Allocations;
import io.github.freestep.testing.Logs;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.function.LongUnaryOperator;
import org.joml.Vector3f;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A game whose own thread takes 60 steps a second of its own world, and draws 144 frames a second, on a virtual clock.
 */
class SmoothTest {
    private static final double FRAME_NANOS = 1e9 / 144;

    private static final class Box {
        private double x;
        private double y;
        private double angle;
        private double speed = 1;
    }

    private final VirtualClock clock = new VirtualClock(-1_000);
    private final Box box = new Box();
    private final Box[] world = {box, new Box(), new Box()};
    private Runnable inStep = () -> {};
    private final Smooth<Box> smooth = Smooth.inline(60, world.length - 1, clock, this::step, SmoothTest::read);
    private int frames;

    private void step(double seconds) {
        inStep.run();
        for (Box each : world) {
            each.x += each.speed * seconds;
        }
    }

    private static void read(Box body, Smooth.Pose to) {
        to.flat(body.x, body.y, body.angle);
    }

    @AfterEach
    void close() {
        smooth.close();
    }

    /** A world of doubles computes the same to the last bit as in a loop of its own. */
    @Test
    void aStepHasAllDigitsOfItsLength() {
        List<Double> lengths = new ArrayList<>();
        try (Smooth<Box> each = Smooth.inline(60, 1, clock, lengths::add, SmoothTest::read)) {
            each.frame(seconds -> {});
            clock.advance(20_000_000);
            each.frame(seconds -> {});
        }
        assertEquals(List.of(1 / 60.0), lengths);
    }

    private void frame() {
        clock.advance(Math.max(0, Math.round(++frames * FRAME_NANOS) - clock.nanoTime()));
        smooth.frame(seconds -> {});
    }

    private float x() {
        frame();
        return smooth.x(box);
    }

    /** How uneven one metre a second is on the screen: the root mean square of the error of the speed. */
    private double judder(LongUnaryOperator late, DoubleSupplier x) {
        double last = 0;
        double sum = 0;
        for (int i = 1; i <= 1_500; i++) {
            clock.advance(late.applyAsLong(Math.round(i * FRAME_NANOS)) - clock.nanoTime());
            double shown = x.getAsDouble();
            double error = (shown - last) * 1e9 / FRAME_NANOS - 1;
            sum += i <= 500 ? 0 : error * error;
            last = shown;
        }
        return Math.sqrt(sum / 1_000);
    }

    @Test
    void framesAreEvenWhereAnAccumulatorJudders() {
        smooth.add(box);
        double even = judder(nanos -> nanos, this::x);
        long begunNanos = clock.nanoTime();
        double uneven = judder(
                nanos -> nanos + begunNanos,
                () -> Math.floor((clock.nanoTime() - begunNanos) * 60e-9) / 60); // the newest step
        assertTrue(even < 0.001 && uneven > 1.1, () -> "judder " + even + " instead of " + uneven);
    }

    @Test
    void framesAreEvenAlthoughTheirThreadWakesUpLate() {
        smooth.add(box);
        Random random = Seeds.random(1);
        double even = judder(nanos -> nanos + random.nextInt((int) FRAME_NANOS / 4), this::x);
        assertTrue(even < 0.01, () -> "judder " + even);
    }

    @Test
    void aPauseBeforeTheFirstFrameLasts() {
        smooth.physics().pause().join();
        inStep = () -> fail("a step in a pause");
        for (int i = 0; i < 5; i++) {
            frame();
        }
    }

    @Test
    void aBodyIsShownWhereItWasAddedUntilThePictureReachesItsFirstStep() {
        frame();
        box.x = 5;
        box.y = 6;
        box.angle = 3;
        assertTrue(smooth.add(box) && !smooth.add(box));
        for (int i = 0; i < 3; i++) {
            assertEquals(5, x());
            assertEquals(6, smooth.y(box));
            assertEquals(3, smooth.angle(box), 1e-6);
        }
        for (int i = 0; i < 6; i++) {
            frame();
        }
        assertTrue(smooth.x(box) > 5 && smooth.x(box) < box.x);
        assertEquals(6, smooth.y(box));
        assertEquals(3, smooth.angle(box), 1e-6);
    }

    @Test
    void aSlotThatAPickerHasHitIsThatOfABody() {
        smooth.add(box);
        frame();
        assertNull(smooth.body(0));
        for (int i = 0; i < 6; i++) {
            frame();
        }
        assertSame(box, smooth.body(0));
        assertNull(smooth.body(1));
        smooth.remove(box);
        assertNull(smooth.body(0));
    }

    @Test
    void aBodyThatTheGameHasPutElsewhereIsNotShownOnTheWay() {
        smooth.add(box);
        for (int i = 0; i < 50; i++) {
            box.x += i % 20 == 10 ? 100 : 0;
            double beyond = x() % 100;
            assertTrue(beyond < 1, () -> "shown at " + beyond);
        }
        assertTrue(smooth.x(box) > 200);
    }

    @Test
    void aWholeTurnIsNoMove() {
        box.angle = 100.5;
        smooth.add(box);
        for (int i = 0; i < 100; i++) {
            box.angle = (float) (i % 20 == 10 ? box.angle - 2 * Math.PI : box.angle);
            float last = smooth.x(box);
            double moved = x() - last;
            assertTrue(i < 40 || Math.abs(moved - 1 / 144.0) < 1e-4, () -> "moved by " + moved);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 260", "8, 80"}) // a step has two or three frames
    void aBodyThatTheGameMovesStepByStepIsShownOnTheWay(int every, int least) {
        box.speed = 0;
        smooth.add(box);
        int moves = 0;
        for (int i = 0; i < 300; i++) {
            box.x = Math.pow(i / every * every, 2) * 1e-4;
            float last = smooth.x(box);
            moves += x() > last ? 1 : 0;
        }
        int moved = moves;
        assertTrue(moved > least, () -> "shown at " + moved + " places");
    }

    @Test
    void aBodyThatIsRemovedLeavesItsPlaceToAnother() {
        smooth.add(box);
        smooth.add(world[1]);
        frame();
        refused("at most 2 bodies", IllegalStateException.class, () -> smooth.add(world[2]));
        for (int i = 0; i < 20; i++) {
            frame();
            assertTrue(smooth.remove(box) && !smooth.remove(box));
            assertThrows(IllegalArgumentException.class, () -> smooth.x(box));
            world[2].x = 50 + i;
            assertTrue(smooth.add(world[2]));
            box.x = -1; // Nobody reads it.
            frame();
            assertEquals(50 + i, smooth.x(world[2]));
            assertTrue(smooth.remove(world[2]) && smooth.add(box));
        }
        smooth.remove(box);
        box.x = Double.NaN;
        for (int i = 0; i < 6; i++) {
            frame(); // or reading it would fail
        }
    }

    @Test
    void exactlyTheBodiesOfAListAreShown() {
        frame();
        smooth.showOnly(List.of(box, world[1], box));
        frame();
        smooth.showOnly(List.of(world[2], world[1]));
        assertThrows(IllegalArgumentException.class, () -> smooth.x(box));
        box.x = Double.NaN; // Nobody reads it.
        frame();
        world[2].x = 7;
        assertTrue(smooth.remove(world[2]) && smooth.add(world[2]));
        assertEquals(7, smooth.x(world[2]));
        smooth.clear();
        assertFalse(smooth.remove(world[1]) || smooth.remove(world[2]));
        frame();
    }

    @Test
    @Logs("it may be in degrees")
    void anAngleThatSeemsToBeInDegreesIsToldOnce() {
        box.angle = 90;
        smooth.add(box);
        world[1].angle = 45;
        smooth.add(world[1]);
    }

    @Test
    void aPointStaysOnItsBody() {
        box.angle = Math.PI / 2;
        smooth.add(box);
        Vector3f at = new Vector3f();
        assertEquals(-1, smooth.slot(box));
        for (int i = 0; i < 10; i++) {
            frame();
            smooth.point(box, new Vector3f(2, 0, 0), at);
            assertEquals(smooth.x(box), at.x, 1e-5);
            assertEquals(2, at.y, 1e-5);
        }
        assertEquals(0, smooth.slot(box));
    }

    /** On a display of 60 Hz. */
    @Test
    void swapWaitsUntilTheNextFrameMustBegin() {
        assertTrue(smooth.toString().startsWith("frames do not wait"), smooth::toString);
        long refreshNanos = 16_666_667;
        Runnable swap = () -> clock.advance(refreshNanos - clock.nanoTime() % refreshNanos);
        for (int i = 0; i < 1_500; i++) {
            smooth.frame(seconds -> {});
            clock.advance(1_000_000); // draws
            smooth.swap(swap);
        }
        long leftNanos = refreshNanos - clock.nanoTime() % refreshNanos;
        assertTrue(leftNanos < 2_000_000, () -> leftNanos + " ns before the refresh, " + smooth);
        smooth.frame(seconds -> {});
        assertEquals(clock.nanoTime() + leftNanos, smooth.picture().frameNanos() - 1_000, 100_000);
        clock.advance(1_000_000_000); // minimised, without a swap
        smooth.frame(seconds -> assertEquals(1, seconds, 0.02));
        refused("swap must not be null", NullPointerException.class, () -> smooth.swap(null));
    }

    @Test
    void aMinuteAtMostPassesInASleep() {
        smooth.frame(seconds -> {});
        clock.advance(3_600_000_000_000L);
        smooth.frame(seconds -> assertEquals(60, seconds, 0.1));
    }

    /** A sequence that can be read once is as good as a list. */
    @Test
    void theBodiesToShowAreReadOnce() {
        Iterator<Box> once = List.of(box, world[1]).iterator();
        smooth.showOnly(() -> once);
        assertTrue(smooth.remove(box) && smooth.remove(world[1]));
    }

    /** Some engines make a new object for each call, so games name bodies by their ids. */
    @Test
    void bodiesMayBeIds() {
        try (Smooth<Integer> each = Smooth.inline(60, 2, clock, seconds -> {}, (id, to) -> to.flat(id, 0, 0))) {
            each.add(1_000);
            each.frame(seconds -> {});
            assertEquals(1_000, each.x(1_000));
            assertTrue(each.remove(1_000));
        }
    }

    /** The bodies of Minie equal one another by a number that changes with the mass. */
    @Test
    void aBodyMayChangeWhatItEquals() {
        List<Integer> body = new ArrayList<>();
        try (Smooth<List<Integer>> each =
                Smooth.inline(60, 2, clock, seconds -> body.add(1), (of, to) -> to.flat(of.size(), 0, 0))) {
            each.add(body);
            clock.advance(20_000_000);
            each.frame(seconds -> {});
            assertEquals(0, each.x(body));
            assertTrue(each.remove(body));
        }
    }

    /** A game that destroys bodies at the end of its step, as with Box2D, where a destroyed body must not be read. */
    @Test
    void aBodyThatIsRemovedInAStepIsNotReadAnyMore() {
        smooth.add(box);
        frame();
        inStep = () -> {
            if (smooth.remove(box)) {
                box.x = Double.NaN; // or reading it would fail
            }
        };
        for (int i = 0; i < 6; i++) {
            frame();
        }
        assertThrows(IllegalArgumentException.class, () -> smooth.x(box));
    }

    /** Returns why a frame fails. */
    private Throwable cause() {
        PhysicsException told = assertThrows(PhysicsException.class, () -> {
            for (int i = 0; i < 6; i++) {
                frame();
            }
        });
        return told.getCause();
    }

    @Test
    void aStepThatFailsFailsTheFrame() {
        RuntimeException planted = new RuntimeException("planted");
        inStep = () -> {
            throw planted;
        };
        assertSame(planted, cause());
        Throwable later = assertThrows(IllegalStateException.class, this::frame).getCause();
        assertSame(planted, later.getCause());
    }

    @Test
    void aPoseThatIsNotANumberFailsTheFrameThatStepsIt() {
        smooth.add(box);
        inStep = () -> {
            box.x = 0.1 - 1 / 60.0;
            box.y = Double.NaN;
        };
        assertEquals(
                "the pose of " + box
                        + " must be finite, was at (0.1, NaN, 0.0) with the orientation (0.0, 0.0, 0.0, 1.0);"
                        + " look for a division by zero, or for a mass or a force that is infinite, in the last step",
                cause().getMessage());
    }

    /** A body would be drawn where the body before it is. */
    @Test
    void aReaderThatSetsNoPoseIsToldWhichBodyItLeftOut() {
        try (Smooth<Box> each = Smooth.inline(60, 2, clock, seconds -> {}, (body, to) -> {
            if (body != world[1]) {
                read(body, to);
            }
        })) {
            each.frame(seconds -> {});
            assertTrue(each.add(box));
            refused(
                    "the PoseReader has set no pose for " + world[1] + "; let it call flat or at for each body",
                    IllegalStateException.class,
                    () -> each.add(world[1]));
            assertFalse(each.remove(world[1]));
        }
    }

    @Test
    void framesAllocateNothing() {
        smooth.add(box);
        assertEquals(0, Allocations.of(1_000, () -> {
            frame();
            assertFalse(smooth.x(box) + smooth.y(box) + smooth.angle(box) < 0);
        }));
    }
}
