/** The thread that owns the simulation. */
package io.github.freestep.physics;
