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
 * {@code freestep-<user>/sender-<port>-<n>} of {@code /dev/shm}. They take 13 MB at the start, up to 45 MB while many
 * bodies move, and 0.2 MB more for each client that sends input. If {@code /dev/shm} does not exist or has less than
 * 128 MB of free space, the folder for temporary files is used, where writing to a disk may delay datagrams. If that
 * folder has less as well, {@code start()} throws an exception. Docker gives 64 MB to a container;
 * {@code --shm-size=256m} gives more. The files are deleted at the end. What stays is the folder and an empty lock file
 * for each port that was ever used. A process that is killed leaves the files, and the next one with the same port uses
 * the folder.
 *
 * <h2>What is sent</h2>
 *
 * <p>Every receiver gets the same datagrams, which {@link io.github.freestep.wire} describes. Lost datagrams are not
 * repeated, except baselines. Events are not sent: put what remote frames need into channels. A slow receiver delays
 * neither the sender nor other receivers: the fastest one sets the pace.
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
