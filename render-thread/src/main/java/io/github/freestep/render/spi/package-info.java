/** The refreshes of a display, learned from the times of frames, for samplers and for the pacer. */
package io.github.freestep.render.spi;
