package io.github.freestep.nodes.demo;

import com.sun.net.httpserver.HttpServer;
import io.github.freestep.physics.nodes.RoomNodes;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * The program of a pod, for {@code kubernetes.yaml}. Start its node by {@code node(System.getenv()).start()}, call
 * {@code probe(nodes::isReady, nodes::hasEnded, 20122)}, and open all rooms on all nodes.
 */
final class KubernetesNode {
    private KubernetesNode() {}

    static RoomNodes.Builder node(Map<String, String> environment) throws IOException {
        return RoomNodes.builder((room, owner) -> new DemoWorld(room, owner))
                .store(Stores.open(environment.get("DATABASE")))
                .address(environment.get("ADDRESS"))
                .tls(Path.of(environment.get("KEYS")));
    }

    static HttpServer probe(BooleanSupplier isReady, BooleanSupplier hasEnded, int port) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(port), 0);
        answer(server, "/ready", isReady);
        answer(server, "/alive", () -> !hasEnded.getAsBoolean());
        server.start();
        return server;
    }

    private static void answer(HttpServer server, String path, BooleanSupplier isTrue) {
        server.createContext(path, exchange -> {
            exchange.sendResponseHeaders(isTrue.getAsBoolean() ? 200 : 503, -1);
            exchange.close();
        });
    }
}
