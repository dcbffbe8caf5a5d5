package io.github.freestep.benchmarks.app.remote;

import io.github.freestep.benchmarks.app.AppCommand;
import io.github.freestep.benchmarks.app.Options;
import io.github.freestep.benchmarks.app.Options.Range;
import io.github.freestep.benchmarks.report.Interrupt;
import io.github.freestep.benchmarks.scenes.Scene;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.net.Precision;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.time.Ratio;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs a scene and sends its states to other processes. */
@Command(
        name = "serve",
        sortOptions = false,
        description = {
            "Run a scene, and send its states to any number of watch commands, here or on other machines.",
            "Sends 7 to 12 bytes per body and tick to each of them. Two thirds of this are"
                    + " values with which watch checks the states, and not poses.",
            "Ends with Ctrl-C."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all seconds have passed",
            "1:the port is in use, or the simulation or the network failed",
            "2:an option is wrong",
            "130:interrupted"
        },
        footer = {
            "%nExamples:",
            "  serve",
            "  serve --simulation pile --bodies 1000",
            "  openssl rand -hex 32 > key; serve --bind 0.0.0.0 --key-file key"
        })
public final class ServeCommand extends AppCommand {
    private static final long NAP_NANOS = 10_000_000;

    @Option(
            names = "--simulation",
            converter = Options.SceneName.class,
            paramLabel = "NAME",
            description =
                    "The scene: swarm, orbit, springs, pile, stack, drum, pile2d, pile-bullet, pile-box2d or pile-jolt."
                            + " Default: ${DEFAULT-VALUE}.")
    private String simulation = "swarm";

    @Option(names = "--bodies", paramLabel = "N", description = "The number of bodies. Default: depends on the scene.")
    @Range(max = 1_000_000)
    private Integer bodies;

    @Option(
            names = "--rate",
            paramLabel = "HZ",
            description = "Ticks per second, such as 60 or 60000/1001. Default: ${DEFAULT-VALUE}.")
    private Ratio rate = Ratio.of(100);

    @Option(names = "--seed", paramLabel = "N", description = "Seed of all random numbers. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "The UDP port that receivers join. Default: ${DEFAULT-VALUE}.")
    @Range(max = 65_534)
    private int port = StateSender.Builder.DEFAULT_PORT;

    @Option(
            names = "--bind",
            paramLabel = "ADDRESS",
            description = "The address of this machine on which others reach it, such as 0.0.0.0 for all. Default:"
                    + " ${DEFAULT-VALUE}, which other machines cannot reach.")
    private String address = "127.0.0.1";

    @Option(
            names = "--key-file",
            converter = KeyFile.Converter.class,
            paramLabel = "FILE",
            description = "Encrypt and authenticate everything with the key in this file: 32 or 64 hexadecimal digits.")
    private KeyFile key;

    @Option(
            names = "--without-key",
            description =
                    "Let other machines join without a key. Everyone on the network can then read the states, send"
                            + " input, and forge both.")
    private boolean withoutKey;

    @Option(names = "--exact", description = "Send every bit of the poses, instead of 0.5 mm and 0.25 degrees.")
    private boolean exact;

    @Option(names = "--seconds", paramLabel = "N", description = "End after N seconds. Default: when interrupted.")
    @Range(max = 31_536_000)
    private Integer seconds;

    private volatile boolean stopped;

    /** Ends the command. For any thread. */
    void stop() {
        stopped = true;
    }

    @Override
    public Integer call() throws InterruptedException {
        int count = bodies == null ? Scenes.usualBodies(simulation) : bodies;
        Scene scene = checked(() -> Scenes.of(simulation, count, seed, StepCost.NONE));
        try (Interrupt interrupt = new Interrupt(out());
                PhysicsService physics =
                        PhysicsService.builder(scene).rate(rate).build()) {
            if (!interrupt.begins(this::stop)) {
                return Interrupt.EXIT_CODE;
            }
            physics.start();
            try (StateSender sender = sender(physics)) {
                if (scene.notice() != null) {
                    print("%s%n", scene.notice());
                }
                print("serving %s, %,d bodies, %s Hz%n", simulation, count, rate);
                print("at %s:%d, %s%n", address, port, security());
                serve(physics, sender);
                print("sent %,d states, dropped %,d datagrams%n", sender.sentStates(), sender.droppedDatagrams());
                Throwable failure = physics.failure() != null ? physics.failure() : sender.failure();
                if (failure != null) {
                    err().println(failure.getMessage());
                    return CommandLine.ExitCode.SOFTWARE;
                }
            } catch (IllegalStateException | UncheckedIOException e) {
                err().println(e.getMessage());
                return CommandLine.ExitCode.SOFTWARE;
            }
            return interrupt.over() ? Interrupt.EXIT_CODE : CommandLine.ExitCode.OK;
        }
    }

    private StateSender sender(PhysicsService physics) {
        StateSender.Builder builder = StateSender.builder(physics.states())
                .input(physics.input())
                .port(port)
                .bind(address);
        if (exact) {
            builder.precision(Precision.exact());
        }
        if (key != null) {
            builder.key(key.key());
        } else if (withoutKey) {
            builder.withoutKey();
        } else if (!isLoopback()) {
            throw wrong("--bind " + address + " lets other machines join, so add --key-file FILE, or --without-key,"
                    + " with which everyone on the network can read the states, send input, and forge both");
        }
        return checked(builder::start);
    }

    private boolean isLoopback() {
        try {
            return InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw wrong("--bind must be an address or a host name of this machine, was " + address);
        }
    }

    private String security() {
        if (key != null) {
            return "encrypted and authenticated";
        }
        return withoutKey
                ? "without a key: everyone who can reach it can read the states, send input, and forge both"
                : "without a key, for this machine only";
    }

    /** Says when receivers come and when the last one has gone. */
    private void serve(PhysicsService physics, StateSender sender) {
        long endNanos = seconds == null ? Long.MAX_VALUE : seconds * 1_000_000_000L;
        long start = System.nanoTime();
        int known = 0;
        print("waiting for receivers%n");
        while (!stopped
                && System.nanoTime() - start < endNanos
                && physics.failure() == null
                && sender.failure() == null) {
            int receivers = sender.isConnected() ? sender.clients().size() : 0;
            if (receivers != known) {
                known = receivers;
                print(
                        receivers == 0 ? "no receiver is left%n" : receivers == 1 ? "1 receiver%n" : "%d receivers%n",
                        known);
            }
            LockSupport.parkNanos(NAP_NANOS);
        }
    }
}
