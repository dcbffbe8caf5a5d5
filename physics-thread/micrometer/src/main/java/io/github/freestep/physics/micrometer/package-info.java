/**
 * Shows a run in Micrometer. A subscription to the events of ticks feeds the timers, because percentiles need each
 * tick, and the physics thread must not call a registry, which may lock and allocate. The registry reads all other
 * meters.
 */
@NullMarked
package io.github.freestep.physics.micrometer;

import org.jspecify.annotations.NullMarked;
