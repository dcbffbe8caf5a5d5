/**
 * The coded form of bodies, which datagrams and histories have in common: a body as ints, and the difference of these
 * ints from those of a baseline in few bits. Knows nothing of datagrams, files or memory. Every class is for one thread
 * at a time, and allocates nothing once made, except where its page says so. Exported to the network only.
 *
 * <p>{@link io.github.freestep.net.body.Quantiser} makes the ints, {@link io.github.freestep.net.body.BodyEncoder}
 * encodes them, and {@link io.github.freestep.net.body.BodyDecoder} reads them into
 * {@link io.github.freestep.net.body.DecodedBodies}. A decoder never throws because of what it reads, and accepts no
 * NaN, no infinite value and no orientation of length zero.
 */
package io.github.freestep.net.body;
