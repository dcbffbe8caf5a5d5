/** One game in seven steps, as the page {@code benchmarks/tutorial.md} shows it. Each step is a program to copy,
 * together with {@code Coins}, {@code Autopilot} and {@code Picture}. */
package io.github.freestep.benchmarks.tutorial;
