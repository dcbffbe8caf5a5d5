/**
 * How a game and the steps of its world take turns: {@link io.github.freestep.smooth.turns.Turns} begins the steps, and
 * {@link io.github.freestep.smooth.turns.SpareTime} says how long a frame can wait for them. For hosts whose frames
 * have a form of their own.
 *
 * <p>Frames begin the steps, as in a loop. If a service began them, a step could lie anywhere between two frames, so a
 * key would act a step later by chance, and a frame would find a step running that it could have waited for. With 35 ms
 * more every two seconds, pictures would then be 8 ms older, and keys would show 23 ms later.
 */
@NullMarked
package io.github.freestep.smooth.turns;

import org.jspecify.annotations.NullMarked;
