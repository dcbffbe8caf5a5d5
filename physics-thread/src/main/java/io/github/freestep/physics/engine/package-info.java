/**
 * What adapters of physics engines have in common: bodies to slots and back, and the newest pose of each.
 *
 * <p>{@link io.github.freestep.physics.physx} and {@link io.github.freestep.physics.dyn4j} are two; a third one extends {@link
 * io.github.freestep.physics.engine.EngineSimulation} and implements seven methods.
 *
 * <h2>What lost</h2>
 *
 * <ul>
 *   <li>Reading poses while a state is written. In a catch-up not every tick is written, and a body that moved in one that
 *       was not and has fallen asleep since would stay behind on screen; one would have to note who moved instead, at about
 *       what it costs to read the pose.
 *   <li>Keeping what sleeps from the state before, body by body: its seven floats are copied there as well, one by one
 *       instead of as whole arrays, which take a nanosecond a body.
 * </ul>
 */
package io.github.freestep.physics.engine;
