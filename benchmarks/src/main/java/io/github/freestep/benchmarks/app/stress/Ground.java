package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.scenes.Scene;
import io.github.freestep.physics.PhysicsService;
import java.util.List;

/**
 * What faults can get at.
 *
 * @param readers at least one
 * @param tickNanos of wall time at scale 1
 */
record Ground(
        PhysicsService physics,
        StressedScene stressed,
        Scene scene,
        List<FrameChecker> readers,
        InputLoad input,
        long tickNanos) {
    FrameChecker lastReader() {
        return readers.get(readers.size() - 1);
    }
}
