package io.github.freestep.benchmarks.shown;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.prediction.OwnBody;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The player's own body in the world of a server, at 80 ms one way, a loss of 5 %, and 60 frames a second. */
class OwnBodyNetworkTest {
    private static final long MILLI = 1_000_000;
    private static final long TICK = 10 * MILLI;
    private static final long FRAME = 1_000 * MILLI / 60;
    private static final double STEP = Walk.SPEED / 60;
    private static final double FAR = 1e9;

    /** By default. */
    private static final int MOST_TICKS = 50;

    private static final double WALL = 3;

    /** How far the body walks in the time by which it is ahead of the newest state. */
    private static final double AHEAD = Walk.SPEED * 0.18;

    /** How far the decay of an error is behind one that grows at that speed: v T, with the half-life of 60 ms. */
    private static final double LAG = Walk.SPEED * 0.06 / 0.957;

    /** Of floats, in metres: positions are sent as floats. */
    private static final double ROUNDING = 2e-6;

    /** How far the way in a frame may change: the lead may grow by a twentieth of the time, and then shrink by that. */
    private static final double SLEW = 0.11 * STEP;

    private final Random random = Seeds.random(1);
    private long seed = 3;
    private WalkLink net;
    private OwnBody own;
    private FrameSampler mine;
    private double x;
    private double step;
    private double longestStep;
    private double longestBack;
    private double mostChange;
    private double mostCorrected;

    @BeforeEach
    void open() {
        open(FAR);
    }

    private void open(double wallOfServer) {
        close();
        net = new WalkLink(seed, new WalkServer(wallOfServer));
        own = OwnBody.builder(new Walk(0, FAR), net.remote.states(), net.remote.input())
                .rate(100)
                .confirmedBy(Walk.NUMBER, Walk.LAYOUT.steppedChannel("number"))
                .open();
        mine = FrameSampler.open(own.states());
        x = 0;
        show(180);
    }

    @AfterEach
    void close() {
        if (net != null) {
            mine.close();
            own.close();
            net.close();
        }
    }

    private void show(int frames) {
        longestStep = 0;
        longestBack = 0;
        mostChange = 0;
        mostCorrected = 0;
        for (int i = 0; i < frames; i++) {
            frame();
        }
    }

    private void walk(float axis, int frames) {
        own.axis(Walk.AXIS, axis);
        show(frames);
    }

    private void frame() {
        net.run(FRAME);
        int stepped = own.advance();
        assertTrue(stepped <= MOST_TICKS && own.depthTicks() <= MOST_TICKS, "more ticks than allowed");
        mostCorrected = Math.max(mostCorrected, own.correctionDistance());
        Frame frame = mine.sample();
        if (!frame.hasState()) {
            return;
        }
        double moved = frame.x()[0] - x;
        longestStep = Math.max(longestStep, moved);
        longestBack = Math.max(longestBack, -moved);
        mostChange = Math.max(mostChange, Math.abs(moved - step));
        step = moved;
        x = frame.x()[0];
    }

    @Test
    void theOwnInputIsSeenAsSoonAsInAWorldOfThisProcess() {
        InlineStepper near =
                PhysicsService.builder(new WalkServer(FAR)).rate(100).inline();
        FrameSampler nearest = FrameSampler.open(near.states());
        int presses = Thorough.of(50, 200);
        for (int press = 0; press < presses; press++) {
            show(60 + random.nextInt(20));
            near.advance(random.nextInt(40) * MILLI / 4);
            double from = x;
            double nearFrom = nearest.sample().x()[0];
            own.axis(Walk.AXIS, 1);
            near.input().axis(Walk.AXIS, 1);
            int frames = 0;
            int nearFrames = 0;
            for (int i = 1; i <= 10; i++) {
                frame();
                near.advance(FRAME);
                frames = frames == 0 && x - from > 0.001 ? i : frames;
                nearFrames = nearFrames == 0 && nearest.sample().x()[0] - nearFrom > 0.001 ? i : nearFrames;
            }
            // Two frames would be more than a tick and a frame.
            assertTrue(frames > 0 && frames <= nearFrames + 1, frames + " frames, and here " + nearFrames);
            own.axis(Walk.AXIS, 0);
            near.input().axis(Walk.AXIS, 0);
        }
        near.close();
    }

    /** Plays on five links, because one in 200 loses so much at once that its picture is less even. */
    private void onFiveLinks(double wallOfServer, Runnable play) {
        for (seed = 3; seed < 8; seed++) {
            open(wallOfServer);
            play.run();
        }
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    /** Of 600 links, half had a change of 0.24 steps, and one in twenty had 0.39. */
    @Test
    void aWallThatOnlyTheServerHasIsBlendedIn() {
        List<Double> changes = new ArrayList<>();
        List<Double> steps = new ArrayList<>();
        List<Double> backs = new ArrayList<>();
        onFiveLinks(WALL, () -> {
            walk(1, 2);
            show(118);
            changes.add(mostChange / STEP);
            steps.add(longestStep / STEP);
            assertTrue(x > WALL && x < WALL + AHEAD + LAG, () -> "at " + x + " while the player pushes");
            walk(0, 90);
            backs.add(longestBack / STEP);
            assertEquals(WALL, x, 1e-3);
        });
        assertTrue(median(changes) < 0.4, changes::toString);
        assertTrue(median(steps) < 1.1, steps::toString);
        assertTrue(median(backs) < 1.6, backs::toString);
    }

    /** Of 600 links, three had a frame that went back. Half had a change of 0.1 steps, and one in twenty had 0.16. */
    @Test
    void noFrameGoesBackIfTheServerMovesTheBodyMoreSlowly() {
        List<Double> changes = new ArrayList<>();
        List<Double> backs = new ArrayList<>();
        onFiveLinks(FAR, () -> {
            walk(1, 60);
            net.world.speed = Walk.SPEED * 0.6;
            show(120);
            backs.add(longestBack);
            changes.add(mostChange / STEP);
            assertEquals(Walk.SPEED * 0.6 / 60, step, 0.1 * STEP);
        });
        assertEquals(0, median(backs), 1e-6, backs::toString);
        assertTrue(median(changes) < 0.17, changes::toString);
    }

    @Test
    void itFollowsTheDelayOfTheNetwork() {
        assertEquals(17, own.depthTicks(), 2);
        net.way.delayNanos = 100 * MILLI;
        show(1_200);
        assertEquals(21, own.depthTicks(), 2);
        double at = x;
        walk(1, 120);
        assertEquals(STEP * 119, x - at, 2 * STEP);
        assertTrue(mostCorrected < 2 * Walk.SPEED * TICK / 1e9 + ROUNDING, () -> "corrected by " + mostCorrected);
        own.axis(Walk.AXIS, 0);
        net.way.delayNanos = 50 * MILLI;
        show(1_200);
        assertEquals(11, own.depthTicks(), 2);
    }

    /** A sender repeats the news of a pause until they arrive. The link of this test does not. */
    @Test
    void inputFromBeforeTheNewsOfAPauseMovesNothingInIt() {
        net.way.loss = 0;
        for (int pause = 0; pause < 20; pause++) {
            show(40 + random.nextInt(20));
            net.server.pause();
            for (int i = 0; i < 30; i++) {
                walk(random.nextFloat(), 1);
            }
            net.server.submit(c -> net.world.body(1).x++);
            show(30);
            assertEquals(0, longestStep + longestBack);
            net.server.resume();
        }
    }

    @Test
    void theDefaultFitsARoundTripOf400MillisecondsAndAnOutageOf200() {
        net.way.delayNanos = 200 * MILLI;
        show(1_200);
        assertEquals(41, own.depthTicks(), 2);
        assertEquals(0, own.missingTicks());
        net.way.delayNanos = 80 * MILLI;
        show(1_200);
        walk(1, 60);
        net.way.cut = true;
        show(12);
        net.way.cut = false;
        show(60);
        assertTrue(mostChange < SLEW, () -> "the step of a frame changed by " + mostChange);
    }

    @Test
    void oneOutageShortensNoLead() {
        net.way.delayNanos = 80 * MILLI;
        show(1_200);
        net.way.cut = true;
        show(30);
        net.way.cut = false;
        show(25);
        assertEquals(0, own.missingTicks());
    }
}
