/**
 * Worlds as bytes: what a world needs so that it can be saved, sent or recorded. A world that is only stepped needs
 * none of it. {@link io.github.freestep.physics.saves.Saves} has an example.
 */
@NullMarked
package io.github.freestep.physics.saves;

import org.jspecify.annotations.NullMarked;
