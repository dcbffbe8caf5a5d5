package io.github.freestep.physics;

import io.github.freestep.physics.Physics.Status;
import io.github.freestep.problem.Problem;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * A main class whose set-up, step or command fills the heap of its JVM to the last byte, and keeps it full until the
 * service has ended. The argument names the place.
 */
final class FullHeap implements Simulation {
    private static final long LOOK_NANOS = 1_000_000;

    private final String place;
    private final Filling filling = new Filling();
    private final List<CompletableFuture<?>> futures = new CopyOnWriteArrayList<>();
    private Supplier<CompletableFuture<?>> late;
    private volatile int closes;
    private volatile boolean isTold;

    private FullHeap(String place) {
        this.place = place;
    }

    public static void main(String[] arguments) {
        FullHeap world = new FullHeap(arguments[0]);
        PhysicsService physics =
                // With a virtual clock no tick is late, so the service writes every state.
                PhysicsService.builder(world)
                        .name("full")
                        .clock(new VirtualClock(0))
                        // A step that fills the heap takes seconds on a loaded machine, and does not hang.
                        .watchdog(Duration.ofMinutes(1))
                        .onProblem(problem -> world.isTold |= problem.kind() == Problem.Kind.RUN_FAILED)
                        .build();
        EventSubscription handler = physics.events().with().subscribe("log", event -> {});
        world.late = () -> physics.call(c -> 1);
        List<CompletableFuture<?>> futures = world.futures;
        futures.add(physics.call(c -> 1));
        futures.add(physics.submit(c -> world.fillAt("command")));
        physics.start();
        while (physics.status() != Status.FAILED) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
        try {
            physics.close();
        } catch (VirtualMachineError noMemory) {
            // Closed again below. The virtual machine may wrap an OutOfMemoryError of its own in another error.
        }
        world.filling.release();
        physics.close();
        // A close waits a second for the handler, and a busy machine may need longer.
        while (!world.isTold) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
        System.out.println(physics.status() + " by " + physics.failure());
        System.out.println("closes of the world: " + world.closes + ", open futures: " + open(futures));
        List<CompletableFuture<?>> afterwards = List.of(
                physics.call(c -> 1),
                physics.submit(c -> {}),
                physics.pause(),
                physics.resume(),
                physics.pauseAndStep(1),
                physics.timeScale(Ratio.of(2)));
        System.out.println("afterwards: open futures: " + open(afterwards) + ", takes input: "
                + physics.input().action(1, 1) + ", calls handlers: " + handler.isOpen());
    }

    private static long open(List<CompletableFuture<?>> futures) {
        return futures.stream().filter(each -> !each.isDone()).count();
    }

    /** Throws the {@code OutOfMemoryError} that every later allocation throws. */
    private void fillAt(String here) {
        if (here.equals(place)) {
            futures.add(late.get());
            throw filling.fill();
        }
    }

    @Override
    public void setUp(PhysicsContext context) {
        fillAt("set-up");
    }

    @Override
    public void step(Tick tick) {
        if (tick.number() == 3) {
            fillAt("step");
        }
    }

    @Override
    public StateLayout layout() {
        return StateLayout.of(1);
    }

    @Override
    public void write(StateWriter state) {}

    /** Fails too. That must not hide the first failure. */
    @Override
    public void close() {
        closes++;
        throw new IllegalStateException("the level is still loading");
    }
}
