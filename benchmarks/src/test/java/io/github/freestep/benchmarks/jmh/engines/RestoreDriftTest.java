package io.github.freestep.benchmarks.jmh.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.VirtualClock;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Measures after how many ticks a restored heap of boxes differs from the one that went on, and writes the figures to
 * {@code target/restore-drift}. The page about saving has those of the long version.
 */
class RestoreDriftTest {
    private static final Path FIGURES = Path.of("target", "restore-drift");
    private static final int BOXES = 150;
    private static final int TICKS = Thorough.of(100, 1_000);
    private static final int SEEDS = Thorough.of(3, 11);
    private static final int NEVER = Integer.MAX_VALUE;

    /** Any difference, and those that the page has. */
    private static final float[] METRES = {0, 0.001f, 0.01f};

    /** In ticks of 10 ms. Up to 0.7 s, layers of boxes fall on others. */
    private static final int FALLING = 20;

    private static final int SETTLED = 900;

    /** By how many ticks a seed may delay the save, at most. */
    private static final int LATER = 50;

    @ParameterizedTest
    @ValueSource(strings = {"physx", "bullet", "dyn4j", "box2d"})
    void otherEnginesDifferSoon(String engine) throws IOException {
        int[] falling = medians(engine, FALLING);
        assertTrue(falling[0] <= 10, () -> Arrays.toString(falling));
        if (Thorough.isOn()) {
            medians(engine, SETTLED);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {FALLING, SETTLED})
    void joltNeverDiffers(int savedAt) throws IOException {
        assertEquals(NEVER, medians("jolt", savedAt)[0]);
    }

    /** Returns for each distance the median of the first ticks in which a box differs by more. */
    private static int[] medians(String engine, int savedAt) throws IOException {
        int[][] all = new int[METRES.length][SEEDS];
        for (int seed = 0; seed < SEEDS; seed++) {
            int[] first = firstTicks(
                    engine, BOXES + seed, savedAt + Seeds.random(seed).nextInt(LATER));
            for (int i = 0; i < METRES.length; i++) {
                all[i][seed] = first[i];
            }
        }
        int[] medians = new int[METRES.length];
        for (int i = 0; i < METRES.length; i++) {
            Arrays.sort(all[i]);
            medians[i] = all[i][SEEDS / 2];
        }
        Files.createDirectories(FIGURES);
        Files.writeString(
                FIGURES.resolve(engine + "-" + savedAt),
                "ticks to a difference, 1 mm, 1 cm: medians " + Arrays.toString(medians) + ", all "
                        + Arrays.deepToString(all) + "\n");
        return medians;
    }

    private static int[] firstTicks(String engine, int boxes, int savedAt) throws IOException {
        int[] first = new int[METRES.length];
        Arrays.fill(first, NEVER);
        try (InlineStepper kept = stepper(engine, boxes);
                InlineStepper restored = stepper(engine, boxes)) {
            for (int tick = 0; tick < savedAt; tick++) {
                kept.advanceTick();
            }
            copy(kept, restored);
            StateReader right = kept.states().reader();
            StateReader shown = restored.states().reader();
            for (int tick = 1; tick <= TICKS && first[METRES.length - 1] == NEVER; tick++) {
                kept.advanceTick();
                restored.advanceTick();
                right.acquire();
                shown.acquire();
                double most = most(right.state(0), shown.state(0), boxes);
                for (int i = 0; i < METRES.length; i++) {
                    if (first[i] == NEVER && most > METRES[i]) {
                        first[i] = tick;
                    }
                }
            }
        }
        return first;
    }

    private static InlineStepper stepper(String engine, int boxes) {
        return PhysicsService.builder(Heap.of(engine, boxes, false).world())
                .clock(new VirtualClock(0))
                .inline();
    }

    private static void copy(InlineStepper from, InlineStepper to) {
        ByteArrayOutputStream saved = new ByteArrayOutputStream();
        from.submit(c -> c.world(SavableSimulation.class).save(new DataOutputStream(saved)))
                .join();
        to.submit(c -> c.world(SavableSimulation.class)
                        .restore(new DataInputStream(new ByteArrayInputStream(saved.toByteArray()))))
                .join();
    }

    /** Returns the greatest distance of a box from where it should be. */
    private static double most(State right, State shown, int boxes) {
        double most = 0;
        for (int i = 0; i < boxes; i++) {
            double x = right.x()[i] - shown.x()[i];
            double y = right.y()[i] - shown.y()[i];
            double z = right.z()[i] - shown.z()[i];
            most = Math.max(most, Math.sqrt(x * x + y * y + z * z));
        }
        return most;
    }
}
