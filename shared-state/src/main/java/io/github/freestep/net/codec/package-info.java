/**
 * An adaptive range coder, which codes numbers as few bits in a datagram.
 * {@link io.github.freestep.net.codec.RangeEncoder} writes what
 * {@link io.github.freestep.net.codec.RangeDecoder} reads, by the same calls. It knows nothing of bodies or states. For
 * one thread; allocates nothing once made. Not exported.
 */
package io.github.freestep.net.codec;
