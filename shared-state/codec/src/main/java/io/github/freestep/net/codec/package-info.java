/**
 * An adaptive range coder, which writes numbers into a datagram in few bits. {@link
 * io.github.freestep.net.codec.RangeEncoder} writes what {@link io.github.freestep.net.codec.RangeDecoder} reads, by
 * the same calls. {@link io.github.freestep.net.codec.BitEncoder} takes the same calls, and writes bits that can be
 * copied after any others. {@link io.github.freestep.net.codec.ByteWriter} writes plain fields. Knows nothing of bodies
 * or states. For one thread; allocates nothing once made. Exported to the network only.
 */
package io.github.freestep.net.codec;
