package io.github.freestep.render.display;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.physics.lockstep.session.MatchClock;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.time.VirtualClock;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The clock of a match stands still in a pause, and while the match waits for a player. */
class CappedLoopInAMatchTest {
    private static final long SECOND = 1_000_000_000;

    @ParameterizedTest
    @ValueSource(ints = {10, 30, 60, 100, 144, 1_000})
    void itDrawsAtItsRateWhileTheMatchIsPaused(int fps) {
        VirtualClock local = new VirtualClock(77 * SECOND);
        StateLayout layout = StateLayout.of(1);
        MatchClock match = new MatchClock(Rules.of(MatchSettings.of("loop", layout, 1)), local, 0);
        AtomicInteger frames = new AtomicInteger();
        FrameLoop loop = new FrameLoop(
                FrameSampler.builder(StatePublisher.of(layout, 4, match, false).states()),
                fps,
                frame -> {
                    frames.incrementAndGet();
                    if (local.nanoTime() - 77 * SECOND >= 2 * SECOND) {
                        Thread.currentThread().interrupt();
                    }
                },
                SECOND,
                FineTimer.system());
        loop.run();
        assertTrue(Thread.interrupted());
        assertNull(loop.failure());
        assertEquals(2 * fps, frames.get(), 2);
    }
}
