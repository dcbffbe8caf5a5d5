package io.github.freestep.net.link;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The addresses of a sender or a host, or the token of a player, which may change while the program runs. For one
 * thread.
 *
 * <p>A resolver or a user's supplier cannot be interrupted, and may take longer than a thread of the network may stand
 * still. So another thread calls it, and the newest known addresses are used until it is done.
 *
 * <p>A name may have several addresses, of which some cannot be reached from here, or have no sender. So they are tried
 * in turn until one answers.
 *
 * @param <A> the type of an address, or of a token
 */
public final class AskedAddress<A> {
    private final Supplier<List<A>> supplier;
    private final Executor executor;
    private List<A> all;
    private A known;
    private @Nullable CompletableFuture<List<A>> asked;

    /** Asks for the first addresses, and waits for them. Throws what the supplier throws. */
    public AskedAddress(Supplier<List<A>> supplier) {
        this(supplier, AskedAddress::start);
    }

    /** Asks for later addresses by an executor. */
    public AskedAddress(Supplier<List<A>> supplier, Executor executor) {
        this.supplier = supplier;
        this.executor = executor;
        all = supplier.get();
        known = all.get(0);
    }

    /** Returns a list of what a user's supplier returns. */
    public static <A> List<A> only(@Nullable A address) {
        return List.of(Objects.requireNonNull(address, "the address must not be null"));
    }

    private static void start(Runnable call) {
        Thread thread = new Thread(call, "freestep-resolver");
        thread.setDaemon(true);
        thread.start();
    }

    /** The address to send to. */
    public A known() {
        return known;
    }

    /** All addresses, in the order in which they are tried. */
    public List<A> all() {
        return all;
    }

    /** Sends to the next address from now on. */
    public void tryNext() {
        known = all.get((all.indexOf(known) + 1) % all.size());
    }

    /** Keeps sending to an address that has answered, if it is one of these. */
    public void keep(A answered) {
        int found = all.indexOf(answered);
        known = found < 0 ? known : all.get(found);
    }

    /** Asks for the addresses again, unless an answer is outstanding. */
    public void ask() {
        if (asked == null) {
            try {
                asked = CompletableFuture.supplyAsync(supplier, executor);
            } catch (Throwable noThread) {
                // For example, the system has no more threads. This must not end the thread of the network.
                asked = CompletableFuture.failedFuture(noThread);
            }
        }
    }

    /** Whether an answer is outstanding, or has come and was not taken. */
    public boolean isAsked() {
        return asked != null;
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
     * @param errors takes the failure of a supplier; the addresses stay the same
     * @return whether the address to send to is another one than before
     */
    public boolean takeAnswer(Consumer<Throwable> errors) {
        CompletableFuture<List<A>> answer = asked;
        if (answer == null || !answer.isDone()) {
            return false;
        }
        asked = null;
        A before = known;
        try {
            all = answer.join();
            known = all.contains(before) ? before : all.get(0);
        } catch (RuntimeException failed) {
            errors.accept(new IOException("no address or token was found: " + failed.getCause(), failed));
        }
        return !known.equals(before);
    }
}
