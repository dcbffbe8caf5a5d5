/**
 * A player's side of a lockstep match: connects to the sequencer, feeds the local service with the frames that come,
 * and sends the local input and the hashes.
 *
 * <h2>What you can rely on</h2>
 *
 * <table>
 *   <caption>Which thread runs what</caption>
 *   <tr><th>Thread</th><th>Classes</th></tr>
 *   <tr><td>the session's</td><td>{@code SessionCore} and all it owns</td></tr>
 *   <tr><td>the physics thread</td><td>{@code LockstepFeed}, {@code WorldCodec}, {@code MatchClock.nanoTime}</td></tr>
 *   <tr><td>the physics thread of a prediction</td><td>{@code PredictedFeed}, {@code PredictionCost},
 *       {@code ShownTicks}, {@code AheadClock.nanoTime}</td></tr>
 *   <tr><td>the caller of {@code start} or {@code inline}</td><td>{@code SessionStart}, the constructor of
 *       {@code AheadRun}</td></tr>
 *   <tr><td>a host with a frame loop</td><td>{@code HostTime}</td></tr>
 *   <tr><td>any</td><td>{@code SessionState}, {@code LocalInput}, {@code Requests}, {@code MatchView}</td></tr>
 * </table>
 *
 * <p>No thread waits for another one, except the callers of {@code start} and {@code inline}. Frames come to the
 * physics thread through a bounded lock-free queue, without allocation. The physics thread saves the world between two
 * ticks when a peer joins, which may make that tick late.
 *
 * <h2>How it works</h2>
 *
 * <p>The session's thread takes packets, does what is due, and sends, each millisecond. The service runs on the clock
 * of the match, which follows the frames. With the input delay d of this player, the input for tick n is sampled when
 * tick n - d is fed. A prediction samples it earlier, when the second world is about to step tick n.
 *
 * <h2>Rejected designs</h2>
 *
 * <ul>
 *   <li>Sampling the input on the physics thread: the sample would then wait until the session's thread sends it. So
 *       the session's thread samples, just before it sends.
 *   <li>Pausing and scaling the service: see {@code MatchClock}.
 * </ul>
 */
package io.github.freestep.physics.lockstep.session;
