package io.github.freestep.physics;

import io.github.freestep.physics.Physics.Status;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.VirtualClock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A main class that fills the heap of its JVM to the last byte in a step, and keeps it full until the service has
 * ended. The main thread allocates nothing meanwhile, so everything that it waits for happens without memory.
 */
final class FullHeap implements Simulation {
    /** Few, because each failure of a future then costs two collections. */
    private static final int EARLY = 3;

    private static final int WAITING = 3;
    private static final long LOOK_NANOS = 1_000_000;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(150);

    private static final IllegalStateException NOT_CLOSED = new IllegalStateException("the level is still loading");

    private final PhysicsService physics =
            // With a virtual clock no tick is late, so the service writes every state.
            PhysicsService.builder(this)
                    .name("full")
                    .closeTimeout(Duration.ofSeconds(60))
                    .clock(new VirtualClock(0))
                    .build();

    private final CompletableFuture<?>[] futures = new CompletableFuture<?>[EARLY + WAITING];

    private volatile Thread thread;

    /**
     * Whether the main thread has called once everything it needs while the heap is full. Only first calls allocate.
     */
    private volatile boolean watched;

    private volatile boolean begun;
    private volatile boolean filled;

    /** Fills the heap: a linked list of arrays, so that holding them takes no further memory. */
    private final Filling filling = new Filling();

    private FullHeap() {}

    public static void main(String[] arguments) {
        FullHeap heap = new FullHeap();
        try {
            heap.run();
        } finally {
            heap.filling.release();
        }
    }

    private void run() {
        for (int i = 0; i < EARLY; i++) {
            futures[i] = physics.call(c -> 1);
        }
        BooleanSupplier isFull = () -> filled;
        BooleanSupplier hasFailed = () -> physics.status() == Status.FAILED;
        physics.events().with().capacity(64).subscribe("listening", event -> {});
        String toBeFull = "the heap to be full";
        String toEnd = "the end";
        physics.start();
        hasFailed.getAsBoolean();
        LockSupport.parkNanos(LOOK_NANOS);
        BooleanSupplier begins = () -> begun;
        await("the first use", begins);
        watched = true;
        await(toBeFull, isFull);
        await(toEnd, hasFailed);
        Throwable thrown = null;
        try {
            physics.close();
        } catch (VirtualMachineError noMemory) {
            // Closed again below. The virtual machine may wrap an OutOfMemoryError of its own in another error.
        } catch (Throwable t) {
            thrown = t;
        }
        filling.release();
        awaitMemory();
        physics.close();
        boolean left = thread.isAlive();
        for (CompletableFuture<?> each : futures) {
            if (!each.isDone()) {
                System.out.println("a future is open");
            }
        }
        System.out.println(physics.status() + (left ? ", a thread is still alive" : ""));
        if (thrown != null) {
            System.out.println("close threw: " + thrown);
        }
        Throwable failure = physics.failure();
        if (failure != null) {
            System.out.println("the failure: " + failure);
            System.out.println("tick " + ((PhysicsException) failure).tick() + ", cause " + failure.getCause());
        }
        System.out.println(physics.call(c -> 1).isCompletedExceptionally() ? "ended" : "accepts commands");
    }

    /**
     * Waits until allocations succeed. After a long time at its limit, a collector may refuse some
     * although there is room.
     */
    private static void awaitMemory() {
        long since = System.nanoTime();
        boolean full = true;
        while (full && System.nanoTime() - since < PATIENCE_NANOS) {
            try {
                System.gc();
                full = new byte[1 << 20].length == 0;
            } catch (OutOfMemoryError stillRefused) {
                Thread.onSpinWait();
            }
        }
    }

    private void await(String what, BooleanSupplier condition) {
        long since = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - since > PATIENCE_NANOS) {
                filling.release();
                System.out.println("waited too long for " + what);
                Runtime.getRuntime().halt(1);
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** Fills the heap, and throws the {@code OutOfMemoryError} that every later allocation would throw. */
    private void fill() {
        begun = true;
        while (!watched) {
            Thread.onSpinWait();
        }
        for (int i = 0; i < WAITING; i++) {
            futures[EARLY + i] = physics.call(c -> 1);
        }
        OutOfMemoryError full = filling.fill();
        filled = true;
        throw full;
    }

    @Override
    public StateLayout layout() {
        return StateLayout.of(1);
    }

    @Override
    public void setUp(PhysicsContext context) {
        thread = Thread.currentThread();
        context.bodies().spawn(0);
    }

    @Override
    public void step(Tick tick) {
        if (tick.number() == 3) {
            fill();
        }
    }

    @Override
    public void write(StateWriter state) {
        state.position(0, 0, 0, 0);
        state.orientation(0, 0, 0, 0, 1);
    }

    /** Fails too. That must not hide the first failure. */
    @Override
    public void close() {
        if (begun) {
            throw NOT_CLOSED;
        }
    }
}
