/**
 * Client-side prediction of the player's own body: {@link OwnBody} predicts it in a small world of the client. In the
 * same process, {@link RunAhead} steps it in the frame. In a lockstep match, use {@code Prediction} of {@code
 * freestep-lockstep}.
 *
 * <h2>What you can rely on</h2>
 *
 * <ol>
 *   <li><b>As a local body.</b> The small world steps a tick when the server would step it if there were no network, so
 *       a sampler shows the player's input as soon as that of a world in this process.
 *   <li><b>Each input counts once.</b> A state of the server says which inputs it contains. The others are stepped
 *       again after each state, until one contains them, or until they are overdue by {@code ticks}.
 *   <li><b>Corrections do not jump</b>, as the package {@code physics.prediction.shown} says. A teleport by the server,
 *       and a new life of the body, are shown at once.
 *   <li><b>Only a live body moves.</b> While the player has no body, none is shown or stepped. In a pause of the server
 *       it stands, whatever the input; what commands change there is shown.
 *   <li><b>Bounded.</b> The prediction is at most {@code ticks} ahead of the newest state, and then stands still. When
 *       states come again, it leaves out the ticks that it has missed, and shows that as a correction.
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
 * <p>The <i>lead</i> is how much later than the newest state an input that is sent now takes effect on the server.
 * {@code ServerStates} measures it, and {@code OwnFeed} steps up to that time. If it does not fit, {@code ServerStates}
 * finds the greatest one that does, because a world that waits for states would move unevenly. Ticks of the small world
 * continue while time is paused on the server, so that errors decay then, too; the body stays where it was shown.
 *
 * <p>The run of the small world counts its own ticks, which never go back, so pauses, outages and restarts of the
 * server move them against the server's. The world itself sees the numbers and times of the server, by {@code
 * ServerStates.count}.
 *
 * <p>With {@code INPUT_NUMBER}, an input takes effect in the tick for which it was predicted, if it comes before. So
 * the lead must be the greatest that any of the last inputs has needed, and not their mean. Until enough were measured,
 * it is at least the round trip of the handshake, a tick, and a reserve for what varies, because with a lead that is
 * learned from below, the first inputs are late. The number of an input has the low bits of that tick. The server
 * writes the number of the newest input that has come, whose tick it may not have stepped yet. So the same channel
 * confirms inputs, as their ticks are known here, and says how early they have come. States in which the body is
 * guessed, because datagrams were lost, are left out.
 *
 * <h2>How bodies are pushed</h2>
 *
 * <p>A small world that is an {@link OwnScene} has other bodies of the server, too.
 * {@code NearBodies} decides at a state which of them are predicted: those near the player's own, and those that were
 * at rest and that a step has moved. Only these are set with their velocities and stepped to the present. {@code
 * MixedStates} publishes them together with all others, which it takes from the states of the server at an earlier
 * time, at which nearly all states have come. A body changes sides only in a tick that is corrected, so the change is
 * an error that decays, like any other. That is why the samplers need not know of it, and why there is one picture.
 *
 * <h2>How running ahead works</h2>
 *
 * <p>A frame sets the small world to the newest state, and steps it with all input since then, up to the tick in which
 * its refresh is. The picture is interpolated between the two ends of that tick, so it is just where the world will be:
 * without news, its error is 0, whatever the steps of the service do. If there is a newer state than in the last frame,
 * the frame also steps from the former one, and only the difference of the two is an error. An input goes to the tick
 * in progress if at most a fifth of it was shown, else it waits for the next tick. What it changes in the last picture
 * is an error, too, which the next frames make up for.
 *
 * <p>Each frame is one tick of the stepper. All ticks of the small world are past ones to it, because they are stepped
 * again in the next frame.
 *
 * <h2>Rejected designs</h2>
 *
 * <ul>
 *   <li>Confirmation by {@code State.inputSequence}: it counts the inputs of all clients, and an {@code InputSink} of
 *       the game may change or refuse them.
 *   <li>A field of the datagram for the tick of an input, and a message that says how early it was. The number can have
 *       both, in a recording too, and old programs understand it.
 *   <li>Confirmation by acknowledgements of the network: they do not say which tick the input reached.
 *   <li>Bodies that are predicted in one buffer and all others in that of the server: each frame would have to choose,
 *       and to blend between two clocks that it does not know.
 *   <li>Setting an {@code OwnScene} to each state: it takes twice as many steps as every 40 ms, and as each state is
 *       rounded, bodies are corrected all the time, with 1.7 times the mean jerk of a match, in place of 1.3.
 *   <li>Two equal scenes, of which one is shown while the other one catches up a few ticks in each frame: a pile that
 *       fell took 3.7 ms of a frame at p99 instead of 6.5 ms, but corrections came later, so that others were 1.3 times
 *       as far off, memory doubled, and each game had to make a second scene.
 *   <li>Contacts of the engine to find what is pushed: not every world reports them, and a body that was at rest and
 *       has moved was pushed.
 *   <li>Running ahead with a shorter last step: it is not what the service will do, so the body would be wrong by 12 mm
 *       at walls.
 *   <li>Running ahead with each input in the tick in progress: at 144 Hz, motion is three times as uneven.
 *   <li>Errors of running ahead that begin with the velocity by which two predictions differ: contacts with others move
 *       the body further off, by a half.
 *   <li>As many ticks ahead as are unconfirmed: as delays vary, the server gets two in one tick and none in the next,
 *       so motion would be uneven even if the input is constant.
 * </ul>
 */
@NullMarked
package io.github.freestep.physics.prediction;

import org.jspecify.annotations.NullMarked;
