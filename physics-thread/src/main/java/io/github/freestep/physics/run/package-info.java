/**
 * How a run is driven: who may run a simulation, what other threads have requested, and which thread owns a stepper.
 * Nothing here knows a type that users see.
 */
package io.github.freestep.physics.run;
