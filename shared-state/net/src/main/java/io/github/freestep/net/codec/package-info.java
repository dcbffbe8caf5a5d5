/**
 * An adaptive range coder, which writes numbers into a datagram in few bits.
 * {@link io.github.freestep.net.codec.BitEncoder} takes the same calls, and writes bits that can be copied after any
 * others. For one thread; allocates nothing once made.
 */
package io.github.freestep.net.codec;
