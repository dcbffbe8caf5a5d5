/**
 * Frame pacing and input latency. A {@link FrameLoop} draws on a thread of its own, and a {@link FramePacer} lets the
 * frames of your own loop begin late. {@link MotionMeter} measures how evenly frames were made, and {@link
 * LatencyMeter} how long inputs take.
 *
 * <p>{@link FramePacer} lets frames begin as long before their refresh as costs least: {@code FrameCosts} weighs the
 * age of all frames against the refreshes that frames would miss because they have waited, as the last 96 s show them.
 * {@code FrameLead} adds a margin for the GPU, and lets the lead fall slowly. Rejected: the greatest drawing time and
 * oversleep of the newest thousand frames, because a single hitch of 15 ms ends all waiting for half a minute. Also
 * rejected, because they miss 29 to 970 more refreshes in 1,000 on a loaded machine: a quantile, a fixed time, and a
 * wait that grows until a refresh is missed.
 *
 * <p>States have every time on the way of an input except the end of a poll. Rejected: a further time in each state.
 *
 * <p>Rejected: to report to the sampler when the display showed a frame, and to let the next frames follow these times.
 * No host on the JVM learns these times, and the sampler finds the refreshes in the times of its frames.
 */
@NullMarked
package io.github.freestep.render.display;

import org.jspecify.annotations.NullMarked;
