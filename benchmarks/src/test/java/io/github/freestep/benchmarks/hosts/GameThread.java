package io.github.freestep.benchmarks.hosts;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The thread of a game that a test plays from another one, in a process of its own. */
public final class GameThread {
    private static final long PATIENCE_SECONDS = 60;

    private final Consumer<Runnable> post;

    /** Takes what runs a task on the thread of the game, between two frames. */
    public GameThread(Consumer<Runnable> post) {
        this.post = post;
    }

    public <T> T there(Callable<T> task) throws Exception {
        FutureTask<T> answer = new FutureTask<>(task);
        post.accept(answer);
        return answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** Asks once in each frame. */
    public void await(String what, Callable<Boolean> condition) throws Exception {
        long since = System.nanoTime();
        while (!there(condition)) {
            assertTrue(System.nanoTime() - since < TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS), what);
        }
    }

    /** Says that the game was played, once no thread of it is left. */
    public static void end() throws InterruptedException {
        Thread me = Thread.currentThread();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            // Those of other groups are the JDK's.
            boolean isOurs = !thread.isDaemon() || thread.getName().startsWith("freestep");
            if (thread != me && thread.getThreadGroup() == me.getThreadGroup() && isOurs) {
                thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
                assertFalse(thread.isAlive(), () -> thread + " is left");
            }
        }
        System.out.print("played");
    }
}
