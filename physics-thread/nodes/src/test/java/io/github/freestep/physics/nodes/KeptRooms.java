package io.github.freestep.physics.nodes;

import io.github.freestep.time.NanoClock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/** Starts rooms without threads, and keeps what was reported of them. */
class KeptRooms implements RoomKeeper.Starter, RoomEvents {
    final List<KeptRoom> started = new ArrayList<>();
    final List<Throwable> problems = new ArrayList<>();
    final List<Long> standStills = new ArrayList<>();
    boolean starts = true;
    Executor worker = Runnable::run;
    Executor asker = Runnable::run;

    RoomKeeper keeper(int room, RoomStore store, NodeBeats beats, NanoClock clock) {
        return new RoomKeeper(room, beats, store, this, this, clock, worker, asker);
    }

    static NodeBeats beats(Path folder, String node, NanoClock clock) {
        return new NodeBeats(FileRoomStore.in(folder), node, clock);
    }

    /** Writes and notes beats, as two timers of a node do. */
    static void look(NodeBeats beats) {
        beats.write();
        beats.read();
    }

    static Save newest(RoomStore store, int room) throws IOException {
        return Save.of(store.read(room).save());
    }

    KeptRoom newest() {
        return started.get(started.size() - 1);
    }

    @Override
    public RoomKeeper.Room start(int room, long owner, Save from, Lease lease) throws IOException {
        if (!starts) {
            throw new IOException("no port is free");
        }
        started.add(new KeptRoom(owner, from, lease));
        return newest();
    }

    @Override
    public void problem(int room, Throwable problem) {
        problems.add(problem);
    }

    @Override
    public void stoodStill(long nanos) {
        standStills.add(nanos);
    }
}
