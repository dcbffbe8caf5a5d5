package io.github.freestep.minestom;

import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.render.FrameSampler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import net.minestom.server.Auth;
import net.minestom.server.MinecraftServer;
import net.minestom.server.coordinate.Pos;
import net.minestom.server.entity.GameMode;
import net.minestom.server.entity.Player;
import net.minestom.server.event.instance.InstanceBlockUpdateEvent;
import net.minestom.server.event.player.AsyncPlayerConfigurationEvent;
import net.minestom.server.instance.InstanceContainer;
import net.minestom.server.instance.block.Block;

/**
 * A server of a block game, for unmodified clients, on which crates fall, stand on blocks, and are pushed by players.
 * Each instance is a room, and all rooms share the threads of one group. Argument: the port.
 */
public final class BlockServer implements AutoCloseable {
    static {
        // Otherwise Minestom sends what is queued only twice per tick of the game.
        System.setProperty("minestom.new-socket-write-lock", "true");
    }

    /** The height of the ground. */
    static final int FLOOR = 40;

    /** How long a new player may have to wait for the first places. */
    private static final long NEW_PLAYER_NANOS = 10_000_000;

    private static final double FERRY_HEIGHT = FLOOR + 6;

    private final PhysicsGroup threads = PhysicsGroup.open(1);
    private final Thread showing = new Thread(this::show, "show-bodies");
    private volatile boolean isClosed;
    final List<Room> rooms = new ArrayList<>();

    BlockServer(int port, int instances) {
        MinecraftServer server = MinecraftServer.init(new Auth.Offline());
        MinecraftServer.setCompressionThreshold(0);
        MinecraftServer.getConnectionManager().setPlayerProvider(Viewer::new);
        for (int i = 0; i < instances; i++) {
            InstanceContainer instance = MinecraftServer.getInstanceManager().createInstanceContainer();
            instance.setGenerator(unit -> unit.modifier().fillHeight(0, FLOOR, Block.STONE));
            rooms.add(new Room(instance, threads, FERRY_HEIGHT));
        }
        MinecraftServer.getGlobalEventHandler()
                .addListener(InstanceBlockUpdateEvent.class, event -> rooms.forEach(room -> room.changed(event)))
                .addListener(AsyncPlayerConfigurationEvent.class, event -> {
                    event.setSpawningInstance(rooms.get(0).instance);
                    event.getPlayer().setRespawnPoint(new Pos(-4, FLOOR, 0));
                    event.getPlayer().setGameMode(GameMode.CREATIVE);
                });
        server.start("127.0.0.1", port);
        showing.start();
    }

    /** Shows the bodies of all rooms to each player at evenly spaced times, however late this thread is. */
    private void show() {
        List<FrameSampler> samplers = rooms.stream().map(Room::sampler).toList();
        long shownNanos = System.nanoTime();
        while (!isClosed) {
            long untilNanos = System.nanoTime() + NEW_PLAYER_NANOS;
            Viewer first = null;
            int of = 0;
            for (int i = 0; i < rooms.size(); i++) {
                for (Player player : rooms.get(i).instance.getPlayers()) {
                    if (player instanceof Viewer viewer && viewer.dueNanos() - untilNanos < 0) {
                        untilNanos = viewer.dueNanos();
                        first = viewer;
                        of = i;
                    }
                }
            }
            for (long left; (left = untilNanos - System.nanoTime()) > 0 && !isClosed; ) {
                LockSupport.parkNanos(left);
            }
            if (first != null) {
                // A new player is due since the connection was made, but a sampler takes no time before its last one.
                shownNanos = Math.max(shownNanos, untilNanos);
                try {
                    rooms.get(of).show(first, samplers.get(of).sample(shownNanos));
                } catch (RuntimeException e) {
                    MinecraftServer.getExceptionManager().handleException(e); // the others must be shown
                }
                first.isShown(System.nanoTime());
            }
        }
        samplers.forEach(FrameSampler::close);
    }

    /** Starts the server with one instance, and a pile of crates. */
    public static void main(String[] args) {
        BlockServer server = new BlockServer(args.length == 0 ? 25_565 : Integer.parseInt(args[0]), 1);
        for (int i = 0; i < 20; i++) {
            server.rooms.get(0).drop(4 + 0.2 * (i % 3), FLOOR + 10 + 1.5 * i, 4);
        }
    }

    @Override
    public void close() {
        isClosed = true;
        LockSupport.unpark(showing);
        try {
            showing.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        rooms.forEach(Room::close);
        threads.close();
        MinecraftServer.stopCleanly();
    }
}
