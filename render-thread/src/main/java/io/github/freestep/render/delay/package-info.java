/**
 * Which simulation time a frame shows, and so how old the picture is. It knows when states came, and nothing of what is
 * in them. {@code PresentationClock} is all that a sampler calls, and the page of {@code io.github.freestep.render}
 * says by which rules it decides.
 */
package io.github.freestep.render.delay;
