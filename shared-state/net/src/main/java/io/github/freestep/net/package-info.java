/**
 * Sends snapshots of an authoritative multiplayer server to its clients, and receives them there. For peers that all
 * compute the same world, see {@code io.github.freestep.physics.lockstep}.
 *
 * <p>A {@link io.github.freestep.net.StateSender} sends the states of a buffer on its thread {@code freestep-sender},
 * and passes the input of receivers to an {@link io.github.freestep.state.InputSink}. {@link
 * io.github.freestep.net.RemoteStates} publishes them on its thread {@code freestep-receiver}, with {@link
 * io.github.freestep.net.RemoteInput} and {@link io.github.freestep.net.RemoteEvents} for one thread at a time.
 *
 * <p>The sender is an ordinary reader of states, and the receiver an ordinary publisher. So the physics thread and
 * samplers need to know nothing of the network, and neither needs the modules of the other. The packages below are
 * not exported to users.
 *
 * <h2>The transport</h2>
 *
 * <p>All datagrams go over a {@link io.github.freestep.net.DatagramTransport}, by default a {@link
 * io.github.freestep.net.UdpTransport}. The thread of a sender or receiver takes what has arrived, does what is due,
 * and waits. The thread of a {@link io.github.freestep.net.SharedPort} does so for any number of senders and matches. A
 * datagram begins with a mark (4 bytes), its kind (1) and the number of its room (2), and has at most 1,200 bytes, so
 * that paths through tunnels carry it, too. Rejected: larger ones after a probe. With 1,400, a state of up to 400
 * moving bodies takes as many bytes and datagrams, and one of 1,000 takes 2,754 instead of 2,851 bytes. After these
 * come:
 *
 * <ul>
 *   <li>in a datagram from a client, input and reports; in one to it, answers of {@code net.session};
 *   <li>in a piece of a state, sealed for its receiver: how many bytes of states it was sent and, as the lowest bit,
 *       whether states or copies are left out for it (4 bytes), the number of the newest datagram of the stream (4) and
 *       the piece. Rejected: to seal a piece once, beside a number for each receiver. It saves 0.5 to 0.8 us and 1 kB
 *       of garbage a datagram, 1 % of a core for 32 receivers of four datagrams at 100 Hz, but needs a second
 *       authentication;
 *   <li>in a datagram of the <i>stream</i>, which carries events and notices of the run: sealed, its number (4) and its
 *       content. The receiver hands them on in order, asks for those that it has missed after 10 ms, again every 10
 *       ms, and leaves out what does not come within 2 s. The sender keeps the last 1,024, and seldom repeats one
 *       twice in a round trip. It sends each one once, also over a link that loses much, because a receiver asks for
 *       what it lacks. A new receiver is at once sent the notices of the last second, and the whole state if its link
 *       carries it. It then shows its first picture two round trips and 0.1 s after its start;
 *   <li>in messages of an application: a packet of {@code net.link}, sealed.
 * </ul>
 *
 * <h2>What is sent</h2>
 *
 * <p>The datagrams of a state are the same for all receivers that have acknowledged the same earlier states, unless an
 * {@link io.github.freestep.net.Interest} chooses bodies for each. Only datagrams of the stream are repeated on
 * request, and only to the receiver that has missed them. A slow receiver delays neither the sender nor other
 * receivers. After a stall of either machine, a receiver publishes what its socket has kept, in order.
 *
 * <h2>Who is sent something</h2>
 *
 * <p>A receiver greets ten times per second. The sender answers with a number, the HMAC of the address and the time,
 * and keeps nothing of the receiver until that number has come back from there. All of this is sealed. So:
 *
 * <ul>
 *   <li>A forged source is sent one answer per datagram, shorter than the datagram, and nothing else.
 *   <li>At most 256 receivers are sent something, see {@link io.github.freestep.net.StateSender#clients}. To each, at
 *       most as many bytes are repeated as it was sent.
 *   <li>A player has one place.
 *   <li>A receiver whose address changes keeps its place. Someone without the key who sees its datagrams, and sends
 *       copies of them that arrive first, can lead its states to another address. A receiver that then gets no states
 *       proves its former address again, so copies from one address cost it less than a second of states per minute.
 *   <li>A receiver ignores datagrams from other addresses than the one that has answered it. It also ignores what is
 *       not sealed correctly, whatever its source.
 * </ul>
 *
 * <p>There is always a key, so that there is one form of each datagram. A sender that was given none uses a development
 * key, which everyone has, and starts only where no other machine reaches it. A receiver without a token makes one from
 * that key, with a random number. Rejected: to send datagrams unsealed between programs on one machine, because that
 * needs rules of its own for replays, identities, refusals and moves.
 *
 * <h2>A sender that ends</h2>
 *
 * <p>A sender that is closed says so to each receiver, four times within 15 ms. The notice names no other sender: the
 * receiver asks the supplier of its user. Input that the sender had not acknowledged is lost, because the next one may
 * have another world.
 *
 * <ul>
 *   <li>The notice is sealed.
 *   <li>A service that was handed over continues with its lives and ticks. A relay's buffer has a world of its own, so
 *       another relay is a restart to its receivers.
 * </ul>
 */
@NullMarked
package io.github.freestep.net;

import org.jspecify.annotations.NullMarked;
