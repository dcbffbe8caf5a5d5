/**
 * Helpers that the other modules share: exact arithmetic, integers of variable length, checks of ranges, joining
 * threads, a finer system timer, and a {@code toString()} that never throws. All are safe for use by any number of
 * threads. Exported only to Freestep's other modules.
 */
package io.github.freestep.internal;
