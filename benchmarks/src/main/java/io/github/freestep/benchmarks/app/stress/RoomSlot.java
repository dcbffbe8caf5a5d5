package io.github.freestep.benchmarks.app.stress;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** A room, whose services follow each other. */
final class RoomSlot {
    final RoomsRun run;
    final String name;
    final PlantedFlaw flaw;

    /** Held by the thread that strikes the room with a fault. */
    final ReentrantLock lock = new ReentrantLock();

    private final int number;
    private int lives;
    private volatile RoomLife life;

    RoomSlot(RoomsRun run, int number, PlantedFlaw flaw) {
        this.run = run;
        this.number = number;
        this.flaw = flaw;
        name = "room-" + (number + 1);
    }

    void start() {
        life = run.newLife(this, 1_000_003L * number + lives++);
    }

    /** Closes the service and starts another. For the thread that holds the lock. */
    void restart() {
        RoomLife old = life;
        old.close();
        start();
        run.ended(old);
    }

    /** Closes the service for the last time. */
    void end() {
        life.close();
        run.ended(life);
    }

    RoomLife life() {
        return life;
    }

    /** Strikes this room. For the thread that holds the lock. */
    Faults faults() {
        return new Faults(life.service, life.stressed, List.of(), null, run.settings.tickNanos(), this);
    }
}
