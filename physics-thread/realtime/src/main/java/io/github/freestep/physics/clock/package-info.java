/**
 * A clock that follows a device: {@link io.github.freestep.physics.clock.FollowingClock}. {@code SteeredTime} says how
 * threads read it while another one steers it.
 */
@NullMarked
package io.github.freestep.physics.clock;

import org.jspecify.annotations.NullMarked;
