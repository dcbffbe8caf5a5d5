/**
 * Helpers that the other modules share: exact arithmetic, joining threads, a finer system timer, printing foreign objects.
 * Exported to them alone.
 */
package io.github.freestep.internal;
