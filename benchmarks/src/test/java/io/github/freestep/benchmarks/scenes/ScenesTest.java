package io.github.freestep.benchmarks.scenes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.motion.OneThread;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameMode;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.VirtualClock;
import java.util.Random;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScenesTest {
    private static final long TICK_NANOS = 10_000_000;

    @ParameterizedTest
    @ValueSource(strings = {"swarm", "resting swarm", "springs"})
    void noPictureOfARandomRunHasAFlaw(String name) {
        int bridged = 0;
        int bursts = 0;
        // Each seed has its own rate, window, overload policy and mode; together they reach every case of the check.
        for (long seed = 1; seed <= Thorough.of(8, 60); seed++) {
            SceneRun run = new SceneRun(name, seed, 300);
            run.run(1_000);
            bridged += run.bridged();
            bursts += run.bursts();
        }
        assertTrue(bridged > 100 && bursts > 30, bridged + " frames bridged, " + bursts + " bursts");
    }

    /** The physics thread catches up, drops time, or merges several ticks into one. */
    @ParameterizedTest
    @ValueSource(strings = {"swarm", "resting swarm", "springs"})
    void noPictureWithLateTicksHasAFlaw(String name) {
        int bridged = 0;
        for (long seed = 0; seed < Thorough.of(4, 30); seed++) {
            bridged += late(name, seed);
        }
        assertTrue(bridged > 100, bridged + " frames bridged");
    }

    private static int late(String name, long seed) {
        Random random = Seeds.random(seed);
        OverloadPolicy[] overloads = {OverloadPolicy.slip(), OverloadPolicy.merge(4), OverloadPolicy.slipAfter(20)};
        FrameMode[] modes = {FrameMode.INTERPOLATE, FrameMode.INTERPOLATE, FrameMode.EXTRAPOLATE};
        Scene scene = RestingSwarmTest.scene(name, 100, seed);
        // Now and then late by a few ticks; 1 tick in 100 stalls.
        LongSupplier cost = () -> random.nextInt(10) > 0
                ? random.nextLong(TICK_NANOS / 2)
                : random.nextLong((random.nextInt(10) > 0 ? 4 : 40) * TICK_NANOS);
        FrameMode mode = modes[random.nextInt(modes.length)];
        OverloadPolicy overload = overloads[random.nextInt(overloads.length)];
        try (OneThread both = new OneThread(scene, overload, cost)) {
            return late(both, mode, 30 + random.nextInt(270), scene, name + ", seed " + seed);
        }
    }

    private static int late(OneThread both, FrameMode mode, int fps, Scene scene, String where) {
        FrameSampler frames = FrameSampler.builder(both.states()).mode(mode).open();
        int[] bridged = new int[1];
        both.run(10, fps, nanos -> {
            Frame frame = frames.sample(nanos);
            assertNull(scene.flaw(frame), () -> where);
            bridged[0] += frame.isBridged() ? 1 : 0;
        });
        return bridged[0];
    }

    @ParameterizedTest
    @ValueSource(strings = {"swarm", "springs"})
    void theSameSeedAndInputMakeTheSameStatesBitByBit(String name) {
        assertArrayEquals(play(name, 1), play(name, 1));
    }

    @Test
    void inputKicksSprings() {
        float[][] kicked = play("springs", 1);
        float[][] otherwise = play("springs", 2);
        assertTrue(kicked[0][3] != otherwise[0][3]);
    }

    private static float[][] play(String name, long inputSeed) {
        Random random = Seeds.random(inputSeed);
        InlineStepper stepper = open(Scenes.of(name, 50, Seeds.of(3), StepCost.NONE));
        StateReader window = stepper.states().reader();
        for (int i = 0; i < 500; i++) {
            stepper.input()
                    .action(
                            random.nextInt(50),
                            random.nextFloat() - 0.5f,
                            stepper.clock().nanoTime());
            stepper.advance(TICK_NANOS);
        }
        window.acquire();
        var state = window.state(0);
        return new float[][] {state.x(), state.y(), state.z(), state.qx(), state.qy(), state.qz(), state.qw()};
    }

    @ParameterizedTest
    @ValueSource(strings = {"swarm", "springs"})
    void inputIsCounted(String name) {
        Scene scene = Scenes.of(name, 10, Seeds.of(1), StepCost.NONE);
        InlineStepper stepper = open(scene);
        for (int i = 1; i <= 100; i++) {
            stepper.input().action(i, i, stepper.clock().nanoTime());
            stepper.advance(TICK_NANOS / 2);
        }
        stepper.advance(TICK_NANOS);
        assertEquals(100, scene.inputs());
        assertEquals(5_050, scene.inputSum());
    }

    @Test
    void springsStayWithinBoundsForAnyKicksAndStepLengths() {
        Random random = Seeds.random(4);
        for (int rate : new int[] {1, 5, 100}) {
            Scene scene = Scenes.of("springs", 20, Seeds.of(1), StepCost.NONE);
            InlineStepper stepper = PhysicsService.builder(scene)
                    .rate(rate)
                    .clock(new VirtualClock(0))
                    .inline();
            StateReader window = stepper.states().reader();
            for (int i = 0; i < 2_000; i++) {
                stepper.input()
                        .action(
                                random.nextInt(),
                                random.nextInt(100) - 50,
                                stepper.clock().nanoTime());
                stepper.advanceTick();
                window.acquire();
                assertNull(scene.flaw(window.state(0)));
            }
        }
    }

    /** Covers all kinds of ends, and bursts between two ticks, also several in a row. */
    @Test
    void bodiesOfTheSwarmComeAndGo() {
        Scene scene = Scenes.of("swarm", 100, Seeds.of(1), StepCost.NONE);
        InlineStepper stepper = open(scene);
        StateReader window = stepper.states().reader();
        int gone = 0;
        for (int i = 0; i < 1_000; i++) {
            for (int burst = i % 50; burst < 3; burst++) {
                assertEquals(
                        25, scene.burst(stepper.call(PhysicsContext::bodies).join(), i + burst));
            }
            stepper.advance(TICK_NANOS);
            window.acquire();
            assertNull(scene.flaw(window.state(0)));
            for (int body = 0; body < 100; body++) {
                gone += window.state(0).isAlive(body) ? 0 : 1;
            }
        }
        assertTrue(gone > 5_000 && gone < 60_000, gone + " of 100000 were gone");
    }

    @Test
    void anUnknownNameIsRefusedWithAListOfNames() {
        Exception e =
                assertThrows(IllegalArgumentException.class, () -> Scenes.of("swan", 1, Seeds.of(1), StepCost.NONE));
        assertEquals(
                "there is no scene \"swan\"; choose from [swarm, springs, pile, drum, pile2d, pile-bullet, pile-box2d, pile-jolt]",
                e.getMessage());
    }

    private static InlineStepper open(Scene scene) {
        return PhysicsService.builder(scene).clock(new VirtualClock(0)).inline();
    }
}
