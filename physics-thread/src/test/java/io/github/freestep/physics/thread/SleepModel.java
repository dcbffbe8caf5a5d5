package io.github.freestep.physics.thread;

import static io.github.freestep.testing.WeakMemory.Mode.ACQUIRE_RELEASE;
import static io.github.freestep.testing.WeakMemory.Mode.OPAQUE;
import static io.github.freestep.testing.WeakMemory.Mode.RELEASE;
import static io.github.freestep.testing.WeakMemory.Mode.VOLATILE;

import io.github.freestep.testing.WeakMemory;
import io.github.freestep.testing.WeakMemory.Accesses;
import io.github.freestep.testing.WeakMemory.Mode;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Models how threads add a request each and signal it, and how the physics thread runs them and sleeps. A wake-up that
 * is lost ends in a thread that waits forever. The threads of a group have a list of the signalled runs besides.
 */
public final class SleepModel {
    /** The accesses of the code, with the weakest mode that each of them needs. */
    public enum Access {
        /** The queues of JCTools store a request like this. */
        ADD_REQUEST(RELEASE, "", ""),
        FENCE(VOLATILE, "PhysicsThread.signal VarHandle.fullFence", "Signals.add VarHandle.fullFence"),
        LOOK_FOR_SIGNAL(VOLATILE, "PhysicsThread.signal signalled.get", "Signals.add signalled.get"),
        SET_SIGNAL(VOLATILE, "PhysicsThread.signal signalled.compareAndSet", "Signals.add signalled.compareAndSet"),
        ADD_TO_LIST(VOLATILE, "", "Signals.add newest.compareAndSet"),
        LOOK_FOR_SLEEPER(VOLATILE, "PhysicsThread.sleepsDeeply volatile", "Signals.sleeper volatile"),
        LOOK(VOLATILE, "PhysicsThread.isDue signalled.get", "Signals.isEmpty newest.get"),
        TAKE(VOLATILE, "PhysicsThread.isDue signalled.getAndSet", "Signals.takeAll newest.getAndSet"),
        CLEAR(VOLATILE, "", "Signals.take signalled.set"),
        /** A pass looks into each queue like this, because the queues read with volatile semantics. */
        LOOK_INTO_QUEUE(VOLATILE, "", ""),
        MARK_SLEEP(VOLATILE, "PhysicsThread.sleepsDeeply volatile", "Signals.sleeper volatile"),
        LOOK_BEFORE_SLEEP(VOLATILE, "PhysicsThread.sleepDeeply signalled.get", "Signals.isEmpty newest.get"),
        END_SLEEP(OPAQUE, "PhysicsThread.sleepsDeeply volatile", "Signals.sleeper volatile");

        private final Mode mode;
        private final String alone;
        private final String inGroup;

        Access(Mode mode, String alone, String inGroup) {
            this.mode = mode;
            this.alone = alone;
            this.inGroup = inGroup;
        }
    }

    // Locations: the signal of the run, the list of signalled runs, the mark of the sleep, the permit to continue after
    // a park, and a queue for each request.
    private static final int SIGNALLED = 0;
    private static final int LIST = 1;
    private static final int SLEEPER = 2;
    private static final int PERMIT = 3;
    private static final int QUEUE = 4;

    private final boolean isGroup;
    private final Map<Access, Mode> modes = new EnumMap<>(Access.class);
    private boolean marksSleepLate;

    public SleepModel(boolean isGroup) {
        this.isGroup = isGroup;
        Arrays.stream(Access.values()).forEach(access -> modes.put(access, access.mode));
    }

    public SleepModel with(Access access, Mode mode) {
        modes.put(access, mode);
        return this;
    }

    /** Plants a bug: the worker marks that it sleeps only after it has looked. */
    public SleepModel marksSleepLate() {
        marksSleepLate = true;
        return this;
    }

    /** Returns the accesses that the code must have for this model. */
    public Set<String> code() {
        Set<String> code = new TreeSet<>();
        Arrays.stream(Access.values()).forEach(access -> code.add(isGroup ? access.inGroup : access.alone));
        code.remove("");
        return code;
    }

    /** Explores all executions with one request, then with two. */
    public void explore() {
        for (int requests = 1; requests <= 2; requests++) {
            int all = requests;
            WeakMemory.Program program = (memory, own) ->
                    memory.thread == all ? work(memory, own, all) : own[0]++ == 0 && request(memory, memory.thread);
            new WeakMemory(new long[QUEUE + all], new long[0], new long[all + 1][1], program)
                    .explore(end -> {}, Integer.MAX_VALUE);
        }
    }

    private boolean request(Accesses memory, int request) {
        memory.store(QUEUE + request, 1, modes.get(Access.ADD_REQUEST));
        memory.fence(modes.get(Access.FENCE));
        if (memory.load(SIGNALLED, modes.get(Access.LOOK_FOR_SIGNAL)) == 0
                && memory.compareAndSet(SIGNALLED, 0, 1, modes.get(Access.SET_SIGNAL))) {
            memory.compareAndSet(LIST, 0, 1, isGroup ? modes.get(Access.ADD_TO_LIST) : Mode.NONE);
            if (memory.load(SLEEPER, modes.get(Access.LOOK_FOR_SLEEPER)) == 1) {
                memory.getAndUpdate(PERMIT, old -> 1, ACQUIRE_RELEASE);
            }
        }
        return true;
    }

    /** Looks once, and runs a pass or sleeps. The own state is the set of the requests that were run. */
    private boolean work(Accesses memory, long[] own, int requests) {
        int signal = isGroup ? LIST : SIGNALLED;
        if (Long.bitCount(own[0]) == requests) {
            return false;
        }
        if (memory.load(signal, modes.get(Access.LOOK)) == 1
                && memory.getAndUpdate(signal, old -> 0, modes.get(Access.TAKE)) == 1) {
            memory.store(SIGNALLED, 0, isGroup ? modes.get(Access.CLEAR) : Mode.NONE);
            for (int i = 0; i < requests; i++) {
                boolean isNew = (own[0] >>> i & 1) == 0;
                own[0] |= isNew ? memory.load(QUEUE + i, modes.get(Access.LOOK_INTO_QUEUE)) << i : 0;
            }
            return true;
        }
        memory.store(SLEEPER, 1, marksSleepLate ? Mode.NONE : modes.get(Access.MARK_SLEEP));
        if (memory.load(signal, modes.get(Access.LOOK_BEFORE_SLEEP)) == 0) {
            memory.store(SLEEPER, 1, marksSleepLate ? modes.get(Access.MARK_SLEEP) : Mode.NONE);
            memory.await(PERMIT, 1, 0);
        }
        memory.store(SLEEPER, 0, modes.get(Access.END_SLEEP));
        return true;
    }
}
