/**
 * The common part of adapters for physics engines: it maps bodies to slots and back, and keeps the newest pose of each.
 *
 * <h2>What you can rely on with every adapter</h2>
 *
 * <ul>
 *   <li><b>Cost follows what moves.</b> A body is written if its pose has changed, or if it was added, since the last
 *       write. A sleeping body is not even read.
 *   <li><b>One thread.</b> A native engine does not check its callers, so a ray from another thread during a step ends
 *       the process. Therefore, a world refuses calls of any other thread than that of its newest set-up, step or
 *       command. It passes to a thread that runs a step or command with the {@code Bodies} of the set-up, if no other
 *       living thread writes states with these.
 *   <li><b>One run at a time.</b> An open world refuses a second set-up, also of another simulation that wraps it, and
 *       stays open when the refused run ends.
 *   <li><b>One end for each begin.</b> Each begin of a contact or a sensor has exactly one end with the slots in the
 *       same order, until the run ends. The contacts of a body that a command removes end in the next step, before that
 *       step reports any begin. Body A of a contact has the larger slot; a body without a slot has the number -1. A
 *       pair that touches already when the first consumer of contacts joins has no begin, and so no end.
 *   <li><b>Queries.</b> A ray or an overlap finds each body that has a slot once, nearest first, where it is between
 *       two ticks. This package filters and sorts what the engine finds.
 *   <li><b>No change in the middle of something.</b> A callback of the engine and a filter may only look at bodies,
 *       whereas {@code write}, {@code resting} and the saves of a scene may also query, and {@code onPose} may also
 *       {@code remove}, which takes effect after the pass. Everything else throws an {@code IllegalStateException}, and
 *       so do {@code spawn} and {@code remove} of {@link io.github.freestep.state.Bodies} everywhere. After a restore
 *       that has failed halfway, steps and saves throw until another succeeds.
 * </ul>
 *
 * <p>{@code EngineContract} tests all of this.
 *
 * <h2>Rejected designs</h2>
 *
 * <ul>
 *   <li>A filter of queries within the engine: bindings call back for it, which costs more than the hits that it saves.
 *   <li>One begin for each pair of bodies, however many shapes touch: a body on the floor that hits a wall, which has
 *       no slot either, would begin no contact.
 * </ul>
 */
@NullMarked
package io.github.freestep.physics.engines;

import org.jspecify.annotations.NullMarked;
