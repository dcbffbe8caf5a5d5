/**
 * Sends the states of a service to other processes and machines, and receives them there. It is for clients that show a
 * world and send input; for peers that all compute the same world, see {@code io.github.freestep.physics.lockstep}.
 *
 * <p>A {@link io.github.freestep.net.StateSender} sends the states of a buffer on its thread {@code freestep-sender},
 * and passes the input of receivers to an {@link io.github.freestep.state.InputSink}.
 * {@link io.github.freestep.net.RemoteStates} publishes them on its thread {@code freestep-receiver}, with
 * {@link io.github.freestep.net.RemoteInput} and {@link io.github.freestep.net.RemoteEvents} for one thread at a time.
 *
 * <p>The sender is an ordinary reader of states, and the receiver an ordinary publisher. So the physics thread and the
 * samplers need to know nothing of the network, and neither side needs the modules of the other. The packages below,
 * {@code wire}, {@code codec}, {@code clock}, {@code session}, {@code seal} and {@code link}, are not exported to
 * users.
 *
 * <h2>What it needs</h2>
 *
 * <p>Aeron, which this artifact brings, needs the JVM's flag
 * {@code --add-opens java.base/jdk.internal.misc=ALL-UNNAMED}. On the module path, the flag ends in
 * {@code =org.agrona}. A runnable jar can have {@code Add-Opens: java.base/jdk.internal.misc} in its manifest instead.
 * If the flag is missing, {@code start()} throws an exception that prints it.
 *
 * <p>Aeron's media driver is embedded. Its files are in folders {@code freestep-<user>/sender-<port>-<n>} and
 * {@code receiver-<port>-<n>} of {@code /dev/shm}, and take 13 to 45 MB. If {@code /dev/shm} has less than 128 MB of
 * free space, the folder for temporary files is used, where a disk may delay datagrams; if that has less as well,
 * {@code start()} throws. Docker gives 64 MB to a container; {@code --shm-size=256m} gives more. If the space runs out
 * later, the thread opens its streams again where there is enough, and {@code lastError()} says so. The folder is
 * deleted at the end; if the process was killed, the next sender or receiver deletes it.
 *
 * <h2>What is sent</h2>
 *
 * <p>The datagrams of a state are the same for every receiver, unless an {@link io.github.freestep.net.Interest}
 * chooses bodies for each. Lost datagrams are not repeated, except baselines and events, and those only to the receiver
 * that has missed them. A slow receiver delays neither the sender nor other receivers. After a stall of either machine,
 * a receiver publishes what its socket has kept, in order.
 *
 * <p>The receiver joins from a port that the system chooses, and the sender answers to that port. So only the sender's
 * UDP port must be open in a firewall or an address translation.
 *
 * <h2>Who is sent something</h2>
 *
 * <p>A receiver greets ten times per second. The sender answers with a random number, and sends states to an address
 * only after that number has come back from there. With a key, all of this is sealed. So:
 *
 * <ul>
 *   <li>A forged source is sent one answer per datagram, shorter than the datagram, and nothing else.
 *   <li>At most 256 receivers are sent something, see {@link io.github.freestep.net.StateSender#clients}. What one has
 *       missed is repeated to it alone, and at most as many bytes as it was sent.
 *   <li>Without a key, a sender lets in at most 32 receivers with one address (for IPv6, one prefix of 64 bits), except
 *       those of its own machine. So a stranger at one address cannot take all places.
 *   <li>A receiver ignores datagrams from other addresses than the one that has answered it. If someone has forged that
 *       address and a stream gets stuck, it opens its link again after a second, on another port.
 * </ul>
 *
 * <h2>Moving to another sender</h2>
 *
 * <p>{@link io.github.freestep.net.StateSender#moveTo} sends each receiver a notice with the next address, the tick of
 * the last state and the number of the last event, 50 times per second, until it has confirmed, or 25 times at the
 * close. The receiver waits for at most 200 ms until it has both, confirms, and opens another link. Only the first
 * notice counts until the receiver is there.
 *
 * <ul>
 *   <li>Each input is applied once: from the hand-over on, the former sender neither applies nor refuses input, and the
 *       notice has the number of the last applied one. The rest goes to the next sender, which gives older input the
 *       time at which its first client came. It then comes after the input that was handed over with the service.
 *   <li>With a key, the notice is sealed. Without one, it must have the random numbers of the client's last datagrams,
 *       and has no host: who can forge it could forge states as well, and must answer at that address.
 *   <li>Only a service moves. A relay's buffer has a world of its own, so another relay is a restart to its receivers.
 * </ul>
 *
 * <p>Rejected: to begin the next link before the former one ends: the next states come only after that anyway.
 *
 * <h2>What it is not for</h2>
 *
 * <ul>
 *   <li>The open internet without a key: a receiver then believes every datagram that has the right form and the
 *       sender's address, which can be forged. A key does not cover Aeron's own headers, so who can read the network
 *       and forge an address can disturb a stream.
 *   <li>More than about a hundred receivers per sender without an {@link io.github.freestep.net.Interest}: each costs a
 *       copy of every datagram. Beyond that, relay: another sender can send a receiver's {@code states()} and
 *       {@code events()}.
 * </ul>
 */
package io.github.freestep.net;
