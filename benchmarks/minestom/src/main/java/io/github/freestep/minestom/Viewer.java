package io.github.freestep.minestom;

import java.util.concurrent.atomic.AtomicReferenceArray;
import net.minestom.server.coordinate.Pos;
import net.minestom.server.entity.Player;
import net.minestom.server.network.packet.client.ClientPacket;
import net.minestom.server.network.packet.client.common.ClientPongPacket;
import net.minestom.server.network.packet.client.play.ClientTickEndPacket;
import net.minestom.server.network.packet.server.common.PingPacket;
import net.minestom.server.network.player.GameProfile;
import net.minestom.server.network.player.PlayerConnection;
import org.joml.Quaternionf;
import org.jspecify.annotations.Nullable;

/** A player to whom bodies are shown between the ticks of that player's client. */
final class Viewer extends Player {
    private static final int TICKS_PER_PING = 20;

    /** What a client knows of a body. */
    static final class Shown {
        final DisplayedBody body;
        Pos place = Pos.ZERO;
        final Quaternionf turn = new Quaternionf(0, 0, 0, 0);

        Shown(DisplayedBody body) {
            this.body = body;
        }
    }

    final ClientTicks ticks = new ClientTicks();
    private final AtomicReferenceArray<@Nullable Shown> shown = new AtomicReferenceArray<>(Crates.LAYOUT.capacity());

    /** When the next places are due. For the thread that shows bodies. */
    private long dueNanos = System.nanoTime();

    private int shows;

    Viewer(PlayerConnection connection, GameProfile profile) {
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

    long dueNanos() {
        return dueNanos;
    }

    /** Chooses the time of the next places, which is not before the last tick, also after a long stall. */
    void isShown(long nowNanos) {
        dueNanos = Math.max(ticks.next(dueNanos), nowNanos - ClientTicks.NANOS);
        if (shows++ % TICKS_PER_PING == 0) {
            sendPacket(new PingPacket(ticks.asks(System.nanoTime())));
        }
    }

    /** Returns what the client knows of the body in a slot. */
    Shown shown(int slot, DisplayedBody body) {
        Shown known = shown.get(slot);
        if (known == null || known.body != body) {
            known = new Shown(body);
            shown.set(slot, known);
        }
        return known;
    }

    /** The client has just got the body in a slot, so the next place is sent in any case. For any thread. */
    void forget(int slot) {
        shown.set(slot, null);
    }
}
