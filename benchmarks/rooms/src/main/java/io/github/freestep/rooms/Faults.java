package io.github.freestep.rooms;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Does something bad to the nodes or to their store at equal intervals, and measures how long rooms and pictures need
 * to recover. For one thread, but any may call {@link #undo}.
 */
final class Faults {
    /** How long a process stands still, and a store fails: for longer than any lease. */
    private static final double FAULT_SECONDS = 5;

    private static final int DAMAGED_ROOMS = 3;

    private enum Kind {
        KILL,
        KILL_ALL,
        FREEZE,
        DAMAGE,
        FAIL_STORE
    }

    private interface Undo {
        void run() throws IOException;
    }

    private final double everySeconds;
    private final Random random;
    private final Judge judge;
    private final StoreFaults store;
    private final int rooms;

    /** The kinds that are to come until each of them has come as often as the others. */
    private final List<Kind> coming = new ArrayList<>();

    private double nextSecond;
    private Undo undo = () -> {};
    private double undoSecond = Double.POSITIVE_INFINITY;

    /** What was done last; empty if all recovered, which was printed. */
    private String name = "";

    private long faultNanos;
    private boolean areRoomsBack = true;
    private long roomsNanos;
    private boolean arePicturesBack = true;
    private long picturesNanos;

    /** @param everySeconds 0 for no faults */
    Faults(int everySeconds, Random random, Judge judge, StoreFaults store, int rooms) {
        this.everySeconds = everySeconds;
        this.random = random;
        this.judge = judge;
        this.store = store;
        this.rooms = rooms;
        nextSecond = everySeconds;
    }

    /**
     * Does what is due. Call it often.
     *
     * @param lastSecond when faults are to end, so that all can recover
     */
    synchronized void poll(double second, double lastSecond, List<NodeProcess> living, Clients clients)
            throws IOException {
        if (second >= undoSecond) {
            undo();
        }
        if (everySeconds > 0 && second >= nextSecond && second < lastSecond) {
            nextSecond += everySeconds;
            undo();
            undoSecond = second + FAULT_SECONDS;
            begin(living, clients);
        }
        long now = System.nanoTime();
        if (!areRoomsBack && judge.running() == rooms) {
            areRoomsBack = true;
            roomsNanos = now;
        }
        if (areRoomsBack && !arePicturesBack && clients.haveMovedSince(roomsNanos)) {
            arePicturesBack = true;
            picturesNanos = now;
        }
        if (arePicturesBack && !isPending() && !name.isEmpty()) {
            System.out.printf(
                    "%s: rooms back after %.2f s, pictures %.2f s later, stood still for at most %.2f s%n",
                    name,
                    (roomsNanos - faultNanos) / 1e9,
                    (picturesNanos - roomsNanos) / 1e9,
                    clients.takeLongestNanos() / 1e9);
            name = "";
        }
    }

    /** Whether something is stopped, damaged or full. */
    boolean isPending() {
        return undoSecond < Double.POSITIVE_INFINITY;
    }

    /** Ends what the newest fault has begun. */
    synchronized void undo() throws IOException {
        undoSecond = Double.POSITIVE_INFINITY;
        Undo last = undo;
        undo = () -> {};
        last.run();
    }

    private void begin(List<NodeProcess> living, Clients clients) throws IOException {
        if (!name.isEmpty()) {
            System.out.println(name + ": not all was back before the next fault");
        }
        clients.takeLongestNanos();
        areRoomsBack = false;
        arePicturesBack = false;
        faultNanos = System.nanoTime();
        NodeProcess any = living.get(random.nextInt(living.size()));
        switch (nextKind()) {
            case KILL -> {
                name = "kill -9 of one of " + living.size();
                any.kill();
            }
            case KILL_ALL -> {
                name = "kill -9 of all " + living.size();
                living.forEach(NodeProcess::kill);
            }
            case FREEZE -> {
                name = "SIGSTOP of one of " + living.size();
                undo = () -> any.freeze(false);
                any.freeze(true);
            }
            case DAMAGE -> {
                name = "damaged saves and kill -9 of one of " + living.size();
                damage(any);
            }
            case FAIL_STORE -> {
                name = store.failure();
                if (store.stopsRooms()) {
                    judge.storeStopped();
                }
                undo = store::recover;
                store.fail();
            }
        }
    }

    private Kind nextKind() throws IOException {
        if (coming.isEmpty()) {
            coming.addAll(List.of(Kind.values()));
            Collections.shuffle(coming, random);
            if (!store.canFail()) {
                coming.remove(Kind.FAIL_STORE);
            }
        }
        return coming.remove(0);
    }

    /** Damages saves of rooms that no node saves meanwhile. They must not start before they are repaired. */
    private void damage(NodeProcess node) throws IOException {
        int[] damaged = IntStream.range(0, rooms)
                .filter(room -> judge.node(room) == node.number())
                .limit(DAMAGED_ROOMS)
                .toArray();
        node.freeze(true);
        for (int room : damaged) {
            store.flip(room);
        }
        node.kill();
        undo = () -> {
            for (int room : damaged) {
                judge.repairing(room);
                store.flip(room);
            }
        };
    }
}
