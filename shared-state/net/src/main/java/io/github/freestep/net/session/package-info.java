/**
 * Who may receive states, and the input that receivers send back. {@link ServerLink} and {@link ClientLink} sit between
 * the datagrams of {@code net.wire} and the transport. They seal datagrams with a shared key, and carry input from the
 * clients to the server. Every class is for one thread at a time, that of the sender or receiver, except that
 * {@link ClientInput} takes input on another. None blocks or allocates once made, except where its page says so. Not
 * exported.
 *
 * <h2>What you can rely on</h2>
 *
 * <p>With a key, every datagram is encrypted and authenticated. Inputs of a client are applied once, in order.
 *
 * <h2>How it works</h2>
 *
 * <ul>
 *   <li>With a key, every datagram is encrypted and authenticated by the JDK's AES-GCM, which adds
 *       {@value ServerLink#OVERHEAD} bytes. Each stream has a key of its own, derived from the shared one. Everyone who
 *       has the shared key is trusted: a client could pose as the server.
 *   <li>A replayed datagram is refused by a window of the newest 1,024 counters of its sender. Datagrams of an earlier
 *       run are refused because the client sends a random challenge, and the server's replies contain it. A client
 *       makes a new challenge for each run of the server.
 *   <li>Every datagram from a client repeats all inputs that the server has not acknowledged. So a lost datagram costs
 *       10 ms and not a round trip. The server applies the inputs of each client once, in order.
 *   <li>Replies, with challenges and acknowledgements, are datagrams of their own and not a part of the pieces. So they
 *       also flow while no state is published, and before the client accepts the run. A reply goes to the one client
 *       whose datagram it answers, and is shorter than that datagram.
 *   <li>Each datagram of a client names the newest reply, and how long ago it came. So the server knows the round trip.
 *       It sends at least one reply per second. The client also reports which part of the states it misses, because
 *       lost pieces are not repeated, so no other datagram shows that.
 *   <li>Ten times per second, the client reports how many bytes of states have arrived, out of how many, and how long
 *       the datagrams have waited in a queue. {@link LinkReports} judges the link from that, {@link LinkRate} finds out
 *       how many bytes per second it carries, and {@link StatePace} chooses which states the client is sent. Each
 *       datagram of a state says how many bytes the client was sent up to it, in a field of Aeron's header that is not
 *       sealed. If someone forges it, the client is sent too few or too many states.
 *   <li>If clients are sent different bodies, a client also reports which pieces it has decoded, 20 times per second.
 *       The server keeps what it knows of the client's bodies in its {@link ClientStatus}, and a {@link ClientChoice}
 *       says when they are chosen and which of them the link carries. A report is applied with the next state, so a
 *       client that sends any number of reports takes no more time than another. A client that changes its address is
 *       sent all its bodies again, so the server takes one change per second.
 *   <li>The server sends states to a client only after the client has returned a random ticket, which a reply has
 *       brought to its address. Half of the ticket belongs to the client's place, so a client whose address changes
 *       keeps its place.
 *   <li>A client that may not join gets a refusal, which names the reason and is not sealed. It repeats bytes of the
 *       client's datagram, so only someone who has seen that datagram can forge it.
 *   <li>A {@link Move} sends a client to another server. It begins as a reply, with the client's challenge and ticket.
 *       The client then draws another challenge, and keeps what is unacknowledged for the next server for at most 5 s.
 *       It drops that input if the next server does not go on with the world. If the client comes back instead, the
 *       server still has its place and the number of its inputs, and goes on with the rest.
 *   <li>Without a key, anyone who can reach the port can send input, and anyone who can forge the server's address can
 *       forge states. Use that on one machine or a trusted network only.
 * </ul>
 *
 * <h2>Rejected designs</h2>
 *
 * <ul>
 *   <li>One key for all streams, with the name of the stream in the additional data of AES-GCM. Under one key, the
 *       nonce must differ for each datagram of all streams.
 * </ul>
 */
package io.github.freestep.net.session;
