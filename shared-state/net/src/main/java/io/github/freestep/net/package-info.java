/**
 * Sends the states of a service to other processes and machines, and receives them there. It is for clients that show a
 * world and send input; for peers that all compute the same world, see {@code io.github.freestep.physics.lockstep}.
 *
 * <table>
 *   <caption>The types, and the threads that use them</caption>
 *   <tr><th>type</th><th>thread</th><th>what it does</th></tr>
 *   <tr><td>{@link io.github.freestep.net.StateSender}</td><td>any; its own is {@code freestep-sender}</td>
 *       <td>sends states to any number of receivers, and takes their input</td></tr>
 *   <tr><td>{@link io.github.freestep.net.RemoteStates}</td><td>any; its own is {@code freestep-receiver}</td>
 *       <td>publishes the received states in a buffer, where a {@code FrameSampler} shows them as it shows local
 *       states</td></tr>
 *   <tr><td>{@link io.github.freestep.net.RemoteInput}</td><td>one at a time</td>
 *       <td>sends input from a receiver to the sender</td></tr>
 *   <tr><td>{@link io.github.freestep.state.InputSink}</td><td>the sender's</td><td>takes that input, and learns which
 *       client has sent it</td></tr>
 *   <tr><td>{@link io.github.freestep.state.EventSource}</td><td>the sender's</td><td>has the events that are sent: an
 *       {@code EventReader} of a service, or the events of a receiver</td></tr>
 *   <tr><td>{@link io.github.freestep.net.RemoteEvents}</td><td>one at a time</td><td>hands them out on the
 *       receiver, as a {@link io.github.freestep.net.RemoteEvent} to a
 *       {@link io.github.freestep.net.RemoteEventHandler}</td></tr>
 *   <tr><td>{@link io.github.freestep.net.Interest}</td><td>the sender's</td><td>chooses the bodies that a receiver is
 *       sent, into {@link io.github.freestep.net.ChosenBodies}</td></tr>
 *   <tr><td>{@link io.github.freestep.net.SenderClient}</td><td>any; immutable</td>
 *       <td>a receiver, as its sender knows it</td></tr>
 *   <tr><td>{@link io.github.freestep.net.Precision}</td><td>any; immutable</td>
 *       <td>how exactly poses arrive</td></tr>
 * </table>
 *
 * <p>The sender is an ordinary reader of states, and the receiver an ordinary publisher. So the physics thread and the
 * samplers need to know nothing of the network, and neither side of it needs the modules of the other. The packages
 * below are not exported: {@code net.wire} has the datagrams, {@code net.codec} the coder of their numbers, and {@code
 * net.clock} the sender's clock. {@code net.session} decides who may receive and carries input, {@code net.seal}
 * encrypts, and {@code net.link} is the transport, Aeron.
 *
 * <h2>What it needs</h2>
 *
 * <p>Aeron, which this artifact brings, needs the JVM's flag {@code --add-opens
 * java.base/jdk.internal.misc=ALL-UNNAMED}. On the module path, the flag ends in {@code =org.agrona}. A runnable jar
 * can have {@code Add-Opens: java.base/jdk.internal.misc} in its manifest instead. If the flag is missing, {@code
 * start()} throws an exception that prints it.
 *
 * <p>Aeron's media driver is embedded, and the thread of the sender or receiver runs all of it. The sender's files are
 * in a folder {@code freestep-<user>/sender-<port>-<n>} of {@code /dev/shm}, and a receiver's beside it in
 * {@code receiver-<port>-<n>}. They take 13 MB at the start, and up to 45 MB while many bodies move. If {@code
 * /dev/shm} does not exist or has less than 128 MB of free space, the folder for temporary files is used, where writing
 * to a disk may delay datagrams. If that folder has less as well, {@code start()} throws an exception. Docker gives 64
 * MB to a container; {@code --shm-size=256m} gives more. If the space runs out later, the thread opens its streams
 * again where there is enough, and {@code lastError()} says so. The folder is deleted at the end. A process that is
 * killed leaves it, and the next sender or receiver deletes it.
 *
 * <h2>What is sent</h2>
 *
 * <p>The datagrams of a state are the same for every receiver, unless an {@link io.github.freestep.net.Interest}
 * chooses bodies for each; the page of {@code net.wire} describes both kinds. A receiver whose link or
 * {@link io.github.freestep.net.StateSender.Builder#budget} carries less gets the datagrams of fewer states: every
 * second one, or every third one, and so on. The page of {@code net.session} says how the sender knows.
 * Lost datagrams are not repeated, except baselines and events, and those only to the receiver that has missed them.
 * Received bodies have the sender's lives, so a game can send one back as input. Ticks are the sender's until it
 * restarts, and {@link io.github.freestep.net.RemoteStates#serverTick} converts later ones. A slow receiver delays
 * neither the sender nor other receivers: the fastest one sets the pace. After a stall of either machine, a receiver
 * publishes what its socket has kept, in order, and leaves out no later state because of it. Within one round trip, a
 * receiver takes at most 1 MiB of baselines, and at most half of its socket's buffer, or 128 KiB if that is more. The
 * page of {@code net.link} says why.
 *
 * <p>The receiver joins from a port that the system chooses, and the sender answers to that port. So a firewall or an
 * address translation on the receiver's side needs no rule. On the sender's side, its UDP port must be open.
 *
 * <h2>Who is sent something</h2>
 *
 * <p>A receiver greets ten times per second. The sender answers with a random number, and sends states to an address
 * only after that number has come back from there. With a key, all of this is sealed. So:
 *
 * <ul>
 *   <li>A forged source is sent one answer per datagram, shorter than the datagram, and nothing else. Strangers cost
 *       the sender the time to receive and check their datagrams.
 *   <li>{@link io.github.freestep.net.StateSender#clients} lists all who are sent something, at most 256, with their
 *       addresses, bytes, round trips and losses, and {@link io.github.freestep.net.StateSender#drop} drops one. What a
 *       receiver has missed is repeated to it alone, and at most as many bytes as it was sent.
 *   <li>Without a key, a sender lets in at most 32 receivers with one address, except those of its own machine. For
 *       IPv6, one address is one prefix of 64 bits. So a stranger at one address cannot take all places, whatever it
 *       invents. A stranger with eight addresses can.
 *   <li>Who may not join learns the reason: {@code failure()} of the receiver and {@code lastError()} of the sender say
 *       whether a key is missing or differs, the version is another one, or all places are taken, also those for one
 *       address. If the layouts differ, {@code failure()} says so, and {@code lastError()} does for receivers that have
 *       not joined a former run of the sender.
 *   <li>A receiver ignores datagrams from other addresses than the one that has answered it. If a stream still gets
 *       stuck, because someone has forged that address, it opens its link again after a second, on another port.
 * </ul>
 *
 * <h2>Moving to another sender</h2>
 *
 * <p>{@link io.github.freestep.net.StateSender#moveTo} sends each receiver a notice with the next address, the tick of
 * the last state and the number of the last event, 50 times per second, until the receiver has confirmed. The receiver
 * waits for at most 200 ms until it has both, confirms, and opens another link. The baselines of the next sender name
 * the world that it goes on with, and up to which tick. So ticks, lives and times go on if the receiver has shown no
 * later one. Input that was not acknowledged goes to the next sender:
 *
 * <ul>
 *   <li>From the moment a service is handed over, its sender neither applies nor refuses input. The notice has the
 *       number of the last applied one. So each input is applied once.
 *   <li>The next sender gives older input the time at which its first client came. It then comes after the input that
 *       was handed over with the service, as it did in real time.
 *   <li>If no sender answers there for 2 s, the receiver looks where it was before, at the place with which it was
 *       started, and at the new one again, in turn. A server to which it comes back goes on with its input.
 *   <li>With a key, the notice is sealed. Without one, it must have the random numbers of the client's last datagrams.
 *       A stranger who can read those and forge the sender's address can forge states as well, and a notice. The notice
 *       then has no host, so the stranger must answer at a port of the sender's own address. If that ends, the receiver
 *       comes back. The notice never names a host by its name, so that no receiver asks a resolver for a name that a
 *       stranger has chosen.
 *   <li>Only the first notice counts until the receiver is there.
 *   <li>{@link io.github.freestep.net.StateSender#close} does not end the thread before all receivers have confirmed,
 *       or have been sent 25 notices.
 * </ul>
 *
 * <p>Only a service moves. A relay sends the states of a receiver from a buffer of its own, whose world begins with the
 * relay. So another relay is a restart to its receivers.
 *
 * <p>Rejected: to begin the next link before the former one ends. The states of the next sender come only after the
 * former service has ended, so the picture would stand still nearly as long.
 *
 * <h2>What it is not for</h2>
 *
 * <ul>
 *   <li>States over the open internet without a key. A receiver without one believes every datagram that has the right
 *       form and the sender's address, and a source can be forged. With a key, content is encrypted and authenticated,
 *       and replays are refused. Aeron's own headers are neither. Who can read the network can see how much is sent and
 *       when; who can also forge the address of a receiver or of the sender can disturb its stream.
 *   <li>More than about a hundred receivers per sender without an {@link io.github.freestep.net.Interest}: each costs a
 *       copy of every datagram. Beyond that, relay the states: a receiver's {@code states()} are a buffer that another
 *       sender can send, with its {@code events()}.
 *   <li>Repeating the same simulation on another machine: see {@code io.github.freestep.physics.lockstep} and
 *       {@code io.github.freestep.physics.recording}.
 * </ul>
 */
package io.github.freestep.net;
