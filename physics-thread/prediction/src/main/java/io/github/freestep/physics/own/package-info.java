/**
 * The player's own body in a world that a server owns: {@link io.github.freestep.physics.own.OwnBody} predicts it in a
 * small world of the client. For a lockstep match, in which the client has the whole world, see {@code
 * Prediction} in {@code freestep-lockstep}.
 *
 * <p>Threads: all of it runs on the thread that advances the prediction. Nothing waits, and nothing is allocated once
 * open.
 *
 * <h2>What you can rely on</h2>
 *
 * <ol>
 *   <li><b>As a local body.</b> The small world steps a tick when the server would step it if there were no network.
 *       So a sampler shows the own input as soon as that of a world in this process.
 *   <li><b>Each input counts once.</b> A state of the server says which inputs it contains. The others are stepped
 *       again after each state, until one contains them, or until they are overdue by {@code ticks}.
 *   <li><b>Corrections do not jump</b>: as in a match, see the package {@code physics.prediction}. A teleport by the
 *       server, and a new life of the body, are shown at once.
 *   <li><b>Bounded.</b> The prediction is at most {@code ticks} ahead of the newest state. It then stands still. When
 *       states come again, it leaves out the ticks that it has missed, and shows that as a correction.
 *   <li><b>Even if a round trip does not fit.</b> If the lead is longer than {@code ticks} allow, the prediction moves
 *       by the clock all the same. The own input takes effect later, by the difference.
 * </ol>
 *
 * <h2>How it works</h2>
 *
 * <pre>
 * time of the server ------|-------------------|---------&gt;
 *                    newest state         now + lead
 *                          set                step    the small world, in each tick after a new state
 * </pre>
 *
 * <p>An input that is sent now takes effect on the server at a time that is later than the newest state. The difference
 * is the <i>lead</i>: the way of the input, the way of the state back, and the wait for a tick. The small world steps
 * up to that time. It runs in a stepper, whose feed restores and steps again as that of a match does. Its ticks are its
 * own: they go on while time is paused on the server, so that errors decay then too.
 *
 * <p>If the lead does not fit, the small world uses the greatest one that does. It measures that one just before states
 * come, when the newest state is oldest, because a world that waits for states would move unevenly.
 *
 * <ul>
 *   <li>{@code ServerStates} follows the states, and measures the lead.
 *   <li>{@code FittingLead} finds the greatest lead that fits into {@code ticks}.
 *   <li>{@code SentInputs} numbers inputs, and keeps those that no state contains.
 *   <li>{@code OwnFeed} sets the small world, and steps the ticks since then.
 *   <li>{@code TickGrid} says which tick of the small world is which time of the server.
 * </ul>
 *
 * <p>In a pause, the body stays where it was shown, ahead of the server. When time runs again, both go on from there.
 * Input in a pause takes effect when time runs again, so it is predicted at the time of the newest state.
 *
 * <h2>Rejected designs</h2>
 *
 * <ul>
 *   <li>Confirmation by the input number of the states, {@code State.inputSequence}. It counts the inputs of all
 *       clients together. And an {@code InputSink} of the game, which knows the players, may change or refuse them.
 *   <li>Confirmation by the acknowledgements of the network. They say what the server has received, and not which tick
 *       it reached.
 *   <li>As many ticks ahead as there are unconfirmed ones of the client. As the network's delay varies, the server gets
 *       two of them in one tick, and none in the next. So motion would be uneven even if the input is constant.
 *   <li>Always {@code ticks} ahead of the newest state, if the lead is longer. The world would then move by whole ticks
 *       when states come: with 60 frames a second, ways in a frame differed by 20 to 45 %.
 *   <li>Faster ticks after an outage, until no time is missing. Meanwhile, the own input would take effect later.
 *   <li>A copy of the server's world that restores exactly, as in a match. Clients do not have one.
 * </ul>
 */
package io.github.freestep.physics.own;
