package io.github.freestep.net.link;

import java.net.InetAddress;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The address of a host, which may change while the program runs. For one thread.
 *
 * <p>A resolver cannot be interrupted, and may take longer than a thread of the network may stand still. So a daemon
 * thread looks the address up again, and the newest known address is used until it is done.
 */
public final class HostAddress {
    private final String host;
    private final Function<String, InetAddress> resolver;
    private InetAddress known;
    private CompletableFuture<InetAddress> lookup;

    private HostAddress(String host, Function<String, InetAddress> resolver) {
        this.host = host;
        this.resolver = resolver;
    }

    /** Returns the address of a host by its name, or by an address as text. */
    public static HostAddress of(String host) {
        return of(host, Endpoints::resolve);
    }

    /** Creates an address whose resolver is called on a thread of its own, except the first time. */
    public static HostAddress of(String host, Function<String, InetAddress> resolver) {
        return new HostAddress(host, resolver);
    }

    /**
     * Returns the newest known address. The first call looks it up, and waits for it.
     *
     * @throws java.io.UncheckedIOException if the first lookup finds no address
     */
    public InetAddress known() {
        if (known == null) {
            known = resolver.apply(host);
        }
        CompletableFuture<InetAddress> last = lookup;
        if (last != null && last.isDone()) {
            known = last.isCompletedExceptionally() ? known : last.join();
            lookup = null;
        }
        return known;
    }

    /** Begins to look the address up, unless that is on its way. {@link #known} returns what is found as soon as it is. */
    public void lookUp() {
        if (lookup == null || lookup.isDone()) {
            known();
            lookup = start();
        }
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
