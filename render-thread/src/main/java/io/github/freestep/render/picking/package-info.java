/** Finds what a frame shows on a ray. */
@NullMarked
package io.github.freestep.render.picking;

import org.jspecify.annotations.NullMarked;
