package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.internal.Threads;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.ReentrantLock;

/** Causes the faults of a run of many rooms, at random, on a few threads. Thread-safe. */
final class RoomTrouble {
    private static final int STRIKERS = 3;
    private static final int MOST_REST_MILLIS = 400;
    private static final int SPAN_MILLIS = 300;
    private static final int CROWD = 100;

    private final RoomsRun run;
    private final List<RoomSlot> rooms;
    private final List<FaultKind> kinds = new ArrayList<>();
    private final Map<FaultKind, Integer> strikes = new EnumMap<>(FaultKind.class);
    private final Map<FaultKind, Integer> newStrikes = new EnumMap<>(FaultKind.class);
    private final List<Thread> threads = new ArrayList<>();

    /** Held while a room hangs, because the rooms of its thread must go on meanwhile, and so must not hang. */
    private final ReentrantLock oneHangs = new ReentrantLock();

    RoomTrouble(RoomsRun run, List<RoomSlot> rooms) {
        this.run = run;
        this.rooms = rooms;
        run.settings.kinds.forEach(fault -> kinds.addAll(Collections.nCopies(fault.weight, fault)));
    }

    void start() {
        for (int i = 0; i < STRIKERS && !kinds.isEmpty(); i++) {
            Random random = new Random(run.settings.seed + i);
            threads.add(new Thread(() -> strikeOnAndOn(random), "freestep-stress-faults-" + i));
        }
        threads.forEach(Thread::start);
    }

    /** Waits until all faults are undone. Call it after the clock was stopped. */
    void await() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void strikeOnAndOn(Random random) {
        while (run.clock.sleepUntil(run.clock.nanos() + random.nextInt(MOST_REST_MILLIS) * 1_000_000L)) {
            FaultKind fault = kinds.get(random.nextInt(kinds.size()));
            try {
                strike(fault, random);
            } catch (RuntimeException | Error e) {
                run.violations.add(Promise.FAULT, "the fault " + fault + " could not be caused: " + e);
            }
        }
    }

    private void strike(FaultKind fault, Random random) {
        if (fault.isOfTheMachine()) {
            count(fault);
            fault.strike(null, run.clock.span(SPAN_MILLIS * 1_000_000L), random);
        } else if (fault == FaultKind.CROWD) {
            count(fault);
            restartMany(random);
        } else if (fault == FaultKind.HANG) {
            ifFree(oneHangs, () -> strikeRoom(fault, random));
        } else {
            strikeRoom(fault, random);
        }
    }

    private void strikeRoom(FaultKind fault, Random random) {
        RoomSlot room = rooms.get(random.nextInt(rooms.size()));
        ifFree(room.lock, () -> {
            count(fault);
            fault.strike(room.ground(), run.clock.span(random.nextInt(SPAN_MILLIS) * 1_000_000L), random);
        });
    }

    /** Does nothing if another fault holds the lock. */
    private static void ifFree(ReentrantLock lock, Runnable cause) {
        if (lock.tryLock()) {
            try {
                cause.run();
            } finally {
                lock.unlock();
            }
        }
    }

    private void restartMany(Random random) {
        List<RoomSlot> crowd = new ArrayList<>(rooms);
        Collections.shuffle(crowd, random);
        List<Thread> closers = crowd.subList(0, Math.min(CROWD, crowd.size())).stream()
                .map(room -> new Thread(() -> ifFree(room.lock, room::restart), "freestep-stress-crowd"))
                .toList();
        closers.forEach(Thread::start);
        closers.forEach(closer -> Threads.join(closer, Long.MAX_VALUE));
    }

    private synchronized void count(FaultKind fault) {
        strikes.merge(fault, 1, Integer::sum);
        newStrikes.merge(fault, 1, Integer::sum);
    }

    /** Returns how often each kind has struck. */
    synchronized Map<FaultKind, Integer> strikes() {
        return new EnumMap<>(strikes);
    }

    /** Names the kinds that have struck since the last call. */
    synchronized String newStrikes() {
        StringBuilder names = new StringBuilder();
        newStrikes.forEach((fault, times) ->
                names.append(names.isEmpty() ? "" : ", ").append(fault).append(times == 1 ? "" : " x" + times));
        newStrikes.clear();
        return names.toString();
    }
}
