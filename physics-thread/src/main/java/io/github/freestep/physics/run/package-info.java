/**
 * How a run is driven: who may run a simulation, what other threads have requested, which thread owns a stepper, which
 * ticks a frame of its host steps, and which call of the user's code hangs. Nothing here knows a type that users see.
 */
package io.github.freestep.physics.run;
