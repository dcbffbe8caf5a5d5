/**
 * What feeds that predict use to correct a wrong guess, for {@code freestep-prediction} and {@code freestep-lockstep}.
 */
package io.github.freestep.physics.feed.past;
