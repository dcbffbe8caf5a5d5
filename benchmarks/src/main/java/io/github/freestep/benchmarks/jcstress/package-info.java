/**
 * Tests of memory ordering on the real classes of the state buffer. jcstress runs the threads of each test millions of
 * times and counts the results.
 *
 * <p>The terms are those of {@link io.github.freestep.state}. A <i>slot</i> stores one state. A <i>window</i> is the
 * newest states, which a reader acquires together. Each reader has a <i>seat</i> in the publisher's list, with a
 * <i>mailbox</i> for the window that it takes next. Results of a test:
 *
 * <ul>
 *   <li>{@code empty}: the reader found no state, because none was published yet.
 *   <li>{@code whole}: each state had all values of one tick, and was linked to its predecessor.
 *   <li>Anything else is an error: values of different ticks in one state ({@code torn}), a state that changed while a
 *       reader held it, or an older state than before.
 * </ul>
 */
package io.github.freestep.benchmarks.jcstress;
