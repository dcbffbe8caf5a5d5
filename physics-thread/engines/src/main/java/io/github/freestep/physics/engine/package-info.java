/**
 * The common part of adapters for physics engines: it maps bodies to slots and back, and keeps the newest pose of each.
 *
 * <p>The adapters are {@code io.github.freestep.physics.physx}, {@code bullet}, {@code jolt}, {@code dyn4j} and {@code
 * box2d}, each in an artifact of its own, such as {@code freestep-physx}.
 *
 * <h2>What you can rely on with every adapter</h2>
 *
 * <ul>
 *   <li><b>Cost follows what moves.</b> A body that sleeps and does not move is neither read nor written. A body is
 *       written if a bit of its pose has changed since the last write, or if it was added since then. What has changed
 *       accumulates over steps whose state is not written.
 *   <li><b>One thread.</b> A world remembers which thread ran its newest set-up, step or command, and compares it with
 *       the caller in every call from outside. A native engine does not check its callers: a ray from another thread
 *       during a step ends the process. The methods that an adapter inherits make this check. Its own accessors make it
 *       by calling {@code requireOpen}. A world passes to another thread when that thread runs a step or command, on
 *       two conditions: the call passes the same {@code Bodies} object as the set-up, and no other living thread writes
 *       states with that object.
 *   <li><b>One run at a time.</b> An open world refuses a second set-up. When the refused run ends, the world stays
 *       open. So two services can't run one world, even if each wraps it in a simulation of its own.
 *   <li><b>One world for a body.</b> {@code add} refuses a body that is already in a world, and changes neither world.
 *       Engines know which world a body is in, so {@code insert} asks the engine.
 *   <li><b>One end for each begin.</b> Each begin of a contact or a sensor has exactly one end with the slots in the
 *       same order, until the run ends. Events are raised by steps. So if a command removes a body, its contacts end in
 *       the next step, before that step reports any begin. A later body in the same slot therefore never gets such an
 *       end. Body A of a contact is the one with the larger slot. A body without a slot has the number -1, so it is
 *       always body B.
 *   <li><b>Queries.</b> A ray or an overlap finds each body that has a slot once, nearest first, where it is between
 *       two ticks. Bodies without a slot, such as walls, are found as well, because they block a view; such a body may
 *       be found once for each of its shapes. A ray does not hit a shape in which it begins. The engine finds all, and
 *       this package filters and sorts, so that the result is the same for all engines.
 *   <li><b>No change in the middle of a step.</b> In a callback of the engine, {@code add}, {@code remove},
 *       {@code teleport}, {@code attach}, {@code detach}, {@code refresh}, {@code close} and queries throw an
 *       {@code IllegalStateException}: most engines end the process or go wrong if their world changes then.
 *       {@code spawn} and {@code remove} of {@link io.github.freestep.state.Bodies} always throw, because the engine
 *       would not know of it.
 *   <li><b>Failed commands.</b> A failed command leaves no body that it added. A command also fails if the engine has
 *       reported an error by other means than an exception. A body that the command removed or teleported stays removed
 *       or teleported.
 * </ul>
 *
 * <p>{@code EngineContract} tests all of this.
 *
 * <h2>How to write an adapter</h2>
 *
 * <p>Extend {@link io.github.freestep.physics.engine.EngineSimulation} by a final class with a static method
 * {@code of(layout, scene)}. The users of your adapter implement an
 * {@link io.github.freestep.physics.engine.EngineScene}. You implement the seven abstract methods, in the first three
 * of these steps:
 *
 * <ol>
 *   <li>{@code open}, {@code insert}, {@code simulate}, {@code read}, and an {@code asleep} that returns false. With
 *       these, bodies appear on screen. {@code insert} asks the engine whether the body is in a world already, and
 *       throws if so. Begin each accessor of your own with {@code requireOpen}. {@link
 *       io.github.freestep.physics.engine.UnpackedLibrary} loads a native library that the binding does not find.
 *   <li>{@code delete} and {@code release}: free here what the engine does not free itself, also if {@code open} failed
 *       halfway.
 *   <li>{@code asleep}, if the engine has sleeping bodies. While it returns true and the body does not move, the body
 *       is not read. If the engine reports which bodies wake and fall asleep, pass the reports to {@code awake}, and
 *       return true from {@code reportsAwake}: then a sleeping body takes no time at all.
 *   <li>Call {@code contactBegin} of {@code touches()} from {@code simulate} when two bodies begin to touch, and
 *       {@code contactEnd} when they part; {@code sensorBegin} and {@code sensorEnd} for sensors. The base class ends
 *       the pairs of a body that is removed, and ignores an end without a begin. <b>Read impulses after the solver.</b>
 *       Most engines report a new pair before their solver has run, and its impulse is 0 at that time. Remember the
 *       pair, let the solver run, then read the impulses of its points and call {@code contactBegin}. dyn4j finds pairs
 *       at the end of one step and solves them in the next, so its adapter reports them in the listener's
 *       {@code postSolve}. PhysX calls back from {@code fetchResults}, after its solver, so its adapter reports them at
 *       once.
 *   <li>{@code openQueries}, if the engine can find bodies. It returns an
 *       {@link io.github.freestep.physics.engine.EngineQueries}, which passes all that the engine finds to the
 *       {@link io.github.freestep.physics.engine.HitCollector}, in any order. If a body was moved by the engine's own
 *       API and the engine still finds it at its old place, override {@code moved}.
 *   <li>{@code saveEngine} and {@code readEngine} of {@link
 *       io.github.freestep.physics.engine.SavableEngineSimulation}, if the engine can save what it keeps beyond its
 *       bodies, such as contacts. {@link io.github.freestep.physics.engine.SavedNumbers} and {@link
 *       io.github.freestep.physics.engine.SavedBytes} refuse damaged numbers and forged lengths.
 *   <li>{@code throwReported}, if the engine reports errors to a callback or a log and continues.
 *   <li>A test that extends {@code EngineContract}. It comes in the jar with the classifier {@code engine-contract},
 *       and needs JUnit 5. If the engine refuses NaN, override {@code refusesNaN}; if it prints or logs,
 *       {@code isEngineLog}.
 * </ol>
 *
 * <h2>Rejected designs</h2>
 *
 * <ul>
 *   <li>A filter of queries within the engine. Bindings call back for it, which costs more than the hits that it saves.
 *   <li>Adapters that users extend. A user's class would inherit two dozen names, most of them final, and a final
 *       method that is added later collides with a method of the user: the class would no longer load.
 *   <li>Restoring the bodies that a failed command removed. A native engine has freed them by then. Freeing a body only
 *       when the command ends would keep it in the world, where the rest of the command could collide with it.
 *   <li>Two methods of {@code Simulation} that are called before and after a command, in place of one that runs it. An
 *       implementation could call the first and, after an exception, not the second. And if the second found an error,
 *       the command would already have a result, which would have to be withdrawn.
 *   <li>A list of all bodies of all worlds in the process, to find a body of another world: it needs a lock between
 *       physics threads.
 *   <li>One begin for each pair of bodies, however many of their shapes touch. All bodies without a slot have the same
 *       number, so a body on the floor that hits a wall would begin no contact.
 *   <li>Passing the bodies of set-up or of a command to {@code add}, {@code remove} and {@code teleport}: a world has
 *       only one {@code Bodies}, so the parameter could only be right or wrong, never useful.
 *   <li>Reading poses while a state is written, in place of after every step. A catch-up would read less. But
 *       {@code onPose} would not see all steps, and the adapter would not notice that a body moves while the engine
 *       says that it sleeps.
 *   <li>Writing the pose of every body that was read. A body can be awake without moving: engines without sleep, static
 *       and kinematic bodies, a world without gravity. Comparing a pose takes 2 ns.
 *   <li>Writing all bodies from the first changed one to the last: it would overwrite bodies that a simulation spawns
 *       and writes itself.
 * </ul>
 */
package io.github.freestep.physics.engine;
