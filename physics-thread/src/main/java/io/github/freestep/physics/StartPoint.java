package io.github.freestep.physics;

import io.github.freestep.internal.HasInside;
import io.github.freestep.physics.run.RunStart;

/**
 * A service that has ended between two ticks, and that {@link PhysicsBuilder#from} continues. {@code HandedOver} of
 * {@code freestep-rooms} is such a point, and moves a service to another process. Users cannot implement this class.
 * See the example of {@code HandedOver}.
 */
@SuppressWarnings("exports") // Of the superclass, which users need not see.
public abstract class StartPoint extends HasInside<RunStart<Simulation, PhysicsContext>> {
    /**
     * Creates a point.
     *
     * @param start the point as a service sees it
     */
    protected StartPoint(RunStart<Simulation, PhysicsContext> start) {
        super(start);
    }
}
