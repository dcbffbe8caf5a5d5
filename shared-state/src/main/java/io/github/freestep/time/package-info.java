/**
 * Time as both clocks of Freestep need it: read through one interface, counted in whole nanoseconds, mapped exactly.
 *
 * <p>What holds here:
 *
 * <ol>
 *   <li>All time is a {@code long} of nanoseconds. Wall time comes from one {@link NanoClock} a service; it may be
 *       negative and may wrap, so code compares differences ({@code a - b < 0}), never values. Simulation time starts
 *       at zero and does not wrap; it lasts for 292 years.
 *   <li>Rates and scales are {@link Ratio}s, and the map from a tick to its time is one multiplication and one division
 *       of integers, 128 bits wide, rounded once. No step adds to the result of the step before, so nothing drifts:
 *       the accumulator of {@code float} seconds and the {@code last = now} loop, the usual ways, both lose time.
 *   <li>An {@link TimeAnchor} says how simulation time runs from a wall time on. A timeline chains anchors, one each
 *       for a pause, a resume, a change of scale and dropped time, and for nothing else.
 *   <li>Maps to simulation time round down, maps to wall time round up. So simulation time at a tick's due time is never
 *       less than the tick's, and one nanosecond earlier it always is.
 *   <li>The ledger balances: {@code wall = simulated / scale + paused + dropped + owed}, in whole nanoseconds, with no
 *       remainder carried and none lost.
 *   <li>Waiting goes through the clock that is read. On a {@link VirtualClock} everything here is deterministic, and
 *       takes no real time.
 * </ol>
 *
 * <p>A timeline and its precise wait belong to one thread each, and are internal. What crosses between threads is a copy of an
 * anchor, inside a state.
 */
package io.github.freestep.time;
