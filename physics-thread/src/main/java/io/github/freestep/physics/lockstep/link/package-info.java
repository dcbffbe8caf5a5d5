/** What both sides of a match share. */
package io.github.freestep.physics.lockstep.link;
