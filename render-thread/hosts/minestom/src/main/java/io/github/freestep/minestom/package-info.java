/**
 * The bodies of Jolt on a server of Minestom. The thread of the game ticks 20 times a second or less, whereas the
 * bodies of each instance are stepped by a service of its own, which reads the blocks from a {@code Ground}.
 *
 * <p>An unmodified client draws the bodies as block displays. It moves a display to each new place by itself, so motion
 * is even if a place comes in each of its ticks, and if these places are of evenly spaced times. Therefore a thread
 * beside that of the game samples each world 20 times a second, for the time at which it wanted to wake up, not for the
 * time at which it did.
 */
@org.jspecify.annotations.NullMarked
package io.github.freestep.minestom;
