/**
 * Clocks, rates and anchors: time is read through one interface, counted in whole nanoseconds, and mapped exactly.
 *
 * <p>Rules:
 *
 * <ol>
 *   <li>All time is a {@code long} of nanoseconds. Wall time comes from the one {@link NanoClock} of a service. It may
 *       be negative and may wrap, so code compares differences ({@code a - b < 0}), never values. Simulation time
 *       starts at zero and does not wrap; it lasts for 292 years.
 *   <li>Rates and scales are {@link Ratio}s, and the map from a tick to its time is one multiplication and one division
 *       of integers, 128 bits wide, rounded once. No step adds to the result of the step before, so nothing drifts.
 *   <li>A timeline is a sequence of {@link TimeAnchor}s. Each pause, resume, change of scale, single step and drop of
 *       time begins a new anchor, where the one before ends, and nothing else does.
 *   <li>Maps to simulation time round down, and maps to wall time round up. So at a tick's due time, simulation time
 *       has always reached the tick, and one nanosecond earlier, it never has.
 *   <li>The ledger balances in whole nanoseconds of wall time: {@code wall = simulated / scale + paused + dropped +
 *       pending}. Pending time is due and not simulated yet.
 *   <li>Threads wait by the same clock that they read. On a {@link VirtualClock} everything here is deterministic, and
 *       takes no real time.
 * </ol>
 *
 * <p>A timeline and its precise wait belong to one thread each, and are internal. Only copies of anchors cross between
 * threads, inside states.
 */
@NullMarked
package io.github.freestep.time;

import org.jspecify.annotations.NullMarked;
