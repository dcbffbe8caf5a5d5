package io.github.freestep.rooms;

import java.io.IOException;
import java.util.List;
import java.util.Random;

/**
 * Does something bad to the nodes at equal intervals, and measures how long rooms and pictures need to recover. For one
 * thread.
 */
final class Faults {
    /** For longer than any lease. Then the process finds that others have removed it. */
    private static final double FROZEN_SECONDS = 6;

    private final double everySeconds;
    private final Random random;
    private final Judge judge;
    private double nextSecond;
    private String name = "none";
    private long faultNanos;
    private boolean areRoomsBack = true;
    private long roomsNanos;
    private boolean arePicturesBack = true;

    /** @param everySeconds 0 for no faults */
    Faults(int everySeconds, Random random, Judge judge) {
        this.everySeconds = everySeconds;
        this.random = random;
        this.judge = judge;
        nextSecond = everySeconds;
    }

    /**
     * Does what is due. Call it often.
     *
     * @param lastSecond when faults are to end, so that all can recover
     */
    void poll(double second, double lastSecond, List<NodeProcess> living, Clients clients, int rooms)
            throws IOException, InterruptedException {
        if (everySeconds > 0 && second >= nextSecond && second < lastSecond) {
            nextSecond += everySeconds;
            begin(living, clients);
        }
        long now = System.nanoTime();
        if (!areRoomsBack && judge.running() == rooms) {
            areRoomsBack = true;
            roomsNanos = now;
        }
        if (areRoomsBack && !arePicturesBack && clients.haveMovedSince(roomsNanos)) {
            arePicturesBack = true;
            System.out.printf(
                    "%s: rooms back after %.2f s, pictures %.2f s later, stood still for at most %.2f s%n",
                    name, (roomsNanos - faultNanos) / 1e9, (now - roomsNanos) / 1e9, clients.takeLongestNanos() / 1e9);
        }
    }

    private void begin(List<NodeProcess> living, Clients clients) throws IOException, InterruptedException {
        if (!arePicturesBack) {
            System.out.println(name + ": not all was back before the next fault");
        }
        clients.takeLongestNanos();
        areRoomsBack = false;
        arePicturesBack = false;
        faultNanos = System.nanoTime();
        NodeProcess any = living.get(random.nextInt(living.size()));
        switch (random.nextInt(5)) {
            case 0, 1 -> {
                name = "kill -9 of one of " + living.size();
                any.kill();
            }
            case 2, 3 -> {
                name = "SIGSTOP of one of " + living.size();
                any.freeze(FROZEN_SECONDS);
            }
            default -> {
                name = "kill -9 of all " + living.size();
                living.forEach(NodeProcess::kill);
            }
        }
    }
}
