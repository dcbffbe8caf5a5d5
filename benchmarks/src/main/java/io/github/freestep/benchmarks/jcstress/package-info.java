/**
 * Tests of memory ordering on the real classes of the state buffer, in the terms of {@link io.github.freestep.state},
 * and of the signals of a group and of a lone service. jcstress runs the threads of each test millions of times and
 * counts the results. Of a window: {@code empty} if no state was published yet, {@code whole} if each state had all
 * values of one tick and was linked to its predecessor. Anything else is an error: values of different ticks in one
 * state, a state that changed while a reader held it, or an older state than before.
 */
package io.github.freestep.benchmarks.jcstress;
