/**
 * Lag compensation: shows the world as a frame of the last seconds showed it. A {@link StateHistory} copies each state
 * to the last bit into a ring that it allocates once, and makes its frames as a sampler does: the same classes
 * interpolate between the same two states, so both show the same, and a server can decide about a shot by what the
 * shooter saw.
 *
 * <p>Rejected: states in a few bytes for each body, so that a history reaches back minutes. An instant among 1,000
 * bodies then took 0.6 ms to show, poses were rounded, and the history needed a thread of its own. A recording reaches
 * back to the start of the run.
 *
 * <p>Rejected for shots: an origin within the distance that the fastest body goes from the time shown until now. An
 * older picture would then allow a farther origin, through walls, too. What the body has really done is known.
 */
@NullMarked
package io.github.freestep.render.server.past;

import org.jspecify.annotations.NullMarked;
