/**
 * What adapters of physics engines have in common: bodies to slots and back, and the newest pose of each.
 *
 * <p>{@link io.github.freestep.physics.physx} and {@link io.github.freestep.physics.dyn4j} are two; a third one extends {@link
 * io.github.freestep.physics.engine.EngineSimulation} and implements seven methods.
 *
 * <h2>What holds for every adapter</h2>
 *
 * <ul>
 *   <li><b>One thread.</b> A world remembers which thread ran its last set-up, step or command, and compares it
 *       with the caller in every call from outside. A native engine does not check its callers: a ray from another
 *       thread during a step ends the process. An adapter has the check in the methods that it inherits, and in its own
 *       accessors by {@code requireOpen}. A world passes to another thread only by a command or step with its own
 *       bodies, on the thread that publishes them.
 *   <li><b>One run at a time.</b> An open world refuses a second set-up, and stays open when the run that it refused
 *       ends. So two services can't run one world, even if each wraps it in a simulation of its own.
 *   <li><b>One world for a body.</b> {@code add} refuses a body that is in a world already, and neither world has
 *       changed. Engines know which world a body is in, so {@code insert} asks the engine.
 *   <li><b>Failed commands.</b> A command that fails leaves no body that it added. It also fails if the engine has
 *       reported an error by other means than an exception. What it removed or teleported stays removed or teleported.
 * </ul>
 *
 * <p>{@code EngineContract}, among the tests, holds every adapter to this.
 *
 * <h2>What lost</h2>
 *
 * <ul>
 *   <li>Undoing what a failed command removed: a native engine has freed the body by then. Keeping it until the
 *       command ends would keep it in the world too, for the rest of the command to collide with.
 *   <li>A pair of methods of {@code Simulation} that are called before and after a command, in place of one that
 *       runs it: they can be called unpaired, and a result that is computed would have to be taken back.
 *   <li>A list of all bodies of all worlds in the process, to find a body of another world: it needs a lock between
 *       physics threads.
 *   <li>Reading poses while a state is written. In a catch-up not every tick is written, and a body that moved in one that
 *       was not and has fallen asleep since would stay behind on screen; one would have to note who moved instead, at about
 *       what it costs to read the pose.
 *   <li>Keeping what sleeps from the state before, body by body: its seven floats are copied there as well, one by one
 *       instead of as whole arrays, which take a nanosecond a body.
 * </ul>
 */
package io.github.freestep.physics.engine;
