package io.github.freestep.benchmarks.scenes;

import static org.junit.jupiter.api.Assertions.assertNull;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameMode;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import java.time.Duration;
import java.util.Random;

/**
 * A random run of a scene on a virtual clock: frames at irregular times, late ticks, pauses and changes of time scale.
 */
final class SceneRun {
    private static final int[] RATES = {5, 30, 60, 100, 144, 1_000};
    private static final Ratio[] SCALES = {
        Ratio.ONE, Ratio.of(1, 1_000), Ratio.of(1, 7), Ratio.of(3), Ratio.of(100), Ratio.of(1_000)
    };

    private final Scene scene;
    private final Random random;
    private final String name;
    private final InlineStepper stepper;
    private final FrameSampler frames;
    private final StateReader window;

    private long nowNanos;
    private long steppedNanos;
    int bridged;
    int bursts;

    SceneRun(String sceneName, long seed, int mostBodies) {
        random = Seeds.random(seed);
        scene = scene(sceneName, 1 + random.nextInt(mostBodies), seed);
        int rate = RATES[random.nextInt(RATES.length)];
        OverloadPolicy overload = switch (random.nextInt(2)) {
            case 0 -> OverloadPolicy.slip();
            default -> OverloadPolicy.slipAfter(1 + random.nextInt(30));
        };
        FrameMode mode = random.nextInt(3) > 0 ? FrameMode.INTERPOLATE : FrameMode.values()[random.nextInt(3)];
        int depth = 1 + random.nextInt(8);
        stepper = PhysicsService.builder(scene)
                .rate(random.nextInt(4) == 0 ? Ratio.of(rate * 1_000, 1_001) : Ratio.of(rate))
                .clock(new VirtualClock(random.nextLong()))
                .overloadPolicy(overload)
                .window(depth)
                .inline();
        var options =
                FrameSampler.builder(stepper.states()).clock(stepper.clock()).mode(mode);
        if (random.nextInt(3) == 0) {
            Duration lateness = Duration.ofMillis(random.nextInt(20));
            if (mode != FrameMode.LATEST) {
                options.allowedLateness(lateness);
            }
        }
        frames = options.open();
        window = stepper.states().reader();
        nowNanos = stepper.clock().nanoTime();
        steppedNanos = nowNanos;
        name = sceneName + ", seed " + seed + ", " + rate + " Hz, " + mode + ", window " + depth + ": ";
    }

    /** Makes a scene by name; "resting swarm" has a share of moving bodies that the seed determines. */
    private static Scene scene(String name, int bodies, long seed) {
        return name.equals("resting swarm")
                ? Scenes.swarm(bodies, 0.05 + seed % 5 * 0.2, Seeds.of(seed), StepCost.NONE)
                : Scenes.of(name, bodies, Seeds.of(seed), StepCost.NONE);
    }

    void run(int count) {
        try (stepper) {
            play(count);
        }
    }

    private void play(int count) {
        // The maximal lateness of ticks: none, a part of a frame, or many frames.
        int latenessMillis = new int[] {0, 12, 60}[random.nextInt(3)];
        for (int i = 0; i < count; i++) {
            nowNanos += random.nextInt(5) == 0 ? random.nextInt(40_000_000) : 1 + random.nextInt(8_000_000);
            if (nowNanos - steppedNanos >= random.nextInt(latenessMillis * 1_000_000 + 1)) {
                stepper.advance(nowNanos - steppedNanos);
                steppedNanos = nowNanos;
                checkStates();
            }
            if (random.nextInt(20) == 0) {
                control();
            }
            Frame frame = frames.sample(nowNanos);
            assertNull(scene.flaw(frame), () -> name);
            bridged += frame.isBridged() ? 1 : 0;
        }
    }

    private void control() {
        switch (random.nextInt(6)) {
            case 0 -> stepper.pause();
            case 1, 2 -> stepper.resume();
            case 3 -> stepper.timeScale(SCALES[random.nextInt(SCALES.length)]);
            case 4 -> stepper.pauseAndStep(1 + random.nextInt(3));
            default -> {
                scene.burst(stepper.call(PhysicsContext::bodies).join(), random.nextLong());
                bursts++;
            }
        }
    }

    private void checkStates() {
        window.acquire();
        for (int age = 0; age < window.size(); age++) {
            int at = age;
            assertNull(scene.flaw(window.state(age)), () -> name + "age " + at + ": ");
        }
    }
}
