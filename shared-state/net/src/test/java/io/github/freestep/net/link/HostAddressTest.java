package io.github.freestep.net.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HostAddressTest {
    private final InetAddress first = Endpoints.resolve("127.0.0.1");
    private final InetAddress second = Endpoints.resolve("127.0.0.2");

    /** What the resolver answers. */
    private Function<String, InetAddress> answer = host -> first;

    @Test
    void aNewAddressIsUsedAfterOneLookup() {
        HostAddress address = address();
        assertEquals(first, address.known());
        answer = host -> second;
        address.lookUp();
        awaitSecond(address);
    }

    private void awaitSecond(HostAddress address) {
        while (!address.known().equals(second)) {
            Thread.onSpinWait();
        }
    }

    @Test
    void theKnownAddressIsUsedWhileTheResolverIsSilent() throws Exception {
        CompletableFuture<InetAddress> silent = new CompletableFuture<>();
        HostAddress address = address();
        assertEquals(first, address.known());
        CountDownLatch asked = new CountDownLatch(1);
        answer = host -> {
            asked.countDown();
            return silent.join();
        };
        address.lookUp();
        asked.await();
        answer = host -> {
            throw new AssertionError("a second lookup beside the first");
        };
        address.lookUp();
        assertEquals(first, address.known());
        silent.complete(second);
        awaitSecond(address);
    }

    @Test
    void theKnownAddressIsUsedWhileTheResolverFails() {
        HostAddress address = address();
        assertEquals(first, address.known());
        answer = host -> {
            throw new IllegalArgumentException("no address was found");
        };
        for (int i = 0; i < 100; i++) {
            address.lookUp();
            assertEquals(first, address.known());
        }
        answer = host -> second;
        while (!address.known().equals(second)) {
            address.lookUp();
        }
    }

    /** The label is longer than 63 characters, so that no name server is asked. */
    @Test
    void anUnknownHostIsReported() {
        String host = "long".repeat(16) + ".invalid";
        HostAddress address = HostAddress.of(host);
        assertEquals(
                "no address was found for the host '" + host + "'",
                assertThrows(UncheckedIOException.class, address::known).getMessage());
    }

    private HostAddress address() {
        return HostAddress.of("server", host -> answer.apply(host));
    }
}
