/** The set-up of Aeron that sender and receiver of states share. Public only for our other modules. */
@NullMarked
package io.github.freestep.internal.aeron;

import org.jspecify.annotations.NullMarked;
