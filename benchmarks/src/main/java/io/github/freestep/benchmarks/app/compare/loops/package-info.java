/**
 * The loops of the gallery, and the classes that play them. A {@code LoopKind} is a way to drive a simulation. A {@code
 * Loop} is what it does in a frame. A {@code LoopPlayer} plays it on a {@code Stage}, before a {@code Screen} that
 * records in a {@code FrameHistory} what was displayed when. The loops do not know whether the clock of the stage is
 * real. The package {@code app.compare} evaluates the histories.
 */
package io.github.freestep.benchmarks.app.compare.loops;
