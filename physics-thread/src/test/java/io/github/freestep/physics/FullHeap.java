package io.github.freestep.physics;

import io.github.freestep.physics.Physics.Status;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.VirtualClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * A main class whose step fills the heap of its JVM to the last byte, and keeps it full until the service has ended.
 */
final class FullHeap implements Simulation {
    private static final long LOOK_NANOS = 1_000_000;

    /** A list of arrays that are each other's first element, so that holding them takes no further memory. */
    private Object[] newest;

    private final List<CompletableFuture<?>> futures = new CopyOnWriteArrayList<>();
    private Supplier<CompletableFuture<?>> late;

    public static void main(String[] arguments) {
        FullHeap world = new FullHeap();
        PhysicsService physics =
                // With a virtual clock no tick is late, so the service writes every state.
                PhysicsService.builder(world)
                        .name("full")
                        .clock(new VirtualClock(0))
                        // A step that fills the heap takes seconds on a loaded machine, and does not hang.
                        .watchdog(Duration.ofMinutes(1))
                        .build();
        world.late = () -> physics.call(c -> 1);
        List<CompletableFuture<?>> futures = world.futures;
        futures.add(physics.call(c -> 1));
        physics.start();
        while (physics.status() != Status.FAILED) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
        try {
            physics.close();
        } catch (VirtualMachineError noMemory) {
            // Closed again below. The virtual machine may wrap an OutOfMemoryError of its own in another error.
        }
        world.newest = null;
        awaitMemory();
        physics.close();
        Throwable failure = physics.failure();
        System.out.println(physics.status() + ", open futures: "
                + futures.stream().filter(each -> !each.isDone()).count());
        System.out.println("the failure: " + failure);
        System.out.println(physics.call(c -> 1).isCompletedExceptionally() ? "ended" : "accepts commands");
    }

    /** Waits until allocations succeed. After a long time at its limit, a collector may refuse some at first. */
    private static void awaitMemory() {
        boolean full = true;
        while (full) {
            try {
                System.gc();
                full = new byte[1 << 20].length == 0;
            } catch (OutOfMemoryError stillRefused) {
                Thread.onSpinWait();
            }
        }
    }

    /** Throws the {@code OutOfMemoryError} that every later allocation throws. */
    @Override
    public void step(Tick tick) {
        if (tick.number() < 3) {
            return;
        }
        futures.add(late.get());
        OutOfMemoryError full = null;
        for (int size = 1 << 20; size > 0; size /= 2) {
            try {
                while (true) {
                    Object[] more = new Object[size];
                    more[0] = newest;
                    newest = more;
                }
            } catch (OutOfMemoryError e) {
                // Smaller pieces may still fit.
                full = e;
            }
        }
        throw full;
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
        throw new IllegalStateException("the level is still loading");
    }
}
