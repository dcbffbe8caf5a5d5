package io.github.freestep.physics;

import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * A main class that prints how many bytes of the heap a running service of 16 bodies with default options keeps. Its
 * JVM has nothing else to do, and measures many services at a time, so what the JVM itself allocates hardly counts.
 */
final class ServiceMemory implements Simulation {
    private static final int SERVICES = 100;
    private static final int BODIES = 16;

    private ServiceMemory() {}

    public static void main(String[] arguments) {
        // The first services load classes.
        List<PhysicsService> services = start(10);
        long before = used();
        services.addAll(start(SERVICES));
        System.out.println((used() - before) / SERVICES);
        services.forEach(PhysicsService::close);
    }

    private static List<PhysicsService> start(int count) {
        List<PhysicsService> services = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            services.add(PhysicsService.builder(new ServiceMemory())
                    .spinBudgetPerMille(0)
                    .start());
        }
        for (PhysicsService service : services) {
            while (service.metrics().tick() < 10) {
                Thread.onSpinWait();
            }
        }
        return services;
    }

    /** The serial collector, with which the test starts this JVM, then leaves no garbage. */
    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    @Override
    public StateLayout layout() {
        return StateLayout.of(BODIES);
    }

    @Override
    public void setUp(PhysicsContext context) {
        for (int i = 0; i < BODIES; i++) {
            context.bodies().spawn();
        }
    }

    @Override
    public void step(Tick tick) {}

    @Override
    public void write(StateWriter state) {
        for (int i = 0; i < BODIES; i++) {
            state.position(i, 0, 0, 0);
        }
    }
}
