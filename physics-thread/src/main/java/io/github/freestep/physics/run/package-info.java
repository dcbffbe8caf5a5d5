/**
 * Parts that drive a run: its claim on a world, the requests of other threads, the frames of a stepper, and the watch
 * for calls that hang. Nothing here knows a type of the package {@code physics}.
 */
package io.github.freestep.physics.run;
