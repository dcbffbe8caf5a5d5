package io.github.freestep.benchmarks.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.NanoClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SpectatorsTest {
    private final ServerSocket server = new ServerSocket(0, 9, InetAddress.getLoopbackAddress());
    private final PhysicsService physics =
            PhysicsService.builder(new Toys(NanoClock.system()).simulation()).start();

    SpectatorsTest() throws IOException {
        new Thread(new FutureTask<Void>(() -> {
                    Spectators.answer(server, physics.states());
                    return null;
                }))
                .start();
    }

    @AfterEach
    void close() throws IOException {
        server.close();
        physics.close();
    }

    @Test
    void aMessageHasTheTimeAndThePlacesOfTheSlots() throws Exception {
        BlockingQueue<ByteBuffer> messages = new LinkedBlockingQueue<>();
        WebSocket.Listener listener = new WebSocket.Listener() {
            @Override
            public CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean isLast) {
                messages.add(ByteBuffer.allocate(data.remaining()).put(data));
                from.request(1);
                return null;
            }
        };
        URI address = URI.create("ws://127.0.0.1:" + server.getLocalPort());
        WebSocket socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(address, listener)
                .join();
        double first = messages.take().getDouble(0);
        ByteBuffer message;
        do {
            message = messages.take();
            assertEquals(Toys.WIDTH / 2, message.getFloat(128 + 8 * Toys.PLANK), 0.01);
            assertEquals(3.4, message.getFloat(132 + 8 * Toys.PLANK), 0.01);
        } while (message.getDouble(0) <= first); // a picture stands while steps are late
        socket.abort();
    }

    @Test
    void aWorldThatNeedsALongerMessageIsRefused() {
        Simulation many = new Simulation() {
            @Override
            public StateLayout layout() {
                return StateLayout.of(8_176);
            }

            @Override
            public void step(Tick tick) {}

            @Override
            public void write(StateWriter state) {}
        };
        try (InlineStepper large = PhysicsService.builder(many).inline()) {
            assertThrows(IllegalArgumentException.class, () -> Spectators.answer(server, large.states()));
        }
    }
}
