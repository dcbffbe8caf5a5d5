/**
 * Worlds as bytes: what a world needs that is saved, sent or recorded, and what is not needed to step it.
 * {@link io.github.freestep.physics.saves.Saves} has an example.
 */
@NullMarked
package io.github.freestep.physics.saves;

import org.jspecify.annotations.NullMarked;
