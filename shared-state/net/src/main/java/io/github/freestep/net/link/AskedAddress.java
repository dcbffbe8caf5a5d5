package io.github.freestep.net.link;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The address of a sender or a host, which may change while the program runs. For one thread.
 *
 * <p>A resolver or a user's supplier cannot be interrupted, and may take longer than a thread of the network may stand
 * still. So another thread calls it, and the newest known address is used until it is done.
 *
 * @param <A> the type of the address
 */
public final class AskedAddress<A> {
    private final Supplier<? extends A> supplier;
    private final Executor executor;
    private A known;
    private @Nullable CompletableFuture<A> asked;

    /** Asks for the first address, and waits for it. Throws what the supplier throws. */
    public AskedAddress(Supplier<? extends A> supplier) {
        this(supplier, AskedAddress::start);
    }

    /** Asks for later addresses by an executor. */
    public AskedAddress(Supplier<? extends A> supplier, Executor executor) {
        this.supplier = supplier;
        this.executor = executor;
        known = get();
    }

    private A get() {
        return Objects.requireNonNull(supplier.get(), "the address must not be null");
    }

    private static void start(Runnable call) {
        Thread thread = new Thread(call, "freestep-resolver");
        thread.setDaemon(true);
        thread.start();
    }

    /** The newest known address. */
    public A known() {
        return known;
    }

    /** Asks for the address again, unless an answer is outstanding. */
    public void ask() {
        if (asked == null) {
            try {
                asked = CompletableFuture.supplyAsync(this::get, executor);
            } catch (Throwable noThread) {
                // For example, the system has no more threads. This must not end the thread of the network.
                asked = CompletableFuture.failedFuture(noThread);
            }
        }
    }

    /** Forgets an answer that has come. One that is outstanding may still be taken. */
    public void dropAnswer() {
        if (asked != null && asked.isDone()) {
            asked = null;
        }
    }

    /**
     * Takes the answer, if one has come.
     *
     * @param errors takes the failure of a supplier; the address stays the same
     * @return whether the address is another one than before
     */
    public boolean takeAnswer(Consumer<Throwable> errors) {
        CompletableFuture<A> answer = asked;
        if (answer == null || !answer.isDone()) {
            return false;
        }
        asked = null;
        A before = known;
        try {
            known = answer.join();
        } catch (RuntimeException failed) {
            errors.accept(new IOException("no address was found: " + failed.getCause(), failed));
        }
        return !known.equals(before);
    }
}
