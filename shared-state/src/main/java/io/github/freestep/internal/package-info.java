/**
 * Helpers that the other modules share: exact arithmetic, checks of ranges, joining threads, a finer system timer, and
 * a {@code toString()} that never throws. Exported only to Freestep's other modules.
 */
package io.github.freestep.internal;
