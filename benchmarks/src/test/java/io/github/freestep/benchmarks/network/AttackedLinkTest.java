package io.github.freestep.benchmarks.network;

import io.github.freestep.benchmarks.network.AttackRelay.Attack;
import io.github.freestep.net.PlayerToken;
import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import io.github.freestep.testing.OtherProcess;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A server and its clients in processes of their own, with a relay between them that attacks. Tests of {@code net} try
 * many more attacks on a virtual clock; these show that real sockets and threads change nothing.
 */
@Execution(ExecutionMode.CONCURRENT)
class AttackedLinkTest {
    private static final byte[] KEY = "sixteen bytes ok".getBytes(StandardCharsets.US_ASCII);

    private final int port = FreePorts.inARow(1);
    private final AttackRelay relay = new AttackRelay(port);
    private final List<Process> processes = new ArrayList<>();

    AttackedLinkTest() throws IOException {}

    @AfterEach
    void end() throws InterruptedException {
        processes.forEach(each -> each.destroyForcibly().onExit().join());
        relay.end();
    }

    @Test
    void aPathThatDropsLargePacketsIsNamedAndUsedAgain() throws IOException {
        start("server", port, "no key");
        Client client = new Client(0);
        relay.longest = 900;
        Await.until(() -> client.says("STALLED .* carries datagrams of 1200 bytes"), client::toString);
        relay.longest = 1_280 - 28; // as in a tunnel, without the headers of UDP and IP
        client.awaitStates();
    }

    @Test
    void datagramsOfAnotherKindChangeNothing() throws IOException {
        start("server", port, "key");
        awaitStatesDespite(Attack.RELABEL, new Client(1));
    }

    @Test
    void anotherPlayerChangesNothing() throws IOException {
        start("server", port, "key");
        Client honest = new Client(1);
        Client insider = new Client(2);
        awaitStatesDespite(Attack.INSIDER, honest);
        insider.awaitStates();
    }

    @Test
    void strangersKeepNobodyOut() throws IOException {
        start("server", port, "no key");
        awaitStatesDespite(Attack.FLOOD, new Client(0));
        new Client(0).awaitStates();
    }

    private void awaitStatesDespite(Attack attack, Client client) {
        relay.attack = attack;
        Await.until(() -> relay.forged > 1_000, () -> relay.forged + " forged datagrams, " + client);
        client.awaitStates();
    }

    private Process start(String role, int at, String argument) throws IOException {
        Process process = OtherProcess.with("-Xmx128m")
                .command(AttackedLinkTest.class, role, "" + at, argument)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        processes.add(process);
        return process;
    }

    /** A client in another process, and what it has printed last. */
    private final class Client {
        private volatile String line = "0 ";

        /** Starts a player with a token of a number, without one if that is 0, and awaits states. */
        Client(int player) throws IOException {
            Process process = start("client", relay.port(), "" + player);
            Thread reader = new Thread(() -> process.inputReader().lines().forEach(next -> line = next), "reader");
            reader.setDaemon(true);
            // The end of the test closes the stream.
            reader.setUncaughtExceptionHandler((thread, closed) -> {});
            reader.start();
            awaitStates();
        }

        boolean says(String text) {
            return line.matches("\\d+ " + text);
        }

        private int states() {
            return Integer.parseInt(line.substring(0, line.indexOf(' ')));
        }

        void awaitStates() {
            int then = states();
            Await.until(() -> states() > then + 60 && says("CONNECTED .*"), this::toString);
        }

        @Override
        public String toString() {
            return line;
        }
    }

    /** A server, or a client that prints how it stands, until the test ends. */
    public static void main(String[] arguments) throws IOException {
        int port = Integer.parseInt(arguments[1]);
        if (arguments[0].equals("server")) {
            boolean hasKey = arguments[2].equals("key");
            PhysicsService physics =
                    PhysicsService.builder(new Line(bodies(hasKey))).start();
            StateSender.Builder sender = StateSender.builder(physics.states()).port(port);
            (hasKey ? sender.key(KEY) : sender).start();
            System.in.transferTo(OutputStream.nullOutputStream());
            return;
        }
        int player = Integer.parseInt(arguments[2]);
        RemoteStates.Builder builder =
                RemoteStates.builder(StateLayout.of(bodies(player > 0))).port(port);
        RemoteStates remote =
                (player == 0 ? builder : builder.token(PlayerToken.issue(KEY, player, Duration.ofHours(1)))).start();
        while (!System.out.checkError()) {
            System.out.println(remote.receivedStates() + " " + remote.status() + " " + remote.failure());
            LockSupport.parkNanos(20_000_000);
        }
    }

    /** Without a key, the datagrams of a state must be too large for the path that drops large ones. */
    private static int bodies(boolean hasKey) {
        return hasKey ? 100 : 1_000;
    }
}
