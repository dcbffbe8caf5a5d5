package io.github.freestep.physics.nodes;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.github.freestep.net.SharedPort;
import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.time.NanoClock;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.pekko.Done;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.BootstrapSetup;
import org.apache.pekko.actor.CoordinatedShutdown;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.setup.ActorSystemSetup;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.sharding.ClusterSharding;
import org.apache.pekko.cluster.sharding.ClusterShardingSettings;
import org.apache.pekko.cluster.sharding.ShardRegion;
import org.apache.pekko.remote.artery.tcp.ssl.RotatingKeysSSLEngineProvider;
import org.jspecify.annotations.Nullable;

/**
 * Runs rooms on several nodes: processes that share a store, usually one per machine. Apache Pekko Cluster Sharding
 * decides which node runs which room. Rooms move while they run, and those of a dead node continue on the others from
 * their last saves. No two nodes step a room at once. Nodes get about as many rooms each,
 * whatever these need; {@link #move} is for the others.
 *
 * <pre>{@code
 * RoomStore store = FileRoomStore.in(Path.of("/srv/game"));
 * RoomNodes nodes = RoomNodes.builder((room, owner) -> new MyWorld(owner))
 *         .store(store)
 *         .address("10.0.0.7:20121")
 *         .start();
 * RoomNodes.create(store, 3); // once
 * nodes.open(3); // on all nodes
 * }</pre>
 *
 * <p>{@link #end}, or SIGTERM before the process ends, moves its rooms to other nodes. A node that the others have
 * removed, such as after a long stand-still, ends by itself, and {@link RoomEvents#ended(Throwable)} says so. All
 * methods may be called by any thread.
 */
public final class RoomNodes {
    private static final long POLL_MILLIS = 10;

    private static final long WAKE_MILLIS = 100;

    /** Much less than a lease, because leases count from the newest beat. */
    private static final long BEAT_MILLIS = 100;

    /**
     * How many rooms begin to move in a second, and how many are moving at a time, except those of a node that ends or
     * dies: a picture stands still while its room moves, and a node that takes many rooms at once is busy.
     */
    private static final int MOVES_PER_SECOND = 10;

    private static final List<String> TLS_FILES = List.of("tls.key", "tls.crt", "ca.crt");

    private final ActorRef region;
    private final RoomPlacement placement;
    private final Set<Integer> open = ConcurrentHashMap.newKeySet();
    private final RoomHost rooms;
    private final NodeBeats beats;
    private final @Nullable ActorSystem system;
    private volatile boolean isAsked;
    private volatile boolean hasEnded;

    /** Completes once all that the node had opened is closed. */
    private final CompletableFuture<Void> closed = new CompletableFuture<>();

    /** Whether this node takes rooms: it has joined the cluster, and does not leave it yet. */
    volatile boolean hasJoined;

    /** @param system null in tests, in which no node ends */
    RoomNodes(ActorRef region, RoomPlacement placement, RoomHost rooms, NodeBeats beats, @Nullable ActorSystem system) {
        this.system = system;
        this.region = region;
        this.placement = placement;
        this.rooms = rooms;
        this.beats = beats;
    }

    /**
     * Returns a builder for a node whose rooms have the given worlds.
     *
     * @param worlds creates them
     * @return a builder
     */
    public static Builder builder(RoomWorlds worlds) {
        return new Builder(worlds);
    }

    /**
     * Creates a room that has not run yet, with a random key of its own. No node needs to run.
     *
     * @param store of the nodes
     * @param room from 0 to 65535, its number on the shared ports
     * @throws IOException if the room exists, or the store does not answer
     */
    public static void create(RoomStore store, int room) throws IOException {
        Save.create(store, room);
    }

    /**
     * Keeps a room running, on any node, from its newest save. Call it on all nodes, because each of them may be the
     * one that remains.
     *
     * @param room a room that exists
     */
    public void open(int room) {
        open.add(Arguments.room(room));
    }

    /**
     * Lets a room sleep: its node saves and stops it. Call it on all nodes, because a node that still has the room open
     * would start it again.
     *
     * @param room a room that exists
     */
    public void close(int room) {
        Arguments.room(room);
        synchronized (open) { // or the timer, which reads it, could wake the room afterwards
            open.remove(room);
            region.tell(room + " " + RoomActor.SLEEP, ActorRef.noSender());
        }
    }

    /**
     * Asks for a room to move to a node within a minute, without the loss of a tick. Call it on all nodes, because any
     * of them may be the one that places rooms. Does nothing if that node is not in the cluster. Of many rooms, at
     * most 600 move in that minute, ten a second. Ask for the others again afterwards.
     *
     * @param room a room that exists
     * @param address that of the node
     */
    public void move(int room, String address) {
        placement.want(
                Integer.toString(Arguments.room(room)), Objects.requireNonNull(address, "address must not be null"));
    }

    /**
     * Returns a supplier of the address at which a room is, for its clients' {@code RemoteStates}. It is that of the
     * room's newest owner, as the store had it at most a tenth of a second ago, so after a death it is that of the dead
     * node until another one owns the room. The host is not resolved yet.
     *
     * <p>Each call of the supplier may wait for the store. It throws an exception if the store does not answer, or if
     * the room has never run, or while its node is starting. Then a client keeps the address that it has. A process
     * without a node, such as a login, can call this, too.
     *
     * @param store of the nodes
     * @param room a room that exists
     * @return a supplier for any number of threads; keep it, because each one asks the store for itself
     */
    public static Supplier<InetSocketAddress> watch(RoomStore store, int room) {
        return new RoomWatch(Objects.requireNonNull(store, "store must not be null"), room, NanoClock.system());
    }

    /**
     * Returns the figures of this node. Blocks on nothing.
     *
     * @return those of now
     */
    public NodeMetrics metrics() {
        return new NodeMetrics(rooms.size(), rooms.left, rooms.lost, rooms.failed, rooms.standStills, beats.ageNanos());
    }

    /**
     * Returns whether this node can run rooms: it is in the cluster of its store, and the store has returned a beat
     * that this node has written within the last 2 s. For the readiness probe of a supervisor. Blocks on nothing.
     *
     * @return false while it starts, and while the store does not answer
     */
    public boolean isReady() {
        return hasJoined && !hasEnded() && beats.ageNanos() < Lease.NANOS;
    }

    /**
     * Ends this node, but not the process: its rooms move to other nodes, or are saved if it is the last one.
     *
     * @return a future that completes once all that the node had opened is closed
     */
    public CompletableFuture<Void> end() {
        isAsked = true;
        CoordinatedShutdown.get(system).runAll(CoordinatedShutdown.unknownReason());
        return closed.thenCombine(system.getWhenTerminated(), (all, terminated) -> null);
    }

    /**
     * Returns whether this node runs no room any more, and never will. For the liveness probe of a supervisor, which
     * should restart the process. Blocks on nothing.
     *
     * @return true once {@link #end} has completed, or {@link RoomEvents#ended(Throwable)} is called
     */
    public boolean hasEnded() {
        return hasEnded;
    }

    /** Sets up a node. Not thread-safe. */
    public static final class Builder {
        private static final int MOST_PORT = 65_535;

        /** Pekko takes leases as rooms@ADDRESS, and the name of a node in a store has at most 100 characters. */
        private static final int MOST_ADDRESS = 100 - "rooms@".length();

        private final RoomWorlds worlds;
        private @Nullable RoomStore store;
        private String host = "";
        private int port;
        private int rate = 60;
        private int threads = Math.max(1, Runtime.getRuntime().availableProcessors());
        private @Nullable Path keys;
        private RoomEvents events = new RoomEvents() {};

        private Builder(RoomWorlds worlds) {
            this.worlds = Objects.requireNonNull(worlds, "worlds must not be null");
        }

        /**
         * Sets what all nodes share. Must be set.
         *
         * @param store the store
         * @return this builder
         */
        public Builder store(RoomStore store) {
            this.store = Objects.requireNonNull(store, "store must not be null");
            return this;
        }

        /**
         * Sets where other nodes reach this one by TCP, and clients by UDP. Must be set, and differ between nodes that
         * run at the same time. A node that restarts should have the same.
         *
         * @param address a host of this machine, a colon and a port, such as {@code "10.0.0.7:20121"}; at most 94
         *     characters
         * @return this builder
         */
        public Builder address(String address) {
            int colon = address.lastIndexOf(':');
            int number = colon > 0 && address.substring(colon + 1).matches("[0-9]{1,5}")
                    ? Integer.parseInt(address.substring(colon + 1))
                    : 0;
            if (number < 1 || number > MOST_PORT) {
                throw new IllegalArgumentException("address must be a host, a colon and a port from 1 to " + MOST_PORT
                        + ", such as 10.0.0.7:20121, was \"" + address + "\"");
            }
            if (address.length() > MOST_ADDRESS) {
                throw new IllegalArgumentException("address must have at most " + MOST_ADDRESS + " characters, had "
                        + address.length() + "; pass the IP address of the host");
            }
            host = address.substring(0, colon);
            port = number;
            return this;
        }

        /**
         * Encrypts and authenticates the connections between nodes by TLS 1.3. All nodes need it, or none. A node takes
         * others only if their certificates are of the same authority, and have a name in common with its own, such as
         * {@code CN=rooms}. Files that are replaced are read again within 5 minutes. Default: neither, so that only
         * your nodes may reach the port by TCP.
         *
         * @param keys a folder with {@code tls.key}, an RSA key that is not encrypted, {@code tls.crt}, its
         *     certificate, and {@code ca.crt}, that of the authority which has issued it directly, because intermediate
         *     authorities are not read; all as PEM. If the certificate is limited to some usages, these must be both
         *     server and client authentication, because each node is both.
         * @return this builder
         */
        public Builder tls(Path keys) {
            this.keys = Objects.requireNonNull(keys, "keys must not be null");
            return this;
        }

        /**
         * Sets the rate of the steps. Default: 60.
         *
         * @param perSecond as for the builder of a service
         * @return this builder
         */
        public Builder rate(int perSecond) {
            rate = perSecond;
            return this;
        }

        /**
         * Sets the number of threads that step the rooms of this node. Default: one for each processor.
         *
         * @param threads at least 1
         * @return this builder
         */
        public Builder threads(int threads) {
            this.threads = threads;
            return this;
        }

        /**
         * Sets who hears what happens. Default: problems are logged.
         *
         * @param events called by threads of the node
         * @return this builder
         */
        public Builder events(RoomEvents events) {
            this.events = Objects.requireNonNull(events, "events must not be null");
            return this;
        }

        /**
         * Starts this node. Returns before the node is in the cluster of its store. {@link RoomEvents#joined} reports
         * when it is.
         *
         * @return the node
         * @throws IOException if the store cannot be written, or a file of {@link #tls} cannot be read or used
         * @throws RuntimeException if the port is taken. After any exception, nothing is left open, so it can be called
         *     again.
         */
        public RoomNodes start() throws IOException {
            if (store == null || port == 0) {
                throw new IllegalStateException("a node must have a store and an address, but had no "
                        + (store == null ? "store; call store(...)" : "address; call address(...)"));
            }
            for (String file : keys == null ? List.<String>of() : TLS_FILES) {
                if (!Files.isReadable(keys.resolve(file))) {
                    throw new IOException("the folder of tls(...) must have " + String.join(", ", TLS_FILES)
                            + ", which this process may read, but " + keys.resolve(file) + " is not one");
                }
            }
            return RoomNodes.start(this);
        }
    }

    private static RoomNodes start(Builder set) throws IOException {
        String address = set.host + ":" + set.port;
        String name = Arguments.nameOf(set.host + "-" + set.port);
        Deque<Runnable> opened = new ArrayDeque<>();
        try {
            return start(set, address, name, opened);
        } catch (Throwable failed) {
            close(opened, failed);
            throw failed;
        }
    }

    /** Closes what a node has opened, the newest first. */
    private static void close(Deque<Runnable> opened, Throwable why) {
        for (Runnable each : opened) {
            try {
                each.run();
            } catch (RuntimeException | Error another) {
                why.addSuppressed(another);
            }
        }
    }

    private static RoomNodes start(Builder set, String address, String name, Deque<Runnable> opened)
            throws IOException {
        RoomStore store = set.store;
        RoomEvents events = Guard.events(set.events);
        NanoClock clock = NanoClock.system();

        ExecutorService closer = Executors.newCachedThreadPool(daemons("rooms-closer"));
        opened.push(closer::shutdownNow);
        ExecutorService worker = Executors.newFixedThreadPool(4, daemons("rooms-worker"));
        opened.push(worker::shutdownNow);
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(5, daemons("rooms-keeper"));
        opened.push(timer::shutdownNow);
        PhysicsGroup group =
                PhysicsGroup.builder().threads(set.threads).name("rooms").open();
        opened.push(group::close);
        SharedPort states = SharedPort.listen(set.host, set.port);
        opened.push(states::close);
        ServiceRooms starter = new ServiceRooms(group, set.worlds, set.rate, store, states, closer, events);
        NodeBeats beats = new NodeBeats(store, name, clock);
        beats.beat(); // so that other nodes know the name
        RoomHost rooms = new RoomHost(
                room -> new RoomKeeper(room, beats, store, starter, events, clock, worker, closer), events, clock);
        // Each of them has a thread of its own, because all but one wait for the store.
        repeat(timer, POLL_MILLIS, rooms::look);
        repeat(timer, POLL_MILLIS, rooms::poll);
        repeat(timer, BEAT_MILLIS, beats::write);
        repeat(timer, BEAT_MILLIS, beats::read);

        ActorSystem system = ActorSystem.create(
                "rooms",
                ActorSystemSetup.create(
                        BootstrapSetup.create(config(set.host, set.port, set.keys)), new StoreLease.With(beats)));
        opened.push(() -> {
            system.terminate();
            system.getWhenTerminated().toCompletableFuture().join();
        });
        if (set.keys != null) {
            requireUsable(set.keys, system, set.host, set.port);
        }
        Cluster cluster = Cluster.get(system);
        RoomPlacement placement = new RoomPlacement(clock, MOVES_PER_SECOND);
        system.actorOf(
                Props.create(PlacementStrategy.Refusals.class, () -> new PlacementStrategy.Refusals(placement)),
                "refusals");
        rooms.onRefused(room -> cluster.state()
                .getMembers()
                .forEach(each -> system.actorSelection(each.address() + "/user/refusals")
                        .tell(room + " " + address, ActorRef.noSender())));
        ActorRef region = region(system, rooms, new PlacementStrategy(address, cluster::state, placement));
        RoomNodes nodes = new RoomNodes(region, placement, rooms, beats, system);
        Set<Integer> open = nodes.open;
        repeat(timer, WAKE_MILLIS, () -> {
            synchronized (open) {
                open.forEach(room -> region.tell(room + " " + RoomActor.WAKE, ActorRef.noSender()));
            }
        });
        cluster.registerOnMemberUp(() -> {
            nodes.hasJoined = true;
            events.joined();
        });
        CoordinatedShutdown shutdown = CoordinatedShutdown.get(system);
        shutdown.addTask(CoordinatedShutdown.PhaseBeforeServiceUnbind(), "wake no room", () -> {
            nodes.hasJoined = false; // it takes no room any more, so no longer ready
            open.clear();
            return CompletableFuture.completedFuture(Done.getInstance());
        });
        // While Pekko hands over its shards, because no other node takes those of the last one. All of this is
        // before the node leaves the cluster, because then others claim its rooms.
        shutdown.addTask(
                CoordinatedShutdown.PhaseClusterShardingShutdownRegion(),
                "save rooms",
                () -> rooms.leaveAll().thenApply(all -> Done.getInstance()));
        CompletableFuture<Throwable> failed = new CompletableFuture<>();
        opened.pop(); // Pekko ends itself, but needs up to two minutes if no other node is reached
        // Also if it has never been a member, and the system ends.
        cluster.registerOnMemberRemoved(() -> CompletableFuture.runAsync(() -> {
            Throwable why = failed.getNow(new IllegalStateException("the node " + address
                    + " must be in the cluster of its store, but the others have removed it; start it again"));
            boolean isExit = shutdown.getShutdownReason().equals(Optional.of(CoordinatedShutdown.jvmExitReason()));
            nodes.hasEnded = true;
            if (!isExit) {
                close(opened, why);
            }
            nodes.closed.complete(null);
            if (!isExit && !nodes.isAsked) {
                events.ended(why);
            }
        }));
        closer.execute(() -> {
            try {
                Joining.join(cluster, beats, address, events::founding);
            } catch (Throwable e) { // or it would never join
                failed.complete(e);
                system.terminate();
            }
        });
        return nodes;
    }

    private static void repeat(ScheduledExecutorService timer, long millis, Runnable work) {
        timer.scheduleWithFixedDelay(Guard.work(work), 0, millis, TimeUnit.MILLISECONDS);
    }

    /** Otherwise a node would found a cluster, and only the connections of all others would fail. */
    private static void requireUsable(Path keys, ActorSystem system, String host, int port) throws IOException {
        try {
            new RotatingKeysSSLEngineProvider(system).createServerSSLEngine(host, port);
        } catch (Exception unusable) { // also checked ones, which Scala does not declare
            throw new IOException(
                    "the folder of tls(...) must have a PEM of an RSA key that is not encrypted, its certificate and"
                            + " that of the authority, as " + String.join(", ", TLS_FILES) + ", but those of " + keys
                            + " cannot be used: " + unusable.getMessage() + "; create them again with RSA",
                    unusable);
        }
    }

    private static ActorRef region(ActorSystem system, RoomHost host, PlacementStrategy placement) {
        return ClusterSharding.get(system)
                .start(
                        "room",
                        Props.create(RoomActor.class, () -> new RoomActor(host)),
                        ClusterShardingSettings.create(system),
                        new Messages(),
                        placement,
                        RoomActor.MOVE);
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

    /** Returns the settings of Pekko. */
    static Config config(String host, int port, @Nullable Path keys) {
        Map<String, Object> own = new HashMap<>();
        own.put("canonical", Map.of("hostname", host, "port", port));
        if (keys != null) {
            own.put("transport", "tls-tcp");
            own.put(
                    "ssl",
                    Map.of(
                            "ssl-engine-provider",
                            "org.apache.pekko.remote.artery.tcp.ssl.RotatingKeysSSLEngineProvider",
                            "rotating-keys-engine.secret-mount-point",
                            keys.toAbsolutePath().toString()));
        }
        // Through this class, because no other module can read a package that is not open.
        try (Reader settings =
                new InputStreamReader(RoomNodes.class.getResourceAsStream("nodes.conf"), StandardCharsets.UTF_8)) {
            return ConfigFactory.load(ConfigFactory.parseMap(Map.of("pekko.remote.artery", own))
                    .withFallback(ConfigFactory.parseReader(settings)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ThreadFactory daemons(String name) {
        return work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        };
    }
}
