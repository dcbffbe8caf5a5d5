package io.github.freestep.physics;

import io.github.freestep.internal.HasInside;
import io.github.freestep.physics.spi.RunStart;

/**
 * A service that has ended between two ticks, for {@link PhysicsBuilder#from}, which continues it. The artifact {@code
 * freestep-rooms} has it: its {@code HandedOver} moves a service to another process. Users cannot implement this class.
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
