package io.github.freestep.rooms;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.github.freestep.net.SharedPort;
import io.github.freestep.physics.nodes.FileRoomStore;
import io.github.freestep.physics.nodes.RoomStore;
import io.github.freestep.physics.nodes.StoreSetup;
import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.time.NanoClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.Done;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.BootstrapSetup;
import org.apache.pekko.actor.CoordinatedShutdown;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.setup.ActorSystemSetup;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.sharding.ClusterSharding;
import org.apache.pekko.cluster.sharding.ClusterShardingSettings;
import org.apache.pekko.cluster.sharding.ShardRegion;
import org.jspecify.annotations.Nullable;

/**
 * A node of the cluster, as a process. Takes commands from standard input, a line each: {@code wake 7}, {@code sleep
 * 7}, {@code move 7 25521}. All nodes need the same commands, because any of them may be the one that places rooms.
 * Reports to standard output, in lines that {@link Judge} reads. SIGTERM hands over all rooms.
 *
 * <p>The end of standard input ends the process at once, so that no node outlives the process that has started it.
 */
final class Node {
    private static final long POLL_MILLIS = 10;

    private static final long WAKE_MILLIS = 200;

    /** Locked as long as this process runs. Nothing may close it. */
    private static @Nullable FileChannel life;

    private Node() {}

    /** The arguments: own host and port, for other nodes (TCP) and for clients (UDP), and the folder of the store. */
    public static void main(String[] args) {
        int status = 1;
        try {
            run(args);
            status = 0;
        } catch (Throwable e) { // Scala also throws checked exceptions that no method declares
            e.printStackTrace(System.out);
        } finally {
            Runtime.getRuntime().halt(status); // Pekko's threads would go on
        }
    }

    /** Returns after the end of standard input. */
    private static void run(String[] args) throws IOException {
        String address = args[0];
        int colon = address.lastIndexOf(':');
        String host = address.substring(0, colon);
        int port = Integer.parseInt(address.substring(colon + 1));
        String name = name(host, port);
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        RoomStore store = FileRoomStore.in(Path.of(args[1]));
        NodeFiles files = new NodeFiles(Path.of(args[1]));
        if (files.lives(name)) { // of another process, because this one has not locked the file yet
            out.println("waits until no other process is " + name + " in " + args[1]);
        }
        life = files.holdLife(name);
        NanoClock clock = NanoClock.system();
        NodeLog report = new NodeLog(out, clock);

        ExecutorService closer = Executors.newCachedThreadPool(daemons("rooms-closer"));
        ExecutorService worker = Executors.newFixedThreadPool(4, daemons("rooms-worker"));
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(2, daemons("rooms-keeper"));
        PhysicsGroup group = PhysicsGroup.builder().threads(2).name("rooms").open();
        SharedPort states = SharedPort.listen(host, port);
        ServiceRooms starter = new ServiceRooms(group, DemoWorld::new, store, states, closer, report);
        NodeBeats beats = new NodeBeats(store, files, name, address, clock);
        beats.beat(); // so that other nodes know the name
        NodeFailureDetector.use(beats);
        RoomHost rooms = new RoomHost(
                room -> new RoomKeeper(room, beats, store, starter, report, clock, worker), report, beats, clock);
        timer.scheduleWithFixedDelay(rooms::poll, 0, POLL_MILLIS, TimeUnit.MILLISECONDS);

        ActorSystem system = ActorSystem.create(
                "rooms", ActorSystemSetup.create(BootstrapSetup.create(config(host, port)), new StoreSetup(store)));
        EvenStrategy placement = new EvenStrategy(address, clock);
        ActorRef region = region(system, rooms, placement);
        Set<String> awake = ConcurrentHashMap.newKeySet();
        timer.scheduleAtFixedRate(
                () -> awake.forEach(room -> region.tell(room + " " + RoomActor.WAKE, ActorRef.noSender())),
                WAKE_MILLIS,
                WAKE_MILLIS,
                TimeUnit.MILLISECONDS);
        Cluster cluster = Cluster.get(system);
        cluster.registerOnMemberUp(report::up);
        system.actorOf(Props.create(DeathActor.class, () -> new DeathActor(beats)));
        CoordinatedShutdown shutdown = CoordinatedShutdown.get(system);
        shutdown.addTask(CoordinatedShutdown.PhaseBeforeServiceUnbind(), "wake no room", () -> {
            awake.clear();
            return CompletableFuture.completedFuture(Done.getInstance());
        });
        // While Pekko hands over its shards, because no other node takes those of the last one. All of this is
        // before the node leaves the cluster, because then others claim its rooms.
        shutdown.addTask(
                CoordinatedShutdown.PhaseClusterShardingShutdownRegion(),
                "save rooms",
                () -> rooms.leaveAll().thenApply(all -> Done.getInstance()));
        closer.execute(() -> {
            try {
                Joining.join(cluster, store, files, name, report::founds);
            } catch (IOException | InterruptedException | RuntimeException e) {
                e.printStackTrace(System.out);
                Runtime.getRuntime().halt(1);
            }
        });
        obey(region, placement, awake);
    }

    /** Hosts can have capital letters, and those of IPv6 have colons, which names in a store cannot have. */
    private static String name(String host, int port) {
        return host.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.-]", "_") + "-" + port;
    }

    /** Returns the name of a node in the store. */
    static String name(Address address) {
        return name(address.getHost().orElseThrow(), address.getPort().orElseThrow());
    }

    private static ActorRef region(ActorSystem system, RoomHost host, EvenStrategy placement) {
        return ClusterSharding.get(system)
                .start(
                        "room",
                        Props.create(RoomActor.class, () -> new RoomActor(host)),
                        ClusterShardingSettings.create(system),
                        new Messages(),
                        placement,
                        RoomActor.MOVE);
    }

    private static void obey(ActorRef region, EvenStrategy placement, Set<String> awake) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ");
            switch (words[0]) {
                case "wake" -> awake.add(words[1]);
                case "sleep" -> {
                    awake.remove(words[1]);
                    region.tell(words[1] + " " + RoomActor.SLEEP, ActorRef.noSender());
                }
                case "move" -> placement.want(words[1], words[2]);
                default -> throw new IOException("expected wake, sleep or move, but was " + line);
            }
        }
    }

    /** A message is the number of a room and a word. Each room is a shard, so that it moves alone. */
    private static final class Messages implements ShardRegion.MessageExtractor {
        @Override
        public String entityId(Object message) {
            return message.toString().split(" ")[0];
        }

        @Override
        public Object entityMessage(Object message) {
            return message.toString().split(" ")[1];
        }

        @Override
        public @Nullable String shardId(Object message) {
            return entityId(message);
        }
    }

    private static Config config(String host, int port) {
        Map<String, Object> canonical = Map.of("hostname", host, "port", port);
        return ConfigFactory.parseMap(Map.of("pekko.remote.artery.canonical", canonical))
                .withFallback(ConfigFactory.load("rooms-node"));
    }

    private static ThreadFactory daemons(String name) {
        return work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        };
    }
}
