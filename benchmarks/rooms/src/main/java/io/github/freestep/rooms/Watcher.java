package io.github.freestep.rooms;

import io.github.freestep.net.RemoteStates;
import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import java.io.IOException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A client of a room. It looks for the newest owner's address in the store, follows the room there, and refuses states
 * of older owners. For one thread. {@link #poll} does not block, but for the file system.
 */
final class Watcher {
    private static final long FRESH_NANOS = 1_000_000_000;
    private static final long LOOK_NANOS = 50_000_000;
    private static final long INPUT_NANOS = 50_000_000;

    private final int room;
    private final RoomStore store;
    private final Judge judge;
    private final Executor closer;

    private @Nullable RemoteStates remote;
    private @Nullable StateReader reader;
    private long address;
    private long owner;
    private long lastNanos;
    private long lastTick = -1;
    private long states;
    private long wrong;
    private long refused;
    private long sent;
    private long refusedInputs;
    private long unknown;
    private long counted;
    private long lookNanos = System.nanoTime();
    private long inputNanos = lookNanos;

    Watcher(int room, RoomStore store, Judge judge, Executor closer) {
        this.room = room;
        this.store = store;
        this.judge = judge;
        this.closer = closer;
    }

    void poll(boolean sendInput) throws IOException {
        long now = System.nanoTime();
        if (now - lookNanos >= 0) {
            lookNanos = now + LOOK_NANOS;
            follow(store.address(room));
        }
        if (remote == null) {
            return;
        }
        if (sendInput && now - inputNanos >= 0 && remote.input().isConnected()) {
            inputNanos = now + INPUT_NANOS;
            if (remote.input().action(1, 1)) {
                sent++;
            }
        }
        if (reader.acquire()) {
            see(reader.state(0), now);
        }
    }

    /** Whether the newest state has come a moment ago. */
    boolean isFresh() {
        return states > 0 && System.nanoTime() - lastNanos < FRESH_NANOS;
    }

    private void follow(RoomStore.@Nullable Address there) {
        if (there == null || there.owner() <= address) {
            return;
        }
        leave();
        address = there.owner();
        remote = RemoteStates.builder(DemoWorld.LAYOUT)
                .server(there.host())
                .port(there.port())
                .start();
        reader = remote.states().reader();
    }

    private void leave() {
        RemoteStates old = remote;
        if (old != null) {
            unknown += old.input().unacknowledged() + old.input().lost();
            refusedInputs += old.input().refusedByServer();
            reader.close();
            closer.execute(old::close); // waits for its thread
        }
    }

    private void see(State state, long now) {
        long from = (long) state.stepped(DemoWorld.OWNER)[0];
        if (from < owner) {
            refused++;
            return;
        }
        long tick = remote.serverTick(state.tick());
        if (from > owner) {
            if (lastTick >= 0) {
                judge.arrived(new Judge.Arrival(room, owner, from, now - lastNanos, lastTick, tick));
            }
            owner = from;
        }
        states++;
        if ((long) state.stepped(DemoWorld.STEPS)[0] != tick) {
            wrong++;
        }
        counted = (long) state.stepped(DemoWorld.INPUTS)[0];
        lastTick = tick;
        lastNanos = now;
    }

    /** Ends the watcher, and reports what it has counted. */
    void end() {
        leave();
        judge.watched(
                new Judge.Watched(room, states, wrong, refused, sent - refusedInputs - unknown, unknown, counted));
    }
}
