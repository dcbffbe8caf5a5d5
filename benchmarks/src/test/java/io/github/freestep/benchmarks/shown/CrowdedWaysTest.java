package io.github.freestep.benchmarks.shown;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Frames also show the same from all sources if the world has many bodies. */
@Execution(ExecutionMode.SAME_THREAD) // One after the other, because each source needs much memory.
class CrowdedWaysTest {
    @ParameterizedTest
    @EnumSource
    void framesShowACrowdedWorld(Way way) throws Exception {
        assumeTrue(way.reason(Feature.CROWDED) == null, () -> way.reason(Feature.CROWDED));
        WaysTest.show(way, Parade::crowded);
    }
}
