import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;

/** A world of a user, whose body jumps in a tick if it is asked to. */
public class Mine implements Simulation {
    private static final long JUMPS = Long.getLong("jumps", 0);

    private double x;

    public StateLayout layout() {
        return StateLayout.of(1);
    }

    public void setUp(PhysicsContext context) {
        context.bodies().spawn(0);
    }

    public void step(Tick tick) {
        x += tick.number() == JUMPS ? 5 : 0.01;
    }

    public void write(StateWriter state) {
        state.position(0, x, 0, 0);
        state.orientation(0, 0, 0, 0, 1);
    }
}
