/**
 * Runs any number of services on a fixed number of threads, such as the rooms of a game server. {@link
 * io.github.freestep.physics.rooms.PhysicsGroup} is the entry.
 */
@NullMarked
package io.github.freestep.physics.rooms;

import org.jspecify.annotations.NullMarked;
