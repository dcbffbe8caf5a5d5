package io.github.freestep.benchmarks.tutorial;

import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.concurrent.CompletableFuture;

/** Runs the tutorial's server and a client of it in one process, and ends the server by Enter after the client. */
public class ServerAndClient {
    public static void main(String[] arguments) throws Exception {
        PipedOutputStream keys = new PipedOutputStream();
        System.setIn(new PipedInputStream(keys));
        CompletableFuture<Void> server = CompletableFuture.runAsync(() -> {
            try {
                Server.main(arguments);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        Client.main(arguments);
        keys.write('\n');
        server.join();
    }
}
