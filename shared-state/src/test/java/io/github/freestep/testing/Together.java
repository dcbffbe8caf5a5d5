package io.github.freestep.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;

/** Runs parts of a test at the same time. */
public final class Together {
    private Together() {}

    /** Lets each part begin on a thread of its own once all are there. Throws what a part has thrown. */
    public static void run(List<Runnable> parts) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(parts.size());
        List<CompletableFuture<Void>> running = new ArrayList<>();
        for (Runnable part : parts) {
            CompletableFuture<Void> ran = new CompletableFuture<>();
            running.add(ran);
            new Thread(() -> {
                        try {
                            barrier.await();
                            part.run();
                            ran.complete(null);
                        } catch (Throwable t) {
                            ran.completeExceptionally(t);
                        }
                    })
                    .start();
        }
        for (CompletableFuture<Void> each : running) {
            each.get(60, TimeUnit.SECONDS);
        }
    }
}
