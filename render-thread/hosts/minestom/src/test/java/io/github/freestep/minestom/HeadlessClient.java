package io.github.freestep.minestom;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.DataFormatException;
import net.minestom.server.MinecraftServer;
import net.minestom.server.coordinate.Pos;
import net.minestom.server.entity.Metadata;
import net.minestom.server.entity.MetadataDef;
import net.minestom.server.network.ConnectionState;
import net.minestom.server.network.NetworkBuffer;
import net.minestom.server.network.packet.PacketReading;
import net.minestom.server.network.packet.PacketWriting;
import net.minestom.server.network.packet.client.ClientPacket;
import net.minestom.server.network.packet.client.common.ClientKeepAlivePacket;
import net.minestom.server.network.packet.client.common.ClientPongPacket;
import net.minestom.server.network.packet.client.configuration.ClientFinishConfigurationPacket;
import net.minestom.server.network.packet.client.configuration.ClientSelectKnownPacksPacket;
import net.minestom.server.network.packet.client.handshake.ClientHandshakePacket;
import net.minestom.server.network.packet.client.login.ClientLoginAcknowledgedPacket;
import net.minestom.server.network.packet.client.login.ClientLoginStartPacket;
import net.minestom.server.network.packet.client.play.ClientChunkBatchReceivedPacket;
import net.minestom.server.network.packet.client.play.ClientPlayerLoadedPacket;
import net.minestom.server.network.packet.client.play.ClientPlayerPositionPacket;
import net.minestom.server.network.packet.client.play.ClientTeleportConfirmPacket;
import net.minestom.server.network.packet.client.play.ClientTickEndPacket;
import net.minestom.server.network.packet.server.ServerPacket;
import net.minestom.server.network.packet.server.common.KeepAlivePacket;
import net.minestom.server.network.packet.server.common.PingPacket;
import net.minestom.server.network.packet.server.configuration.FinishConfigurationPacket;
import net.minestom.server.network.packet.server.configuration.SelectKnownPacksPacket;
import net.minestom.server.network.packet.server.configuration.UpdateEnabledFeaturesPacket;
import net.minestom.server.network.packet.server.login.LoginSuccessPacket;
import net.minestom.server.network.packet.server.play.ChunkBatchFinishedPacket;
import net.minestom.server.network.packet.server.play.DestroyEntitiesPacket;
import net.minestom.server.network.packet.server.play.EntityMetaDataPacket;
import net.minestom.server.network.packet.server.play.EntityPositionSyncPacket;
import net.minestom.server.network.packet.server.play.PlayerPositionAndLookPacket;
import net.minestom.server.network.packet.server.play.SpawnEntityPacket;
import org.joml.Quaternionf;
import org.jspecify.annotations.Nullable;

/** A player without a screen, who speaks the protocol of the game over a socket, and notes where entities are. */
final class HeadlessClient implements AutoCloseable {
    /** The number of this value in the data of a display. */
    private static final int MOVE_TICKS = 10;

    private final SocketChannel socket;
    private final Thread reading = new Thread(this::read, "headless-client");
    private final Map<Integer, Pos> known = new ConcurrentHashMap<>();
    private final Map<Integer, Integer> moveTicks = new ConcurrentHashMap<>();
    private final Map<Integer, Quaternionf> turns = new ConcurrentHashMap<>();
    private ConnectionState state = ConnectionState.LOGIN;
    private List<SelectKnownPacksPacket.Entry> knownPacks = List.of();
    private volatile boolean plays;
    private volatile Throwable failure;

    HeadlessClient(int port, String name) throws IOException {
        socket = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
        send(
                ConnectionState.HANDSHAKE,
                new ClientHandshakePacket(
                        MinecraftServer.PROTOCOL_VERSION, "127.0.0.1", port, ClientHandshakePacket.Intent.LOGIN));
        send(ConnectionState.LOGIN, new ClientLoginStartPacket(name, UUID.randomUUID()));
        reading.start();
    }

    private synchronized void send(ConnectionState in, ClientPacket packet) throws IOException {
        NetworkBuffer bytes = PacketWriting.allocateTrimmedPacket(in, packet, 0);
        while (!bytes.writeChannel(socket)) {
            Thread.onSpinWait();
        }
    }

    private void read() {
        NetworkBuffer buffer = NetworkBuffer.resizableBuffer(1 << 22, MinecraftServer.getRegistries());
        try {
            while (buffer.readChannel(socket) >= 0) {
                PacketReading.Result<ServerPacket> result;
                do {
                    result = PacketReading.readServer(buffer, state, false);
                    if (result instanceof PacketReading.Result.Success<ServerPacket> read) {
                        take(read.packets().get(0).packet());
                    } else if (result instanceof PacketReading.Result.Failure<ServerPacket> failed) {
                        buffer.resize(Math.max(failed.requiredCapacity(), 2 * buffer.capacity()));
                    }
                } while (result instanceof PacketReading.Result.Success && buffer.readableBytes() > 0);
                buffer.compact();
            }
            throw new EOFException("the server has closed the connection");
        } catch (AsynchronousCloseException e) {
            // Closed.
        } catch (IOException | DataFormatException | RuntimeException e) {
            failure = e;
        }
    }

    private void take(ServerPacket packet) throws IOException {
        switch (packet) {
            case LoginSuccessPacket login -> {
                send(state, new ClientLoginAcknowledgedPacket());
                state = ConnectionState.CONFIGURATION;
            }
            case SelectKnownPacksPacket packs -> knownPacks = packs.entries();
            // Minestom loses an answer that comes before it has noted its request, as it has when it sends this.
            case UpdateEnabledFeaturesPacket features -> send(state, new ClientSelectKnownPacksPacket(knownPacks));
            case FinishConfigurationPacket finish -> {
                send(state, new ClientFinishConfigurationPacket());
                state = ConnectionState.PLAY;
            }
            case PingPacket ping -> send(state, new ClientPongPacket(ping.id()));
            case KeepAlivePacket alive -> send(state, new ClientKeepAlivePacket(alive.id()));
            case PlayerPositionAndLookPacket at -> {
                send(state, new ClientTeleportConfirmPacket(at.teleportId()));
                if (!plays) {
                    send(state, new ClientPlayerLoadedPacket());
                    plays = true;
                }
            }
            case ChunkBatchFinishedPacket batch -> send(state, new ClientChunkBatchReceivedPacket(64));
            case SpawnEntityPacket spawned -> known.put(spawned.entityId(), spawned.position());
            case EntityPositionSyncPacket moved ->
                known.put(moved.entityId(), moved.position().asPos());
            case EntityMetaDataPacket data -> {
                if (data.entries().get(MOVE_TICKS) instanceof Metadata.Entry<?> entry) {
                    moveTicks.put(data.entityId(), (Integer) entry.value());
                }
                if (data.entries().get(MetadataDef.Display.ROTATION_LEFT.index()) instanceof Metadata.Entry<?> entry) {
                    float[] turn = (float[]) entry.value();
                    turns.put(data.entityId(), new Quaternionf(turn[0], turn[1], turn[2], turn[3]));
                }
            }
            case DestroyEntitiesPacket destroyed -> destroyed.entityIds().forEach(turns::remove);
            default -> {}
        }
    }

    boolean plays() {
        if (failure != null) {
            throw new IllegalStateException("the client must read all packets", failure);
        }
        return plays;
    }

    /** Where the entity is, as far as the client knows; null if it has not seen it. */
    Pos place(int entity) {
        return known.get(entity);
    }

    /** How a display is turned, as far as the client knows; null if the client does not have it. */
    @Nullable Quaternionf turn(int entity) {
        return turns.get(entity);
    }

    /** Within how many of its ticks the client moves the entity to a new place; 0 if it has not seen it. */
    int moveTicks(int entity) {
        return moveTicks.getOrDefault(entity, 0);
    }

    void walkTo(double x, double y, double z) throws IOException {
        send(ConnectionState.PLAY, new ClientPlayerPositionPacket(new Pos(x, y, z), true, false));
    }

    /** Says that a tick of the client has ended. */
    void tick() throws IOException {
        send(ConnectionState.PLAY, new ClientTickEndPacket());
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
