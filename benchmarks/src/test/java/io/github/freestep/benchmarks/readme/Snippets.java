package io.github.freestep.benchmarks.readme;

import io.github.freestep.net.Interest;
import io.github.freestep.net.PlayerToken;
import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.SharedPort;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.physx.PhysxSimulation;
import io.github.freestep.physics.prediction.OwnBody;
import io.github.freestep.physics.prediction.OwnWorld;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.display.FrameHandler;
import io.github.freestep.render.display.FrameLoop;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import org.joml.Quaternionf;
import org.joml.Vector3d;

/** The examples of the pages that are not classes of their own. Only the lines between two markers are shown. */
final class Snippets {
    private Snippets() {}

    static int commands() {
        PhysxSimulation boxes = PhysxSimulation.of(StateLayout.of(1_000), new Boxes());
        PhysicsService physics = PhysicsService.builder(boxes).start();

        CompletableFuture<Integer> slot = physics.call(c -> {
            PhysxSimulation world = c.world(PhysxSimulation.class);
            return world.add(c.world(Boxes.class).box(world, 30));
        });
        slot.thenAccept(added -> System.out.println("slot " + added)); // runs on the thread freestep-commands
        try (physics) {
            return slot.join();
        }
    }

    static void placed(StateWriter state, int slot, Vector3d at, Quaternionf turn) {
        state.position(slot, at.x, at.y, at.z);
        state.orientation(slot, turn.x, turn.y, turn.z, turn.w);
        state.stepped(0, slot, 3); // the first stepped channel of the layout, then the slot, then the value
    }

    static PhysicsService watched(Simulation world) {
        PhysicsService physics = PhysicsService.builder(world)
                .onProblem(problem -> alarm(problem.message())) // called on a daemon thread
                .start();
        return physics;
    }

    private static void alarm(String message) {
        System.out.println(message);
    }

    static void serve(PhysicsService physics, int port, BooleanSupplier playing) throws InterruptedException {
        try (StateSender sender = StateSender.builder(physics.states())
                .port(port)
                .input(physics.input())
                .start()) {
            while (playing.getAsBoolean() && sender.failure() == null) {
                Thread.sleep(100); // the service and the sender have their own threads
            }
        }
    }

    static void watch(StateLayout layout, String host, int port, OnScreen.Window window, FrameHandler screen) {
        try (RemoteStates remote =
                        RemoteStates.builder(layout).server(host, port).start();
                FrameLoop loop = FrameLoop.start(FrameSampler.builder(remote.states()), screen)) {
            window.onKey(key -> remote.input().action(key, 1)); // stamped here, applied in a tick that is due later
            while (window.isOpen() && loop.isRunning() && remote.failure() == null) {
                window.waitForEvents();
            }
        }
    }

    /** A stick of the user's. */
    interface Stick {
        float y();

        void onMove(Move move);

        /** What a device calls. */
        interface Move {
            void to(float y);
        }
    }

    static void service(BooleanSupplier playing, Stick stick) throws InterruptedException {
        try (PhysicsService physics =
                PhysicsService.builder(new Sparks()).rate(60).start()) {
            stick.onMove(y -> physics.input().axis(0, y)); // input, from a callback: its tick reads it in step
            while (playing.getAsBoolean() && physics.failure() == null) {
                physics.submit(c -> c.world(Sparks.class).kick(0, 5)); // a command: runs between two ticks
                Thread.sleep(16);
            }
        }
    }

    private static final int WALK = 0;

    static void predict(StateLayout layout, String host, int port, OwnWorld walk, Stick stick) {
        try (RemoteStates remote =
                        RemoteStates.builder(layout).server(host, port).start();
                OwnBody own = OwnBody.builder(walk, remote.states(), remote.input())
                        .rate(100) // as on the server
                        .open();
                FrameSampler others = FrameSampler.open(remote.states());
                FrameSampler me = FrameSampler.open(own.states())) {
            while (remote.failure() == null) {
                own.axis(WALK, stick.y()); // to the server and to the prediction
                own.advance();
                draw(others.sample(), me.sample());
            }
        }
    }

    /** Chooses for each client what is near the body in the slot of that client. */
    static final class Near {
        private static final double NEAR = 5.5;
        private static final double FAR = 10.5;

        private final Map<Long, Integer> own = new ConcurrentHashMap<>();

        void owns(long client, int slot) {
            own.put(client, slot);
        }

        Interest interest() {
            return (client, state, chosen) -> {
                Integer slot = own.get(client);
                if (slot == null) {
                    return; // nothing, until this player has a body
                }
                chosen.add(slot); // in every state
                chosen.within(state.x(slot), state.y(slot), state.z(slot), NEAR);
                chosen.within(state.x(slot), state.y(slot), state.z(slot), FAR, 4); // in every fourth state
            };
        }
    }

    static byte[] login(byte[] key, long player) {
        byte[] token = PlayerToken.issue(key, player, Duration.ofHours(12));
        return token;
    }

    static StateSender send(PhysicsService first, byte[] secret) {
        SharedPort port = SharedPort.listen("0.0.0.0", 20_121);
        StateSender hall =
                StateSender.builder(first.states()).room(port, 1).key(secret).start();
        return hall;
    }

    static boolean say(RemoteStates remote, String line) {
        boolean isSent = remote.send(line.getBytes(StandardCharsets.UTF_8), true); // reliably
        return isSent;
    }

    static void answer(StateSender sender, byte[] answer) {
        sender.takeMessages((client, message) -> {
            read(client, ByteBuffer.wrap(message)); // a client may send any bytes
            sender.send(client, answer, true);
        });
    }

    private static void read(long client, ByteBuffer message) {}

    private static void draw(Frame others, Frame me) {
        System.out.println(others.slots() + me.slots());
    }

    static Recording lastMinute() throws IOException, ParseException {
        Recording recording = new Recording(Configuration.getConfiguration("default")); // with the JDK's events
        recording.setMaxAge(Duration.ofMinutes(1));
        recording.start();
        return recording;
    }
}
