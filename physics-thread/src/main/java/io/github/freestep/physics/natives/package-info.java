/**
 * Loads native libraries of engines whose own loaders do not fit. In this module, and not beside the other internals,
 * because a user enables native access for this module only. Not exported.
 */
package io.github.freestep.physics.natives;
