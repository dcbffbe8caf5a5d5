package io.github.freestep.net.link;

import java.util.ArrayDeque;
import java.util.Queue;

/** The numbers of players whom a server or a sequencer keeps out until it ends. */
public final class DroppedPlayers {
    /** More of them would be a case for a firewall. */
    private static final int MOST = 1_024;

    private final Queue<Long> newest = new ArrayDeque<>();

    /** Keeps a player out, once, so that one player does not let others in again. */
    public void add(long player) {
        newest.remove(player);
        if (newest.size() == MOST) {
            newest.remove();
        }
        newest.add(player);
    }

    public boolean contains(long player) {
        return newest.contains(player);
    }
}
