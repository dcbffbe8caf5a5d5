/** Hits of a query, nearest first. */
@NullMarked
package io.github.freestep.query;

import org.jspecify.annotations.NullMarked;
