package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.github.freestep.benchmarks.scenes.JoltBoxes;
import io.github.freestep.benchmarks.scenes.ManyBodies;
import io.github.freestep.benchmarks.scenes.Places;
import io.github.freestep.physics.CommandReader;
import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.physics.jolt.JoltSimulation;
import io.github.freestep.physics.lockstep.SimulatedNetwork.Conditions;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Thorough;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * What a prediction costs if each tick is corrected, 8 ticks ahead: the world is saved, restored, stepped 9 times and
 * shown. Counts the allocated bytes, and writes the times to {@code target/prediction-cost}, which depend on the
 * machine.
 */
class PredictedCostTest {
    private static final Path FIGURES = Path.of("target", "prediction-cost");
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;
    private static final int BOXES = 100;
    private static final int DEPTH = 8;
    private static final int WARM_UP_TICKS = 1_500;
    private static final int TICKS = Thorough.of(500, 3_000);

    private static final class Match<W extends SavableSimulation> {
        private final long[] matchNanos = new long[TICKS];
        private final long[] aheadNanos = new long[TICKS];
        private final SimulatedNetwork network;
        private final PredictingPlayer<W> player;
        private int ticks = -WARM_UP_TICKS;
        private long matchBytes;
        private long aheadBytes;
        private float axis;

        private Match(Supplier<W> worlds, StateLayout layout) {
            MatchSettings settings =
                    MatchSettings.of("cost", layout, 2).rate(100).axes(1);
            network = new SimulatedNetwork(1, settings, MILLI);
            player = player(settings, 0, worlds.get());
            PredictingPlayer<W> other = player(settings, 1, worlds.get());
            network.runUntil(() -> player.tick() > 0 && other.tick() > 0, 20 * SECOND);
            network.run(5 * SECOND);
            other.onFrame(1, () -> other.session.axis(0, axis++ % 7));
            player.predict(worlds.get(), options -> options.ticks(DEPTH));
            player.onFrame(Integer.MAX_VALUE, () -> {});
            network.add(now -> advance());
            network.runUntil(() -> ticks >= TICKS, 120 * SECOND);
        }

        private PredictingPlayer<W> player(MatchSettings settings, int number, W world) {
            Conditions conditions = new Conditions().delay(40 * MILLI, 0);
            return new PredictingPlayer<>(network, settings, number, conditions, world, CommandReader.NONE);
        }

        private void advance() {
            long corrections = player.ahead.corrections();
            long bytes = THREADS.getCurrentThreadAllocatedBytes();
            long began = System.nanoTime();
            player.time.advance(player.stepper);
            long between = System.nanoTime();
            long bytesBetween = THREADS.getCurrentThreadAllocatedBytes();
            player.ahead.advance();
            long bytesAfter = THREADS.getCurrentThreadAllocatedBytes();
            if (ticks >= 0 && ticks < TICKS) {
                matchNanos[ticks] += between - began;
                aheadNanos[ticks] += System.nanoTime() - between;
                matchBytes += bytesBetween - bytes;
                aheadBytes += bytesAfter - bytesBetween;
            }
            ticks += player.ahead.corrections() > corrections ? 1 : 0;
        }

        private String figures() {
            return String.format(
                    "match %.3f ms p50, %.3f ms p99, %.1f B per tick; prediction %.3f ms p50, %.3f ms p99, %.1f B per tick",
                    percentile(matchNanos, 0.5),
                    percentile(matchNanos, 0.99),
                    (double) matchBytes / TICKS,
                    percentile(aheadNanos, 0.5),
                    percentile(aheadNanos, 0.99),
                    (double) aheadBytes / TICKS);
        }

        private static double percentile(long[] nanos, double share) {
            long[] sorted = nanos.clone();
            Arrays.sort(sorted);
            return sorted[(int) (share * sorted.length)] / 1e6;
        }
    }

    private static long measure(String name, Match<?> match) throws IOException {
        String what = name + ": " + match.figures();
        Files.createDirectories(FIGURES);
        Files.writeString(FIGURES.resolve(name), what + System.lineSeparator());
        assertTrue(match.ticks >= TICKS, what);
        return match.matchBytes + match.aheadBytes;
    }

    @Test
    void anOwnWorldIsPredictedWithoutAllocation() throws IOException {
        long bytes = measure("own-1000", new Match<>(ManyBodies::new, ManyBodies.LAYOUT));
        // A buffer may grow once. The smallest object in each tick would be twice as much.
        assertTrue(bytes < 8 * TICKS, () -> bytes + " bytes in " + TICKS + " ticks");
    }

    /** Its saves and restores allocate, so the bytes are only written down. */
    @Test
    void boxesInJolt() throws IOException {
        measure("jolt-100", new Match<>(PredictedCostTest::boxes, StateLayout.of(BOXES)));
    }

    private static JoltSimulation boxes() {
        Places places = Places.pile(BOXES);
        return JoltSimulation.of(StateLayout.of(BOXES), world -> {
            JoltBoxes.floor(world);
            for (int i = 0; i < places.count(); i++) {
                var box = JoltBoxes.box(world, places.x[i], places.y[i], places.z[i]);
                box.setAllowSleeping(false);
                world.add(box);
            }
        });
    }
}
