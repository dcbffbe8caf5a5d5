package io.github.freestep.physics.prediction.shown;

import io.github.freestep.internal.HasInside;
import io.github.freestep.internal.Inside;
import java.time.Duration;

/**
 * The options that all predictions have. Not thread-safe.
 *
 * @param <B> the builder of a prediction
 */
public abstract class PredictionBuilder<B extends PredictionBuilder<B>> extends HasInside<ShownOptions> {
    /** Begins with the defaults, and the simulation time after which half of an error is left. */
    protected PredictionBuilder(Duration halfLife) {
        super(new ShownOptions(halfLife));
    }

    /**
     * Sets how many ticks the prediction may be ahead of the newest state. This bounds what is stepped again when a
     * state comes, so set fewer for a world whose steps are expensive on the slowest machine that you support. It also
     * bounds how far bodies move while no states come: after these ticks, they stand still. If more ticks would be
     * needed to show the player's input at once, motion is as even, and the input is shown later, by the difference.
     * Fewer ticks are used if fewer are enough. Default: the ticks of 500 ms, but at most 120.
     *
     * @param most from 1 to 120
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public B ticks(int most) {
        if (most < 1 || most > ShownOptions.MOST_TICKS) {
            throw new IllegalArgumentException("ticks must be between 1 and " + ShownOptions.MOST_TICKS + ", was "
                    + most + "; without a prediction, show the states themselves");
        }
        Inside.of(this).ticks = most;
        return self();
    }

    /**
     * Sets the distance beyond which a corrected body is not moved smoothly: it is shown where it is at once. Default:
     * 3, for metres. Set it for a world with another unit of length, such as 150 if a metre is 50 pixels.
     *
     * @param distance in the simulation's unit of length, at least 0; infinite to move all bodies smoothly
     * @return this
     * @throws IllegalArgumentException if negative or NaN
     */
    public B snapBeyond(double distance) {
        if (!(distance >= 0)) {
            throw new IllegalArgumentException("snapBeyond must be at least 0, was " + distance);
        }
        Inside.of(this).snapDistance = distance;
        return self();
    }

    @SuppressWarnings("unchecked") // Each builder extends this class of itself.
    private B self() {
        return (B) this;
    }
}
