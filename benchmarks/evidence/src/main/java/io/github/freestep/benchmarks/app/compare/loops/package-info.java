/**
 * The loops of the gallery, and the classes that play them. A {@code LoopPlayer} plays a {@code Loop} on a
 * {@code Stage}, before a {@code Screen} that records in a {@code FrameHistory} what was displayed when. The clock of
 * the stage is scripted.
 */
package io.github.freestep.benchmarks.app.compare.loops;
