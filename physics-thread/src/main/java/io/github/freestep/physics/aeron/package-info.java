/**
 * Sends the states of a service to other processes and machines. There, {@code RemoteStates} of the rendering module
 * receives them, and a {@code FrameSampler} shows them as it shows local states.
 *
 * <h2>What it needs</h2>
 *
 * <p>Aeron is an optional dependency: add {@code io.aeron:aeron-client} and {@code io.aeron:aeron-driver}, version
 * 1.51.0, and the JVM's flag {@code --add-opens java.base/jdk.internal.misc=ALL-UNNAMED}. On the module path, the flag
 * ends in {@code =org.agrona}, and the program requires the modules {@code io.aeron.client} and
 * {@code io.aeron.driver}. A runnable jar can have {@code Add-Opens: java.base/jdk.internal.misc} in its manifest
 * instead. If the flag is missing, {@code start()} throws an exception that prints it. A program that does not use this
 * package loads no class of Aeron.
 *
 * <p>Aeron's media driver is embedded, and the thread {@code freestep-sender} runs all of it. Its files are in a folder
 * {@code freestep-<user>/sender-<port>-<n>} of {@code /dev/shm}, or of the folder for temporary files where there is no
 * {@code /dev/shm}. They are deleted at the end. A process that is killed leaves the folder, and the next one uses it.
 *
 * <h2>What is sent</h2>
 *
 * <p>Every receiver gets the same datagrams, which {@link io.github.freestep.wire} describes. Lost datagrams are not
 * repeated, except baselines. A slow receiver delays neither the sender nor other receivers: the fastest one sets the
 * pace.
 *
 * <h2>What it is not for</h2>
 *
 * <ul>
 *   <li>The open internet without a key. With a key, content is encrypted and authenticated, and replays are refused.
 *       Aeron's own control datagrams are neither, so an attacker can still disturb the stream, or use the sender to
 *       flood a third machine. Let a firewall or a VPN keep strangers away from the ports.
 *   <li>More than about a hundred receivers per sender: each costs a copy of every datagram. Beyond that, relay the
 *       states: a receiver's {@code states()} are a buffer that another sender can send.
 *   <li>Repeating the same simulation on another machine: see {@link io.github.freestep.physics.lockstep} and
 *       {@link io.github.freestep.physics.recording}.
 * </ul>
 */
package io.github.freestep.physics.aeron;
