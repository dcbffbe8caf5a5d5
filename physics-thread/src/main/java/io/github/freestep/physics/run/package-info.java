/**
 * Parts that drive a run: its claim on a world, and the owner and the frames of a stepper. {@link MovableRun} and
 * {@link RunStart} let {@code freestep-rooms} end a run so that another one continues it. Nothing here knows a type of
 * the package {@code physics}.
 */
package io.github.freestep.physics.run;
