/**
 * States as datagrams, for any transport: encodes the states of one process, and follows them in another.
 *
 * <h2>Two streams</h2>
 *
 * <p>{@link StateEncoder} turns each state into two kinds of datagrams, of at most
 * {@value StateEncoder#MAX_DATAGRAM} bytes each:
 *
 * <ul>
 *   <li>A <i>piece</i> holds a range of the slots of one state. Send pieces on an unreliable stream. Each piece can be
 *       decoded alone, given the baselines that it names, so a lost piece never delays another one.
 *   <li>A <i>baseline</i> datagram holds the whole content of some blocks of {@link io.github.freestep.state.State#BLOCK}
 *       slots. Send baselines on a reliable stream that keeps their order.
 * </ul>
 *
 * <h2>Baselines</h2>
 *
 * <p>Pieces have only the differences from baselines. Every block has a baseline of its own:
 *
 * <ul>
 *   <li>A block that has changed since its baseline gets a new one every 0.5 s. The baseline of a resting block is
 *       repeated every 0.9 s. So a receiver that joins is whole within a second. The block's number shifts the time of
 *       its baselines, so that the traffic is even.
 *   <li>A baseline becomes <i>effective</i> 100 ms after it was sent. Until then, pieces refer to the one before. So a
 *       baseline that is late, or repaired by the transport, does no harm.
 *   <li>A block that equals its effective baseline is not in the pieces. A block that differs is in the pieces of every
 *       state until then. So any piece repairs the loss of all pieces before it.
 * </ul>
 *
 * <p>Baseline datagrams are numbered. Each piece has the number of the newest effective one, and for each block in it
 * the number of the block's baseline. A receiver that does not have that baseline leaves the block as it is.
 *
 * <h2>Security and input</h2>
 *
 * <p>{@link ServerLink} and {@link ClientLink} sit between these datagrams and the transport. They seal datagrams with
 * a shared key, and carry input from the clients to the server.
 *
 * <ul>
 *   <li>With a key, every datagram is encrypted and authenticated by the JDK's AES-GCM, which adds
 *       {@value ServerLink#OVERHEAD} bytes. Each stream has a key of its own, derived from the shared one. Everyone who
 *       has the shared key is trusted: a client could pose as the server. Additional data could not keep the streams
 *       apart, because the nonce must differ for each datagram under one key.
 *   <li>A replayed datagram is refused by a window of the newest 1,024 counters of its sender. Datagrams of an earlier
 *       run are refused because the client sends a random challenge, and the server's replies contain it. A client uses
 *       a challenge for one run only.
 *   <li>Every datagram from a client repeats all inputs that the server has not acknowledged. So a lost datagram costs
 *       10 ms and not a round trip. The server applies the inputs of each client once, in order.
 *   <li>Replies, with challenges and acknowledgements, are datagrams of their own and not a part of the pieces. So they
 *       also flow while no state is published, and before the client accepts the run. They are sent only while clients
 *       have news, at most every 10 ms.
 *   <li>Without a key, anyone who can reach the port can send input and forge states. Use that on one machine or a
 *       trusted network only.
 * </ul>
 */
package io.github.freestep.wire;
