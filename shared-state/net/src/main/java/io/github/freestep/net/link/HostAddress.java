package io.github.freestep.net.link;

import java.net.InetAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * The address of a host, which may change while the program runs. For one thread.
 *
 * <p>A resolver cannot be interrupted, and may take longer than the thread of a link may stand still. So a daemon
 * thread looks the address up again, and the newest known address is used until it is done.
 */
public final class HostAddress {
    private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final String host;
    private final Function<String, InetAddress> resolver;
    private final long waitNanos;
    private InetAddress known;
    private CompletableFuture<InetAddress> lookup;

    private HostAddress(String host, Function<String, InetAddress> resolver, long waitNanos) {
        this.host = host;
        this.resolver = resolver;
        this.waitNanos = waitNanos;
    }

    /** Returns the address of a host by its name, or by an address as text. */
    public static HostAddress of(String host) {
        return of(host, Endpoints::resolve, WAIT_NANOS);
    }

    /** Creates an address whose resolver is called on a thread of its own, except the first time. */
    static HostAddress of(String host, Function<String, InetAddress> resolver, long waitNanos) {
        return new HostAddress(host, resolver, waitNanos);
    }

    /**
     * Looks the address up. The first call waits for it. A later one waits for at most half a second.
     *
     * @return the address; the newest known one if the resolver fails or takes longer
     * @throws IllegalArgumentException if the resolver has never found an address
     */
    public InetAddress resolve() {
        if (known == null) {
            known = resolver.apply(host);
            return known;
        }
        if (lookup == null) {
            lookup = start();
        }
        try {
            known = lookup.get(waitNanos, TimeUnit.NANOSECONDS);
            lookup = null;
        } catch (ExecutionException failed) {
            lookup = null;
        } catch (TimeoutException | InterruptedException goesOn) {
            // The next call takes what the resolver has found by then.
        }
        return known;
    }

    private CompletableFuture<InetAddress> start() {
        CompletableFuture<InetAddress> result = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        result.complete(resolver.apply(host));
                    } catch (Throwable t) {
                        result.completeExceptionally(t);
                    }
                },
                "freestep-resolver");
        thread.setDaemon(true);
        thread.start();
        return result;
    }
}
