/**
 * Collects input from any thread, and gives each input to one tick. {@link InputQueue} takes what is pushed, and {@link
 * InputCollector} orders it. Nothing here knows a world or a type that users see.
 */
package io.github.freestep.physics.input;
