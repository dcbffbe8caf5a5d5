/**
 * Measures frames, and uses the times at which a display showed them, which some hosts report some frames later. {@link
 * MotionMeter} needs only the frames. {@link DisplayMeter} compares these times with the simulation times that the
 * frames show, and a {@linkplain DisplayTimes#follower follower} moves the times of the next frames, so that motion is
 * more even on the screen.
 *
 * <p>{@link FramePacer} lets frames begin as long before their refresh as costs least: {@code FrameCosts} weighs the
 * age of all frames against the refreshes that frames would miss because they have waited, as the last 96 s show them.
 * {@code FrameLead} adds a margin for the GPU, and lets the lead fall slowly. Rejected: the greatest drawing time and
 * oversleep of the newest thousand frames, because a single hitch of 15 ms ends all waiting for half a minute. Also
 * rejected, because they miss 29 to 970 more refreshes in 1,000 on a loaded machine: a quantile, a fixed time, and a
 * wait that grows until a refresh is missed.
 *
 * <p>The sampler checks each report before it passes the report on, so nothing here needs to know the clock of the
 * host. Each class keeps only what it needs of the newest frames: the meter 256 of them, because it counts a frame only
 * after all frames before it, and the follower 24, because it must learn soon.
 *
 * <p>States have every time on the way of an input except the end of a poll. Rejected: a further time in each state.
 *
 * <p>Rejected: a sampler that has a meter and a follower of its own, because all hosts would carry both, although most
 * of them cannot report display times. Also rejected: a listener that follows the display, because a listener is called
 * after the frame was made, whereas a follower decides the time of a frame before that.
 */
@NullMarked
package io.github.freestep.render.display;

import org.jspecify.annotations.NullMarked;
