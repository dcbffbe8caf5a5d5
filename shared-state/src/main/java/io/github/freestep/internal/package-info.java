/**
 * Helpers that the other modules share, safe for use by any number of threads. Two pairs of classes hide from users
 * what only Freestep's packages may do with a public type: {@link HasInside} with {@link Inside}, and
 * {@link HasStateInside} with {@link StateInside}.
 */
package io.github.freestep.internal;
