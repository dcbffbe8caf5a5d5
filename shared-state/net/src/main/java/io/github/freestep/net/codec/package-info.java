/**
 * An adaptive range coder, which writes numbers into a datagram in few bits. For one thread; allocates nothing once
 * made.
 */
package io.github.freestep.net.codec;
