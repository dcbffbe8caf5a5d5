package io.github.freestep.physics.feed.past;

import io.github.freestep.physics.Command;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.physics.input.PastTicks;

/**
 * Ticks of the past, which a feed that has guessed wrongly steps again within its call for the next tick.
 *
 * @param ticks restores and steps them
 * @param input takes the input of the tick after the one that was restored or stepped last, until its step. It has the
 *     same place as that of the next tick, which must get its input after all of these
 * @param <I> inputs of ticks, which this package cannot name
 */
public record Past<I>(PastTicks<Command, PhysicsEvent> ticks, I input) {}
