/** The logic of a session. */
package io.github.freestep.physics.lockstep.session;
