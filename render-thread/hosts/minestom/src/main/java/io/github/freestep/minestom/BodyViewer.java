package io.github.freestep.minestom;

import net.minestom.server.entity.Player;
import net.minestom.server.network.packet.client.ClientPacket;
import net.minestom.server.network.packet.client.common.ClientPongPacket;
import net.minestom.server.network.packet.client.play.ClientTickEndPacket;
import net.minestom.server.network.packet.server.common.PingPacket;
import net.minestom.server.network.player.GameProfile;
import net.minestom.server.network.player.PlayerConnection;

/**
 * A player to whom {@link BodyDisplays} shows bodies, between the ticks of that player's client. If you have a class of
 * players, let it extend this one. Another player sees a body only where it was when it appeared. See the example of
 * {@link BodyDisplays}.
 */
public class BodyViewer extends Player {
    private static final int TICKS_PER_PING = 20;

    final ClientTicks ticks = new ClientTicks();

    /** When the next places are due. For the thread that shows bodies. */
    volatile long dueNanos = System.nanoTime();

    private int shows;

    /**
     * Makes a player, as the server's provider of players does.
     *
     * @param connection to the client
     * @param profile who that is
     */
    public BodyViewer(PlayerConnection connection, GameProfile profile) {
        super(connection, profile);
    }

    /** Called by the thread that reads. The thread of the game would take the packets only in its next tick. */
    @Override
    public void addPacketToQueue(ClientPacket packet) {
        if (packet instanceof ClientPongPacket pong) {
            ticks.answered(pong.id(), System.nanoTime());
            return;
        }
        if (packet instanceof ClientTickEndPacket) {
            ticks.ended(System.nanoTime());
        }
        super.addPacketToQueue(packet);
    }

    /** Chooses the time of the next places, which is not before the last tick, also after a long stall. */
    void isShown(long nowNanos) {
        dueNanos = Math.max(ticks.next(dueNanos), nowNanos - ClientTicks.NANOS);
        if (shows++ % TICKS_PER_PING == 0) {
            sendPacket(new PingPacket(ticks.asks(System.nanoTime())));
        }
    }
}
