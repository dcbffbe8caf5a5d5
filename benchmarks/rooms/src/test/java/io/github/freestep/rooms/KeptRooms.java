package io.github.freestep.rooms;

import io.github.freestep.time.NanoClock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Starts rooms without threads, and keeps what was reported of them. */
class KeptRooms implements RoomKeeper.Starter, RoomKeeper.Listener {
    final List<KeptRoom> started = new ArrayList<>();
    final List<Throwable> problems = new ArrayList<>();
    final List<Long> standStills = new ArrayList<>();
    boolean starts = true;
    Executor worker = Runnable::run;

    RoomKeeper keeper(int room, RoomStore store, NanoClock clock) {
        return keeper(room, store, beats(store, clock), clock);
    }

    RoomKeeper keeper(int room, RoomStore store, NodeBeats beats, NanoClock clock) {
        return new RoomKeeper(room, beats, store, this, this, clock, worker);
    }

    static NodeBeats beats(RoomStore store, NanoClock clock) {
        return new NodeBeats(store, "this node", clock);
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
    public void began(int room, long owner, Save from) {}

    @Override
    public void saved(int room, long owner, Save save) {}

    @Override
    public void ended(int room, long owner, RoomKeeper.End end, @Nullable Save last) {}

    @Override
    public void problem(int room, Throwable problem) {
        problems.add(problem);
    }

    @Override
    public void stoodStill(long nanos) {
        standStills.add(nanos);
    }
}
