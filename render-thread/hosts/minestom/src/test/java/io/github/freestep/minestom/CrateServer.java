package io.github.freestep.minestom;

import java.util.ArrayList;
import java.util.List;
import net.minestom.server.Auth;
import net.minestom.server.MinecraftServer;
import net.minestom.server.coordinate.Pos;
import net.minestom.server.entity.GameMode;
import net.minestom.server.event.player.AsyncPlayerConfigurationEvent;
import net.minestom.server.instance.InstanceContainer;
import net.minestom.server.instance.block.Block;

/** A server for unmodified clients, on which players push crates. Argument: the port. */
public final class CrateServer implements AutoCloseable {
    static {
        // Otherwise Minestom sends what is queued only twice per tick of the game.
        System.setProperty("minestom.new-socket-write-lock", "true");
    }

    /** The height of the ground. */
    static final int FLOOR = 40;

    final List<InstanceContainer> instances = new ArrayList<>();
    final List<Crates> rooms = new ArrayList<>();

    CrateServer(int port, int count) {
        MinecraftServer server = MinecraftServer.init(new Auth.Offline());
        MinecraftServer.setCompressionThreshold(0);
        MinecraftServer.getConnectionManager().setPlayerProvider(BodyViewer::new);
        for (int i = 0; i < count; i++) {
            InstanceContainer instance = MinecraftServer.getInstanceManager().createInstanceContainer();
            instance.setGenerator(unit -> unit.modifier().fillHeight(0, FLOOR, Block.STONE));
            instances.add(instance);
            rooms.add(new Crates(instance));
            rooms.get(i).letPlayersPush(instance);
        }
        MinecraftServer.getGlobalEventHandler().addListener(AsyncPlayerConfigurationEvent.class, event -> {
            event.setSpawningInstance(instances.get(0));
            event.getPlayer().setRespawnPoint(new Pos(-4, FLOOR, 0));
            event.getPlayer().setGameMode(GameMode.CREATIVE);
        });
        server.start("127.0.0.1", port);
    }

    /** Starts the server with one instance, and a pile of crates. */
    public static void main(String[] args) {
        CrateServer server = new CrateServer(args.length == 0 ? 25_565 : Integer.parseInt(args[0]), 1);
        for (int i = 0; i < 20; i++) {
            server.rooms.get(0).drop(4 + 0.2 * (i % 3), FLOOR + 10 + 1.5 * i, 4);
        }
    }

    @Override
    public void close() {
        rooms.forEach(Crates::close);
        MinecraftServer.stopCleanly();
    }
}
