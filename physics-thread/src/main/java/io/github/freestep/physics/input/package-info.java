/**
 * The way of input from any thread to its tick. {@link InputQueue} takes what is pushed, {@link InputCollector} gives
 * each input to one tick, and {@link InputValues} is the input of one tick. Users see {@code InputPort}, {@code
 * PolledInput} and {@code TickInput} instead, which check arguments. Nothing here knows a world or a run.
 */
package io.github.freestep.physics.input;
