/**
 * Measures how late the ticks of services begin, in interleaved rounds: each round runs every row once, in an order
 * that rotates. So other activity on the machine affects all rows alike. Tables show medians over all rounds.
 *
 * <p>{@code pacing} compares a service with the kernel's own timer: {@code freestep} is the service until its thread
 * wakes up, {@code freestep step} until the call of {@code step}. {@code cyclictest} rounds down to whole microseconds,
 * and keeps the processor out of deep sleep if it has a real-time priority; in the default class it has 50 us of timer
 * slack, and the service 1 ns.
 *
 * <p>{@code park} and {@code park and spin} are loops that people write by hand, with the same times to wait for. Their
 * CPU is that of their own thread alone.
 *
 * <p>{@code pacing --services} compares many services with steppers that one thread steps by hand, without the first
 * half second.
 */
package io.github.freestep.benchmarks.app.pacing;
