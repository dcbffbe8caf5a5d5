package io.github.freestep.nodes.demo;

import io.github.freestep.physics.nodes.RoomNodes;
import io.github.freestep.physics.nodes.RoomStore;
import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.agrona.IoUtil;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Starts nodes as processes on this machine, moves rooms, harms nodes, and judges what all of them have seen. */
@Command(
        name = "rooms",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        description = "Run rooms on several nodes, move them, cause faults if asked to, and judge what was lost.")
public final class Rooms implements Callable<Integer> {
    private static final int SETTLE_SECONDS = 300;

    /** Less than a room is wanted for, because a move may take longer on a busy machine. */
    private static final int ASK_AGAIN_SECONDS = 30;

    private static final long POLL_MILLIS = 5;

    /** As for a node: after so long, a stand-still may cost rooms their nodes. */
    private static final long LATE_NANOS = 500_000_000;

    @Option(names = "--nodes", paramLabel = "N", description = "Processes, at least 1. Default: ${DEFAULT-VALUE}.")
    private int nodes = 3;

    @Option(names = "--rooms", paramLabel = "N", description = "Rooms, at least 1. Default: ${DEFAULT-VALUE}.")
    private int rooms = 60;

    @Option(names = "--seconds", paramLabel = "N", description = "How long. Default: ${DEFAULT-VALUE}.")
    private int seconds = 60;

    @Option(names = "--moves", paramLabel = "N", description = "Planned moves. Default: ${DEFAULT-VALUE}.")
    private int moves = 20;

    @Option(names = "--clients", paramLabel = "N", description = "Players who watch. Default: ${DEFAULT-VALUE}.")
    private int clients;

    @Option(
            names = "--fault-every",
            paramLabel = "SECONDS",
            description =
                    "Kill or freeze nodes, damage saves in files, and start again what has ended. Default: never.")
    private int faultEvery;

    @Option(
            names = "--database",
            paramLabel = "URL",
            description = "The store of the nodes: an empty PostgreSQL database, such as"
                    + " jdbc:postgresql://localhost/rooms?user=me. Default: files.")
    private @Nullable String database;

    @Option(names = "--seed", paramLabel = "N", description = "Chooses rooms and nodes. Default: random.")
    private long seed = new Random().nextInt(1_000_000);

    @Spec
    private CommandSpec command;

    private Judge judge = new Judge();
    private @Nullable StepLog steps;
    private volatile @Nullable Faults faults;
    private String name = "";
    private final List<NodeProcess> processes = new CopyOnWriteArrayList<>();
    private final Map<Integer, NodeProcess> wanted = new HashMap<>();

    /** What nodes have logged. Shown only if a promise is broken, because engines warn of each dead node. */
    private final Queue<String> log = new ConcurrentLinkedQueue<>();

    /** Runs the command. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Rooms()).execute(args));
    }

    private interface Action {
        void run() throws IOException, InterruptedException;
    }

    private record Deed(double atSecond, Action action) {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (nodes < 1 || rooms < 1 || seconds < 1 || moves < 0 || clients < 0 || faultEvery < 0) {
            throw new ParameterException(
                    command.commandLine(),
                    String.format(
                            "--nodes, --rooms and --seconds must be at least 1, and --moves, --clients and"
                                    + " --fault-every at least 0, was --nodes %d --rooms %d --seconds %d --moves %d"
                                    + " --clients %d --fault-every %d",
                            nodes, rooms, seconds, moves, clients, faultEvery));
        }
        System.out.println("seed: " + seed);
        Path folder = Files.createTempDirectory("freestep-rooms");
        // Also after an interrupt. A node that stands still cannot end itself.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> cleanUp(folder), "rooms-clean-up"));
        try {
            name = database == null ? folder.resolve("store").toString() : database;
            steps = new StepLog(Files.createDirectory(folder.resolve("steps")));
            judge = new Judge(steps);
            boolean kept = run(new Random(seed));
            if (!kept) {
                log.forEach(System.out::println);
            }
            return kept ? 0 : 1;
        } finally {
            cleanUp(folder);
        }
    }

    private void cleanUp(Path folder) {
        processes.forEach(NodeProcess::kill);
        try {
            if (faults != null) {
                faults.close();
            }
        } catch (IOException | RuntimeException e) {
            System.out.println("a fault could not be undone: " + e);
        }
        IoUtil.delete(folder.toFile(), true);
    }

    private boolean run(Random random) throws IOException, InterruptedException {
        RoomStore store = Stores.open(name);
        for (int room = 0; room < rooms; room++) {
            RoomNodes.create(store, room);
        }
        for (int i = 0; i < nodes; i++) {
            processes.add(start(freeAddress(i)));
        }
        if (!await("start", () -> processes.stream().allMatch(NodeProcess::isUp))) {
            return false;
        }
        for (int room = 0; room < rooms; room++) {
            tell("wake " + room);
        }
        if (!await("run all rooms", () -> judge.running() == rooms)) {
            return false;
        }
        List<String> broken = new ArrayList<>();
        boolean settled;
        try (Clients players = new Clients(store, clients, rooms)) {
            settled = play(random, players);
        }
        if (!settled) {
            broken.add("not all rooms run where they are wanted, " + SETTLE_SECONDS + " s after the end");
        }
        // One after the other, so that the others take its rooms.
        for (NodeProcess node : processes) {
            if (!node.terminate()) {
                broken.add("a node did not end within " + NodeProcess.PATIENCE_SECONDS + " s of SIGTERM");
            }
        }
        broken.addAll(judge.judge());
        judge.summary().forEach(System.out::println);
        broken.forEach(each -> System.out.println("BROKEN: " + each));
        System.out.println(broken.isEmpty() ? "all promises were kept" : broken.size() + " promises were broken");
        return broken.isEmpty();
    }

    /**
     * Moves rooms, and lets the last one sleep, during the first half. On a busy machine, the end waits for rooms that
     * start again. Returns false if they do not.
     */
    private boolean play(Random random, Clients players) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        Queue<Deed> due = new PriorityQueue<>(Comparator.comparingDouble(Deed::atSecond));
        for (int i = 1; i <= moves; i++) {
            due.add(new Deed(seconds * 0.5 * i / (moves + 1), () -> move(random)));
        }
        due.add(new Deed(seconds * 0.1, () -> tell("sleep " + (rooms - 1))));
        due.add(new Deed(seconds * 0.25, () -> tell("wake " + (rooms - 1))));
        double askAgain = ASK_AGAIN_SECONDS;
        boolean settled = false;
        faults = new Faults(faultEvery, random, judge, database == null ? new SavedFiles(Path.of(name)) : null, rooms);
        long before = begin;
        for (double passed = 0;
                passed < seconds || !settled && passed < seconds + SETTLE_SECONDS;
                passed = (before - begin) / 1e9) {
            while (!due.isEmpty() && passed > due.element().atSecond()) {
                due.remove().action().run();
            }
            if (passed > askAgain) {
                askAgain = passed + ASK_AGAIN_SECONDS;
                for (int room : wanted.keySet()) {
                    tellWanted(room);
                }
            }
            players.look();
            faults.poll(passed, seconds, living(), players);
            startAgain();
            settled = isSettled() && !faults.isPending();
            Thread.sleep(POLL_MILLIS);
            long now = System.nanoTime();
            if (now - before >= LATE_NANOS) {
                judge.stoodStill(now - before);
            }
            before = now;
        }
        return settled;
    }

    private NodeProcess start(String address) throws IOException {
        return new NodeProcess(address, name, judge, log::add, steps.folder().toString());
    }

    /** As a supervisor does. */
    private void startAgain() throws IOException, InterruptedException {
        for (int i = 0; i < processes.size() && faultEvery > 0; i++) {
            if (!processes.get(i).isAlive()) {
                NodeProcess again = start(processes.get(i).address());
                processes.set(i, again);
                for (int room = 0; room < rooms; room++) {
                    again.tell("wake " + room);
                }
            }
        }
    }

    /** Whether all rooms run, and those that were moved have reached the wanted node. */
    private boolean isSettled() {
        wanted.entrySet()
                .removeIf(each -> !each.getValue().isAlive()
                        || judge.node(each.getKey()) == each.getValue().number());
        return wanted.isEmpty() && judge.running() == rooms;
    }

    private void move(Random random) throws IOException, InterruptedException {
        int room = random.nextInt(rooms);
        List<NodeProcess> others = living().stream()
                .filter(node -> node.number() != judge.node(room))
                .toList();
        if (!others.isEmpty()) {
            NodeProcess node = others.get(random.nextInt(others.size()));
            wanted.put(room, node);
            tellWanted(room);
        }
    }

    private void tellWanted(int room) throws IOException, InterruptedException {
        tell("move " + room + " " + wanted.get(room).address());
    }

    private List<NodeProcess> living() {
        return processes.stream().filter(NodeProcess::isAlive).toList();
    }

    private void tell(String line) throws IOException, InterruptedException {
        for (NodeProcess node : living()) {
            node.tell(line);
        }
    }

    private boolean await(String what, BooleanSupplier done) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        while (!done.getAsBoolean()) {
            startAgain();
            // Such as one whose port another process has taken meanwhile.
            boolean hasEnded = faultEvery == 0 && !processes.stream().allMatch(NodeProcess::isAlive);
            if (hasEnded || System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(NodeProcess.PATIENCE_SECONDS)) {
                System.out.println("BROKEN: the nodes did not " + what
                        + (hasEnded ? ", because one has ended" : " within " + NodeProcess.PATIENCE_SECONDS + " s"));
                return false;
            }
            Thread.sleep(POLL_MILLIS);
        }
        System.out.printf("%s: %.1f s%n", what, (System.nanoTime() - begin) / 1e9);
        return true;
    }

    /** Returns an address of this machine, if possible a host of its own for each of the first nodes. */
    static String freeAddress(int node) throws IOException {
        String host = "127.0.0." + (node % 200 + 1);
        InetAddress address = InetAddress.getByName(host);
        try (ServerSocket nodes = new ServerSocket(0, 1, address)) {
            int port = nodes.getLocalPort();
            try (DatagramSocket clients = new DatagramSocket(port, address)) {
                return host + ":" + clients.getLocalPort();
            } catch (BindException taken) {
                return freeAddress(node); // another process has it for UDP
            }
        } catch (BindException noSuchHost) {
            if (node == 0) {
                throw noSuchHost;
            }
            return freeAddress(0); // such as on macOS, which has only the first one
        }
    }
}
