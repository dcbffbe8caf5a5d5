package io.github.freestep.rooms;

import io.github.freestep.physics.nodes.FileRoomStore;
import io.github.freestep.physics.nodes.RoomStore;
import io.github.freestep.time.NanoClock;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
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

    RoomKeeper keeper(int room, RoomStore store, NodeBeats beats, NanoClock clock) {
        return new RoomKeeper(room, beats, store, this, this, clock, worker);
    }

    static NodeBeats beats(Path folder, String node, NanoClock clock) {
        return new NodeBeats(FileRoomStore.in(folder), new NodeFiles(folder), node, "", clock);
    }

    /** What happens before each call of a store. */
    interface Before {
        void call(String name, Object[] arguments) throws IOException;
    }

    /** Returns the same store, which first does something else, or refuses a call. */
    static RoomStore watched(RoomStore store, Before before) {
        return (RoomStore) Proxy.newProxyInstance(
                RoomStore.class.getClassLoader(), new Class<?>[] {RoomStore.class}, (proxy, method, arguments) -> {
                    before.call(method.getName(), arguments);
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
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
