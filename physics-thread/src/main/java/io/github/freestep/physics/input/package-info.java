/**
 * The way of input from any thread to its tick: {@link InputQueue} takes what is pushed, and {@link InputCollector}
 * gives each input to one tick. Nothing here knows a world or a type that users see.
 */
package io.github.freestep.physics.input;
