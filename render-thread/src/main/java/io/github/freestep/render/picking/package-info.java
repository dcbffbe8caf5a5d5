/** Finds what a frame shows on a ray or in a rectangle. */
@NullMarked
package io.github.freestep.render.picking;

import org.jspecify.annotations.NullMarked;
