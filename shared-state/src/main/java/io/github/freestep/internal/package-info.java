/**
 * Helpers that the other modules share, safe for use by any number of threads unless they say otherwise. {@link
 * HasInside} with {@link Inside} hides from users what only Freestep's packages may do with a public type.
 */
package io.github.freestep.internal;
