package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.app.Options;
import io.github.freestep.benchmarks.app.stress.FrameChecker.Hold;
import io.github.freestep.benchmarks.scenes.Scene;
import io.github.freestep.internal.Threads;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.time.Ratio;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The kinds of faults that a run causes. Each runs on its own thread and undoes itself at the end. */
enum FaultKind {
    GC("garbage, 64 kB at a time, and calls of System.gc()", 0.4, 1, FaultKind::collectGarbage),
    READER_STALL(
            "the last reader drew one frame for all that time",
            0.2,
            0,
            (ground, span, random) -> hold(ground, span, Hold.SPIN)),
    READER_SLEEP(
            "the last reader slept, like a minimised window",
            0.4,
            0,
            (ground, span, random) -> hold(ground, span, Hold.SLEEP)),
    READER_LEAVE("the last reader closed, and another one opened", 0.4, 0, FaultKind::leaveAndJoin),
    SLOW_STEP("one step in 15 took three ticks longer", 0.3, 4, (ground, span, random) -> {
        do {
            ground.stressed().slowDown(3 * ground.tickNanos());
        } while (span.sleep(15 * ground.tickNanos()));
    }),
    THROWING_STEP("one step in 10 threw an exception", 0.2, 4, (ground, span, random) -> {
        do {
            ground.stressed().fail();
        } while (span.sleep(10 * ground.tickNanos()));
    }),
    INPUT_FLOOD(
            "a thread pushed input as fast as it could",
            0.2,
            0,
            (ground, span, random) -> ground.input().flood(span::lasts)),
    PAUSE("time was paused", 0.3, 4, (ground, span, random) -> {
        ground.track(ground.physics().pause());
        span.sleepUntilItEnds();
        ground.track(ground.physics().resume());
    }),
    SCALE("time ran at scales from 1/10 to 10", 0.4, 4, FaultKind::changeScale),
    BURST("a quarter of the bodies was spawned, removed or teleported, every 50 ms", 0.2, 8, FaultKind::burst),
    HOG("a thread for each processor computed all that time", 0.4, 1, FaultKind::hog),
    RESTART(
            "a room was closed and started again",
            0,
            4,
            (ground, span, random) -> ground.room().restart()),
    FAIL("an error ended a room", 0, 2, (ground, span, random) -> {
        ground.room().life().fail();
        ground.room().restart();
    });

    private static final int CHUNK = 1 << 16;
    private static final int KEPT_CHUNKS = 256;
    private static final int FULL_COLLECTION = 20_000;
    private static final long AWAY_NANOS = 100_000_000;
    private static final long SCALE_NANOS = 150_000_000;
    private static final long BURST_NANOS = 50_000_000;
    private static final Ratio[] SCALES = {
        Ratio.of(1, 10), Ratio.of(1, 3), Ratio.of(1, 2), Ratio.of(2), Ratio.of(3), Ratio.of(10)
    };

    /** Says what is done. */
    final String words;

    /** How long it lasts in a service; 0 if it strikes only rooms. */
    final double seconds;

    /** How often it strikes rooms, compared with the others; 0 if it strikes only a service. */
    final int weight;

    private final Cause cause;

    FaultKind(String words, double seconds, int weight, Cause cause) {
        this.words = words;
        this.seconds = seconds;
        this.weight = weight;
        this.cause = cause;
    }

    /**
     * What faults act on.
     *
     * @param readers at least one; none of a room
     * @param input null for a room
     * @param tickNanos the wall time of a tick at scale 1
     * @param room what is struck, and nothing else strikes meanwhile; null for a service
     */
    record Ground(
            PhysicsService physics,
            StressedScene stressed,
            List<FrameChecker> readers,
            InputLoad input,
            long tickNanos,
            RoomSlot room) {
        /** Each future of a room must complete. */
        void track(CompletableFuture<?> future) {
            if (room != null) {
                room.life().track(future);
            }
        }

        FrameChecker lastReader() {
            return readers.get(readers.size() - 1);
        }
    }

    private interface Cause {
        void strike(Ground ground, RunClock.Span span, Random random);
    }

    /** Causes the fault, and returns at the end of the span with everything undone. */
    void strike(Ground ground, RunClock.Span span, Random random) {
        cause.strike(ground, span, random);
    }

    /**
     * Returns whether the fault changes at which speed the picture should move, or begins a new picture. How even it
     * then is says nothing about stalls.
     */
    boolean changesMotion() {
        return this == READER_LEAVE || this == PAUSE || this == SCALE;
    }

    /** Whether it strikes the machine, and no room or service. */
    boolean isOfTheMachine() {
        return this == GC || this == HOG;
    }

    /**
     * Returns the kinds that strike a service: without bursts, if its world is not a {@link Scene}, which can do them.
     */
    static List<FaultKind> ofService(boolean bursts) {
        return Arrays.stream(values())
                .filter(fault -> fault.seconds > 0 && (bursts || fault != BURST))
                .toList();
    }

    /** Returns the kinds that strike rooms, for the values of {@code --fault}. */
    static List<FaultKind> ofRooms(List<String> names) {
        List<FaultKind> all =
                Arrays.stream(values()).filter(fault -> fault.weight > 0).toList();
        return names.stream()
                .filter(name -> !name.equals("none"))
                .flatMap(name -> name.equals("random") ? all.stream() : Stream.of(of(name, all)))
                .toList();
    }

    /** Returns the kind of a name. */
    static FaultKind of(String name, List<FaultKind> from) {
        return from.stream()
                .filter(fault -> fault.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> Options.wrong("--fault", "one of " + names(from) + ", random, none", name));
    }

    private static String names(List<FaultKind> of) {
        return of.stream().map(FaultKind::toString).collect(Collectors.joining(", "));
    }

    private static void collectGarbage(Ground ground, RunClock.Span span, Random random) {
        // Keeps some garbage for a while, so that collections have something to copy.
        byte[][] kept = new byte[KEPT_CHUNKS][];
        for (int i = 0; span.lasts(); i++) {
            if (i % FULL_COLLECTION == 0) {
                System.gc();
            }
            kept[i % kept.length] = new byte[CHUNK];
        }
    }

    private static void leaveAndJoin(Ground ground, RunClock.Span span, Random random) {
        do {
            ground.lastReader().leave();
            span.sleep(AWAY_NANOS);
            ground.lastReader().join();
        } while (span.sleep(AWAY_NANOS));
    }

    private static void changeScale(Ground ground, RunClock.Span span, Random random) {
        do {
            ground.track(ground.physics().timeScale(SCALES[random.nextInt(SCALES.length)]));
        } while (span.sleep(SCALE_NANOS));
        ground.track(ground.physics().timeScale(Ratio.ONE));
    }

    private static void burst(Ground ground, RunClock.Span span, Random random) {
        do {
            long seed = random.nextLong();
            ground.track(ground.physics().submit(c -> c.world(Scene.class).burst(c.bodies(), seed)));
        } while (span.sleep(BURST_NANOS));
    }

    private static void hog(Ground ground, RunClock.Span span, Random random) {
        Runnable busy = () -> {
            while (span.lasts()) {
                Thread.onSpinWait();
            }
        };
        Thread[] threads = new Thread[Runtime.getRuntime().availableProcessors()];
        Arrays.setAll(threads, i -> new Thread(busy, "freestep-stress-hog-" + i));
        Arrays.stream(threads).forEach(Thread::start);
        Arrays.stream(threads).forEach(thread -> Threads.join(thread, Long.MAX_VALUE));
    }

    private static void hold(Ground ground, RunClock.Span span, Hold how) {
        ground.lastReader().hold(how);
        span.sleepUntilItEnds();
        ground.lastReader().hold(Hold.NONE);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
