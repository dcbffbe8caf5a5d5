/**
 * Measures how late the ticks of a service begin, in interleaved rounds: each round runs every row once, in an order
 * that rotates. So other activity on the machine affects all rows alike. Tables show medians over all rounds.
 *
 * <p>{@code freestep} is the service until its thread wakes up, {@code freestep step} until the call of {@code step}.
 * {@code park} and {@code park and spin} are loops that people write by hand, with the same times to wait for. Their
 * CPU is that of their own thread alone.
 */
package io.github.freestep.tools.pacing;
