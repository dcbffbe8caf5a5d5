package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.app.Options;
import io.github.freestep.time.Ratio;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;

/** The kinds of faults of a run of many rooms. Each strikes one room, or the whole machine, and undoes itself. */
enum RoomFault {
    RESTART(4, "a room is closed and started again", (room, random, clock) -> room.restart()),
    CROWD(1, "up to 100 rooms are closed and started again at the same time", null),
    FAIL(2, "a step throws an error, which ends the room; it is started again", (room, random, clock) -> {
        room.life().fail();
        room.restart();
    }),
    THROWING_STEP(
            4,
            "a step throws, and the policy skips it",
            (room, random, clock) -> room.life().stressed.fail()),
    SLOW_STEP(
            4,
            "a step takes three ticks longer",
            (room, random, clock) -> room.life().stressed.slowDown(3 * room.tickNanos())),
    HANG(
            1,
            "a step hangs until the watchdog has reported it and other rooms of its thread have gone on",
            (room, random, clock) -> room.life().hang()),
    PAUSE(4, "a room pauses, then resumes", (room, random, clock) -> {
        room.life().track(room.life().service.pause());
        sleep(clock, random);
        room.life().track(room.life().service.resume());
    }),
    SCALE(4, "the time scale of a room changes", (room, random, clock) -> {
        room.life().track(room.life().service.timeScale(scale(random)));
        sleep(clock, random);
        room.life().track(room.life().service.timeScale(Ratio.ONE));
    }),
    BURST(8, "a burst of spawns, removals and teleports in a room", (room, random, clock) -> {
        RoomLife life = room.life();
        long seed = random.nextLong();
        life.track(life.service.submit(c -> life.scene.burst(c.bodies(), seed)));
    }),
    GC(1, FaultKind.GC),
    HOG(1, FaultKind.HOG);

    private static final int MOST_SLEEP_MILLIS = 300;
    private static final Ratio[] SCALES = {Ratio.of(1, 10), Ratio.of(1, 2), Ratio.of(2), Ratio.of(3)};

    /** How often the fault comes, compared with the others. */
    final int weight;

    final String does;
    private final Cause cause;

    /** Null if the fault strikes rooms. */
    final FaultKind ofTheMachine;

    private interface Cause {
        void strike(RoomSlot room, Random random, RunClock clock);
    }

    RoomFault(int weight, String does, Cause cause) {
        this.weight = weight;
        this.does = does;
        this.cause = cause;
        ofTheMachine = null;
    }

    RoomFault(int weight, FaultKind ofTheMachine) {
        this.weight = weight;
        this.ofTheMachine = ofTheMachine;
        does = ofTheMachine.does;
        cause = null;
    }

    /** Strikes a room that no other fault strikes meanwhile. Not for {@link #CROWD} and the faults of the machine. */
    void strike(RoomSlot room, Random random, RunClock clock) {
        cause.strike(room, random, clock);
    }

    private static void sleep(RunClock clock, Random random) {
        clock.sleepUntil(clock.nanos() + random.nextInt(MOST_SLEEP_MILLIS) * 1_000_000L);
    }

    private static Ratio scale(Random random) {
        return SCALES[random.nextInt(SCALES.length)];
    }

    /** Reads the values of {@code --fault}. */
    static List<RoomFault> plan(List<String> names) {
        List<RoomFault> faults = new ArrayList<>();
        for (String name : names) {
            if (name.equals("random")) {
                faults.addAll(List.of(values()));
            } else if (!name.equals("none")) {
                faults.add(of(name));
            }
        }
        return faults;
    }

    private static RoomFault of(String name) {
        return Arrays.stream(values())
                .filter(fault -> fault.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> Options.wrong("--fault", "one of " + names() + ", random, none", name));
    }

    private static String names() {
        return Arrays.stream(values()).map(RoomFault::toString).collect(Collectors.joining(", "));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
