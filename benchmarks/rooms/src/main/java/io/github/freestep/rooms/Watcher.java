package io.github.freestep.rooms;

import io.github.freestep.net.RemoteStates;
import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import java.io.IOException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A client of a room. Senders send it after the room. If it hears none, it looks for the newest owner's address in the
 * store. It refuses states of older owners. For one thread. {@link #poll} does not block, but for the file system.
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
    private boolean hasJoined;

    /** The newest tick of the receiver that was seen. It never decreases, unlike the server's. */
    private long receivedTick = State.NO_TICK;

    private long address;
    private long owner;

    /** The owner before, until a new tick of the next one is seen; 0 if there is none. */
    private long leftOwner;

    private long heardNanos;
    private long lastNanos;
    private long lastTick = -1;
    private long lostTicks;

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
        if (now - lookNanos >= 0 && (remote == null || remote.status() != RemoteStates.Status.CONNECTED)) {
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
            seeAll(now);
        }
    }

    /** Sees all states that have come since the last time, so that a missing tick is seen. */
    private void seeAll(long now) {
        for (int age = reader.size() - 1; age >= 0; age--) {
            State state = reader.state(age);
            if (age == 0 || state.tick() > receivedTick) {
                see(state, now);
            }
        }
        receivedTick = reader.state(0).tick();
    }

    /** Whether the newest state has come a moment ago. */
    boolean isFresh() {
        return states > 0 && System.nanoTime() - heardNanos < FRESH_NANOS;
    }

    /** Looks for the room where the store says. A sender that has sent this watcher away is known by its owner. */
    private void follow(RoomStore.@Nullable Address there) throws IOException {
        if (there == null || there.owner() <= Math.max(address, owner)) {
            return;
        }
        leave();
        address = there.owner();
        remote = RemoteStates.builder(DemoWorld.LAYOUT)
                .server(there.host())
                .port(there.port())
                .key(store.key(room))
                .start();
        reader = remote.states().reader();
        hasJoined = false;
        receivedTick = State.NO_TICK;
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
        if (tick == State.NO_TICK) {
            return; // of a run before this one
        }
        if (!hasJoined) {
            hasJoined = true;
            lostTicks = Math.max(0, lastTick - remote.serverStartTick());
        }
        if (from > owner) {
            leftOwner = leftOwner == 0 ? owner : leftOwner;
            owner = from;
        }
        // A room that moves shows its last tick again while it waits for its watchers.
        if (leftOwner > 0 && tick != lastTick) {
            judge.arrived(new Judge.Arrival(room, leftOwner, from, now - lastNanos, lastTick, tick, lostTicks));
            leftOwner = 0;
            lostTicks = 0;
        }
        states++;
        if ((long) state.stepped(DemoWorld.STEPS)[0] != tick) {
            wrong++;
        }
        counted = (long) state.stepped(DemoWorld.INPUTS)[0];
        heardNanos = now;
        if (tick != lastTick) {
            lastTick = tick;
            lastNanos = now;
        }
    }

    /** Ends the watcher, and reports what it has counted. */
    void end() {
        leave();
        judge.watched(
                new Judge.Watched(room, states, wrong, refused, sent - refusedInputs - unknown, unknown, counted));
    }
}
