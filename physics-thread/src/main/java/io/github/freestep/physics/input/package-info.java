/**
 * Collects input from any thread, and gives each input to one tick. A run calls {@link InputCollector}: in {@code
 * PortInput} before a tick, and in {@code Rest} at the end of a rest. Its {@link InputQueue} takes what is pushed,
 * {@code InputPolls} asks the sources, {@code WaitingInput} keeps what no tick has taken, and {@code InputCounts}
 * numbers and counts all of it. Nothing here knows a world or a type that users see.
 *
 * <p>{@link InputStage} gives a tick its input: that of the port and the sources, or that of a feed, which reaches
 * the run through {@link StageAccess}. Feeds that predict call {@link PastTicks} to step ticks again when they have
 * guessed wrongly.
 */
package io.github.freestep.physics.input;
