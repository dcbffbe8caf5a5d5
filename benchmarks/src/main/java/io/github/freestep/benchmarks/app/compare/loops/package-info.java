/**
 * The loops of the gallery, and what plays them. A {@code LoopKind} is a way to drive a simulation, a {@code Loop} is
 * what it does in a frame. A {@code LoopPlayer} plays it on a {@code Stage}, before a {@code Screen} that records in a
 * {@code FrameHistory} what was displayed when. The loops do not know whether the clock of the stage is real. What the
 * histories are worth is decided elsewhere: see the document of {@code app.compare}.
 */
package io.github.freestep.benchmarks.app.compare.loops;
