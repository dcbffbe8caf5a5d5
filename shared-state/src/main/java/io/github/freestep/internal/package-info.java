/**
 * Helpers that the other modules share, safe for use by any number of threads. Three pairs of classes hide from users
 * what only Freestep's packages may do with a public type: {@link HasInside} with {@link Inside},
 * {@link HasStateInside} with {@link StateInside}, and {@link Spawning} with {@link Filler}.
 */
package io.github.freestep.internal;
