/**
 * Receives the states of a service in another process or on another machine. A
 * {@link io.github.freestep.render.FrameSampler} shows them as it shows local states.
 *
 * <p>The sending side is {@code StateSender} of the physics module. Its package's document says what both sides need to
 * run: Aeron 1.51.0 and the JVM's flag {@code --add-opens java.base/jdk.internal.misc=ALL-UNNAMED}. It also says what
 * the stream is not for. The thread is {@code freestep-receiver}, and the files of the media driver are in a folder
 * {@code receiver-<port>-<n>} beside the sender's.
 *
 * <p>The receiver joins from a port that the system chooses, and the sender answers to that port. So a firewall or an
 * address translation on the receiver's side needs no rule. On the sender's side, both UDP ports must be open.
 *
 * <p>Without a key, a receiver believes every datagram that has the right form. If the sender is on another machine,
 * such a datagram may come from anyone who can reach the receiver's port.
 */
package io.github.freestep.render.aeron;
