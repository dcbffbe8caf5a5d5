package metered;

import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.micrometer.PhysicsMeters;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

/** Shows a service in Micrometer. */
public class Metered implements Simulation {
    public StateLayout layout() {
        return StateLayout.of(1);
    }

    public void step(Tick tick) {}

    public void write(StateWriter state) {}

    public static void main(String[] arguments) throws Exception {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (PhysicsService physics = PhysicsService.builder(new Metered()).start();
                PhysicsMeters meters = new PhysicsMeters(physics)) {
            meters.bindTo(registry);
            while (registry.get("freestep.tick.compute").timer().count() == 0) {
                Thread.sleep(10);
            }
        }
        System.out.println(registry.getMeters().size() + " meters are left");
    }
}
