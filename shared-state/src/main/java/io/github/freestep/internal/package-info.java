/**
 * Helpers that the other modules share: exact arithmetic, checks of ranges, joining threads, a finer system timer, and
 * the text of foreign objects. Exported to these modules alone.
 */
package io.github.freestep.internal;
