/**
 * An adaptive range coder, which writes numbers into a datagram in few bits.
 * {@link io.github.freestep.net.codec.BitEncoder} takes the same calls, and writes bits that can be copied after any
 * others. Knows nothing of bodies or states. For one thread; allocates nothing once made. Exported to the network only.
 */
package io.github.freestep.net.codec;
