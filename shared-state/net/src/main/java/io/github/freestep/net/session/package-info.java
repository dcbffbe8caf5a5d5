/**
 * Who may receive states or play in a match, receivers' input, and messages of applications. {@link ServerLink} and
 * {@link ClientLink} sit between the datagrams of {@code net.wire}, or the packets of a match, and the transport. Every
 * class is for one thread at a time, except {@link MessageLane}, and that {@link ClientInput} takes input on another.
 * None blocks or allocates once made, except where its page says so.
 *
 * <h2>What you can rely on</h2>
 *
 * <ul>
 *   <li><b>Sealed.</b> Every datagram is encrypted and authenticated by the JDK's AES-GCM, which adds
 *       {@value ServerLink#OVERHEAD} bytes. Each player has two keys of its own in each room, one for each direction,
 *       so a player can neither read nor forge what others are sent.
 *   <li><b>No replays.</b> A window of at least 1,024 counters of a sender refuses repeated datagrams. Those of an
 *       earlier run are refused because each run of the server has another random challenge of the client, which its
 *       replies contain.
 *   <li><b>Inputs are applied once, in order.</b> Every datagram from a client repeats all inputs that the server has
 *       not acknowledged, so a lost one costs 10 ms and not a round trip.
 *   <li><b>No client fills the sink.</b> While there is room for everybody's input, whoever comes first has it. The
 *       last places are shared out equally to the clients that have sent input. What is beyond a share is not
 *       acknowledged, so the client sends it again.
 *   <li><b>No reflection.</b> The server sends states to a client only after it has returned its {@linkplain Tickets
 *       ticket}, which a reply has brought to its address. Before that, it keeps nothing of it. A reply is shorter than
 *       the datagram that it answers.
 *   <li><b>No client costs more by sending more.</b> Reports are applied with the next state. A changed address, after
 *       which all bodies are sent again, is taken once per second, and so is one that other clients leave.
 * </ul>
 *
 * <p>A client's reports of what has arrived decide how many states it is sent: {@link LinkRate} finds out what the
 * link carries, and {@link StatePace} chooses the states.
 *
 * <p>A match in lockstep is a room of the same connection: its sequencer has a {@link ServerLink}, and each peer a
 * {@link ClientLink}, whose packets of the match are sealed like pieces. A peer greets by a datagram of another kind,
 * so that it never takes a sender of states for its sequencer.
 *
 * <p>A server that ends says so in a notice. The client then draws another challenge.
 */
package io.github.freestep.net.session;
