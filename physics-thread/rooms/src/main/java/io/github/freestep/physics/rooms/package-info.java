/**
 * Runs any number of services on a few threads, such as the rooms of a game server. {@link
 * io.github.freestep.physics.rooms.PhysicsGroup} is the entry. {@link io.github.freestep.physics.rooms.HandedOver}
 * moves a service.
 */
@NullMarked
package io.github.freestep.physics.rooms;

import org.jspecify.annotations.NullMarked;
