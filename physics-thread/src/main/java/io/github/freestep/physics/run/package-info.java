/**
 * Parts that drive a run: its claim on a world, and the owner and the frames of a stepper. Nothing here knows a type of
 * the package {@code physics}.
 */
package io.github.freestep.physics.run;
