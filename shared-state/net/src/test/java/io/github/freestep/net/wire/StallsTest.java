package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.state.State;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A machine or the link stands still for 20 ms to 3 s, at any time of a second. */
@Execution(ExecutionMode.CONCURRENT)
class StallsTest {
    private static final long MILLI = FollowerRig.MILLI;
    private static final long SECOND = FollowerRig.SECOND;
    private static final long STEP = 10 * MILLI;

    /** The longest way and tick, and what a clock is off. */
    private static final long USUAL = 31 * MILLI;

    /** What stands still. */
    private enum Part {
        RECEIVER,
        SENDER,
        BOTH,
        LINK
    }

    private static final class Run {
        final FollowerRig rig;
        final String context;
        long shownTick = State.NO_TICK;
        long shownNanos;
        long missing;
        long longestNanos;
        long mostLateNanos;

        Run(long seed, String context) {
            this.context = "seed " + seed + ", " + context;
            rig = new FollowerRig(seed, PoseGrid.STANDARD);
            rig.serve(20);
            rig.states = this::show;
        }

        private void show(State state) {
            long now = rig.nanos();
            assertTrue(state.tick() > shownTick, context);
            missing += state.tick() - shownTick - 1;
            longestNanos = Math.max(longestNanos, now - shownNanos);
            shownTick = state.tick();
            shownNanos = now;
            mostLateNanos = Math.max(mostLateNanos, now - state.tick() * STEP);
        }

        /** Forgets what was measured. The next state is expected from now on. */
        void reset() {
            shownNanos = rig.nanos();
            missing = 0;
            longestNanos = 0;
            mostLateNanos = 0;
        }

        void stall(Part part, long nanos) {
            switch (part) {
                case RECEIVER -> rig.runStopped(nanos);
                case SENDER -> rig.runWithoutServer(nanos);
                case BOTH -> rig.standStill(nanos);
                case LINK -> {
                    rig.link.heldToNanos = rig.local.nanoTime() + nanos;
                    rig.run(nanos);
                }
            }
        }
    }

    /** Half of the stalls are so long that wider gaps could hide them. */
    private static long length(Random random) {
        return (random.nextBoolean() ? random.nextInt(60, 350) : random.nextInt(20, 3_000)) * MILLI;
    }

    /** A link that stands still again and again needs wider gaps, so it does so once. */
    @ParameterizedTest
    @EnumSource
    void allStatesComeAgainAsSoonAsTheyCan(Part part) {
        Seeds.first(Thorough.of(1, 15)).forEach(seed -> {
            Random random = Seeds.random(seed);
            long length = length(random);
            Run run = new Run(seed, part + " for " + length / MILLI + " ms");
            // While a server catches up, it sends states faster, so jitter lets them overtake each other.
            boolean keepsOrder = random.nextBoolean();
            run.rig.link.jitterNanos = keepsOrder ? 0 : 8 * MILLI;
            run.rig.server.costNanos = random.nextInt(1, 4) * MILLI;
            run.rig.run(3 * SECOND + random.nextInt(1_000) * MILLI);
            for (int stalls = part == Part.LINK ? 1 : 3; stalls > 0; stalls--) {
                long before = run.shownTick;
                run.stall(part, length);
                run.reset();
                // A second after the server has caught up, which takes less than half of the stall.
                run.rig.run(length / 2 + SECOND);
                assertTrue(run.longestNanos <= USUAL, () -> run.context + ": none for " + run.longestNanos + " ns");
                if (keepsOrder) {
                    assertEquals(0, run.missing, run.context);
                }
                assertTrue(run.shownTick - before >= length / STEP, run.context);
                run.reset();
                run.rig.run(SECOND + random.nextInt(2_000) * MILLI);
                assertEquals(0, run.missing, run.context);
                assertTrue(run.mostLateNanos <= USUAL, () -> run.context + ": late by " + run.mostLateNanos + " ns");
            }
        });
    }

    /** How long a receiver waits for what is lost depends on how late the link was, not on its own stalls. */
    @Test
    void lostStatesAreWaitedForNoLongerThanBefore() {
        Seeds.first(Thorough.of(1, 12)).forEach(seed -> {
            Run run = new Run(seed, "with losses");
            run.rig.link.jitterNanos = 0;
            run.rig.run(3 * SECOND);
            run.rig.link.loss = 0.1;
            run.stall(Part.RECEIVER, Seeds.random(seed).nextInt(20, 95) * MILLI);
            run.rig.run(SECOND);
            run.reset();
            run.rig.run(2 * SECOND);
            assertTrue(run.mostLateNanos <= USUAL, () -> run.context + ": late by " + run.mostLateNanos + " ns");
        });
    }
}
