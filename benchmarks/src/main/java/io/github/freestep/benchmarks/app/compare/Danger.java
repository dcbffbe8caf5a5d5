package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.app.compare.loops.FragileWorld;
import io.github.freestep.benchmarks.app.compare.loops.FrameHistory;
import io.github.freestep.benchmarks.app.compare.loops.PlaySettings;

/**
 * What the steps of a loop did to a ball between thin walls and to a stiff spring, in one play.
 *
 * @param fps the refresh rate of the display
 * @param stalled whether everything stood still once
 * @param longestNanos the longest step
 * @param tunnelled whether the ball went through a wall
 * @param exploded whether the spring exploded
 */
record Danger(int fps, boolean stalled, long longestNanos, boolean tunnelled, boolean exploded) {
    static Danger of(FrameHistory film, PlaySettings setting) {
        FragileWorld world = film.fragile();
        return new Danger(
                setting.fps(), setting.stallNanos() > 0, world.longestNanos(), world.tunnelled(), world.exploded());
    }
}
