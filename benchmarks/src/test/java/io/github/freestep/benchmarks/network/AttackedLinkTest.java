package io.github.freestep.benchmarks.network;

import io.github.freestep.benchmarks.network.AttackRelay.Attack;
import io.github.freestep.net.PlayerToken;
import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A server and its clients, with a relay between them that attacks. Tests of {@code net} try many more attacks on a
 * virtual clock; these show that real sockets and threads change nothing.
 */
@Execution(ExecutionMode.CONCURRENT)
class AttackedLinkTest {
    private static final byte[] KEY = "sixteen bytes ok".getBytes(StandardCharsets.US_ASCII);

    private final int port = FreePorts.inARow(1);
    private final AttackRelay relay = new AttackRelay(port);
    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    AttackedLinkTest() throws IOException {}

    @AfterEach
    void end() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
        relay.end();
    }

    @Test
    void aPathThatDropsLargePacketsIsNamedAndUsedAgain() {
        serve(false);
        RemoteStates client = join(0);
        relay.longest = 900;
        Await.until(() -> text(client).matches("STALLED .* carries datagrams of 1200 bytes.*"), () -> text(client));
        relay.longest = 1_280 - 28; // as in a tunnel, without the headers of UDP and IP
        awaitStates(client);
    }

    @Test
    void datagramsOfAnotherKindChangeNothing() {
        serve(true);
        awaitStatesDespite(Attack.RELABEL, join(1));
    }

    @Test
    void anotherPlayerChangesNothing() {
        serve(true);
        RemoteStates honest = join(1);
        RemoteStates insider = join(2);
        awaitStatesDespite(Attack.INSIDER, honest);
        awaitStates(insider);
    }

    @Test
    void strangersKeepNobodyOut() {
        serve(false);
        awaitStatesDespite(Attack.FLOOD, join(0));
        join(0);
    }

    private void awaitStatesDespite(Attack attack, RemoteStates client) {
        relay.attack = attack;
        Await.until(() -> relay.forged > 1_000, () -> relay.forged + " forged datagrams, " + text(client));
        awaitStates(client);
    }

    private void serve(boolean hasKey) {
        PhysicsService physics =
                PhysicsService.builder(new Line(bodies(hasKey))).start();
        open.push(physics);
        StateSender.Builder sender = StateSender.builder(physics.states()).port(port);
        open.push((hasKey ? sender.key(KEY) : sender).start());
    }

    /** Joins with the token of a player, or without one if the number is 0, and waits for states. */
    private RemoteStates join(int player) {
        RemoteStates.Builder builder =
                RemoteStates.builder(StateLayout.of(bodies(player > 0))).server("127.0.0.1", relay.port());
        RemoteStates client = (player == 0
                        ? builder
                        : builder.token(() -> PlayerToken.issue(KEY, player, Duration.ofHours(1))))
                .start();
        open.push(client);
        awaitStates(client);
        return client;
    }

    private static void awaitStates(RemoteStates client) {
        long then = client.receivedStates();
        Await.until(
                () -> client.receivedStates() > then + 60 && client.status() == RemoteStates.Status.CONNECTED,
                () -> text(client));
    }

    private static String text(RemoteStates client) {
        return client.status() + " " + client.failure();
    }

    /** Without a key of its own, the sender's datagrams must be too large for the path that drops large ones. */
    private static int bodies(boolean hasKey) {
        return hasKey ? 100 : 1_000;
    }
}
