package io.github.freestep.nodes.demo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Does something bad to the nodes or to their saves at equal intervals, and measures how long rooms and pictures need
 * to recover. For one thread, but any may call {@link #close}.
 */
final class Faults {
    /** How long a process stands still: for longer than any lease. */
    private static final long FAULT_NANOS = 5_000_000_000L;

    /** How long lines of a frozen node may be on their way. */
    private static final long LINES_MILLIS = 200;

    private static final int DAMAGED_ROOMS = 3;

    private enum Kind {
        KILL,
        KILL_ALL,
        FREEZE,
        DAMAGE
    }

    private interface Undo {
        void run() throws IOException;
    }

    private final double everySeconds;
    private final Random random;
    private final Judge judge;
    private final @Nullable SavedFiles saves;
    private final int rooms;

    /** The kinds that are still to come in this round, in which each comes once. */
    private final List<Kind> coming = new ArrayList<>();

    private double nextSecond;
    private Undo undo = () -> {};
    private boolean isPending;
    private long undoNanos;
    private boolean isClosed;

    /** The newest fault; empty once all has recovered and that was printed. */
    private String name = "";

    private long faultNanos;
    private boolean areRoomsBack = true;
    private long roomsNanos;
    private boolean arePicturesBack = true;
    private long picturesNanos;

    /**
     * @param everySeconds 0 for no faults
     * @param saves what to damage; null for the rows of a database, which only its owner should touch
     */
    Faults(int everySeconds, Random random, Judge judge, @Nullable SavedFiles saves, int rooms) {
        this.everySeconds = everySeconds;
        this.random = random;
        this.judge = judge;
        this.saves = saves;
        this.rooms = rooms;
        nextSecond = everySeconds;
    }

    /**
     * Does what is due. Call it often.
     *
     * @param lastSecond when faults are to end, so that all can recover
     */
    synchronized void poll(double second, double lastSecond, List<NodeProcess> living, Clients clients)
            throws IOException, InterruptedException {
        if (isPending && System.nanoTime() - undoNanos >= 0) {
            undo();
        }
        if (everySeconds > 0
                && !isClosed
                && !isPending
                && !living.isEmpty()
                && second >= nextSecond
                && second < lastSecond) {
            nextSecond = second + everySeconds;
            isPending = true;
            begin(living, clients);
            undoNanos = System.nanoTime() + FAULT_NANOS;
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
        if (arePicturesBack && !isPending && !name.isEmpty()) {
            System.out.printf(
                    "%s: rooms back after %.2f s, pictures %.2f s later, stood still for at most %.2f s%n",
                    name,
                    (roomsNanos - faultNanos) / 1e9,
                    (picturesNanos - roomsNanos) / 1e9,
                    clients.takeLongestNanos() / 1e9);
            name = "";
        }
    }

    /** Whether something is stopped, or has ended a moment ago. */
    boolean isPending() {
        return isPending;
    }

    /** Ends what the newest fault has begun. No other one begins. */
    synchronized void close() throws IOException {
        isClosed = true;
        undo();
    }

    private void undo() throws IOException {
        isPending = false;
        Undo last = undo;
        undo = () -> {};
        last.run();
    }

    private void begin(List<NodeProcess> living, Clients clients) throws IOException, InterruptedException {
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
                damage(any, saves);
            }
        }
    }

    private Kind nextKind() {
        if (coming.isEmpty()) {
            coming.addAll(List.of(Kind.values()));
            Collections.shuffle(coming, random);
            if (saves == null) {
                coming.remove(Kind.DAMAGE);
            }
        }
        return coming.remove(0);
    }

    /** Damages the newest saves of rooms that no node saves meanwhile. They continue from older ones. */
    private void damage(NodeProcess node, SavedFiles files) throws IOException, InterruptedException {
        int[] running = IntStream.range(0, rooms)
                .filter(room -> judge.node(room) == node.number())
                .toArray();
        node.freeze(true);
        Thread.sleep(LINES_MILLIS); // rooms may have left it just before
        int[] damaged = IntStream.of(running)
                .filter(room -> judge.isNewestOwner(room, node.number()))
                .limit(DAMAGED_ROOMS)
                .toArray();
        for (int room : damaged) {
            judge.damaged(room);
            files.flip(room);
        }
        node.kill();
    }
}
