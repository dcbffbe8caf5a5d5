package io.github.freestep.physics;

import io.github.freestep.time.Ratio;
import java.util.Objects;

/**
 * All settings that affect the states of a run. Together with the simulation and its input, they are enough to repeat
 * the run, see {@link PhysicsBuilder#settings}, which refuses values that are out of range.
 *
 * <pre>{@code
 * RunSettings settings = physics.settings();
 * PhysicsService again = PhysicsService.builder(world).settings(settings).start(); // a run of a new, equal world
 * }</pre>
 *
 * @param rate ticks per second of simulation time, as set by {@link PhysicsBuilder#rate(Ratio)}
 * @param axes the number of input axes, as set by {@link PhysicsBuilder#axes}
 * @param inputCapacity the maximum number of inputs in a tick, as set by {@link PhysicsBuilder#inputCapacity}
 * @param hashEvery the number of ticks from one reported hash to the next, as set by {@link PhysicsBuilder#hashEvery}
 * @param skipsFaults whether the run continues after a failed step; false if the fault policy is
 *     {@link FaultPolicy#stop}
 */
public record RunSettings(Ratio rate, int axes, int inputCapacity, int hashEvery, boolean skipsFaults) {
    /**
     * Checks that there is a rate.
     *
     * @param rate ticks per second
     * @param axes the number of input axes
     * @param inputCapacity the maximum number of inputs in a tick
     * @param hashEvery the number of ticks from one hash to the next
     * @param skipsFaults whether the run continues after a failed step
     */
    public RunSettings {
        Objects.requireNonNull(rate, "rate must not be null");
    }
}
