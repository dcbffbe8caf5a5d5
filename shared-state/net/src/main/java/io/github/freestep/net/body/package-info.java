/**
 * The coded form of bodies in datagrams: a body as ints, and their difference from
 * those of earlier states in few bits. Knows nothing of datagrams, files or memory. Every class is for one thread at a
 * time, and allocates nothing once made, except where its page says so. A decoder never throws because of what it
 * reads, and accepts no NaN, no infinite value and no orientation of length zero.
 */
package io.github.freestep.net.body;
