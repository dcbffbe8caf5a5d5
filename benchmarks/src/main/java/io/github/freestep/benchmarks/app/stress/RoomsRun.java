package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.tools.report.Machine;
import io.github.freestep.tools.report.Units;
import java.io.PrintWriter;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * One run of many rooms in a group. The thread that created the run starts the rooms, visits them twenty times a second
 * to check their states and events, and judges those that have ended. Other threads cause the faults. Any thread may
 * stop the run.
 */
final class RoomsRun implements Scenario {
    private static final long SECOND_NANOS = 1_000_000_000;
    private static final long VISIT_NANOS = SECOND_NANOS / 20;
    private static final long PATIENCE_NANOS = 10 * SECOND_NANOS;
    private static final long COLLECTION_MILLIS = 100;

    final StressSettings settings;
    final RunClock clock = new RunClock();
    final Violations violations;
    private final Lines lines;
    private final PlantedFlaw flaw;
    private final PhysicsGroup group;
    private final List<RoomSlot> rooms;
    private final FaultDirector director;

    private final ThreadCensus census = new ThreadCensus();

    /** The services that were closed, and wait to be judged. */
    private final Queue<RoomLife> ended = new ConcurrentLinkedQueue<>();

    private final List<WeakReference<StressedScene>> judged = new ArrayList<>();
    private final List<RoomLife> leaked = new ArrayList<>();
    private final Distribution lateness = new Distribution();

    private long statesOfEnded;
    private double seconds;

    /** The time on the clock at which all rooms were started. */
    private long begunNanos;

    /** Creates everything but the threads. */
    RoomsRun(StressSettings settings, PrintWriter out) {
        this.settings = settings;
        lines = new Lines(
                out, "%6s %9s %9s %9s %9s %7s %7s  %s", "time|ticks|late p99|late max|states|started|threads|faults");
        flaw = new PlantedFlaw(settings.plant);
        violations = new Violations(settings.seed, clock);
        group = PhysicsGroup.builder()
                .threads(StressSettings.WORKERS)
                .name("rooms")
                .open();
        rooms = IntStream.range(0, settings.rooms)
                .mapToObj(i -> new RoomSlot(this, i, i == 0 ? flaw : PlantedFlaw.NONE))
                .toList();
        director = new FaultDirector(settings.plan, this::strike, clock, violations);
    }

    RoomLife newLife(RoomSlot room, long seed) {
        long own = settings.seed + seed;
        return new RoomLife(
                room, Scenes.of(settings.simulation, settings.bodies, own, settings.stepCost), group, settings.rate);
    }

    /** Hands over a service that was closed. Any thread. */
    void ended(RoomLife life) {
        ended.add(life);
    }

    @Override
    public String headline() {
        return Units.text(
                "%s%n%,d rooms of %,d bodies (%s) at %s Hz in a group of %d threads, %d s, seed %d%n",
                Machine.here(),
                settings.rooms,
                settings.bodies,
                settings.simulation,
                settings.rate,
                StressSettings.WORKERS,
                settings.seconds,
                settings.seed);
    }

    @Override
    public void stop() {
        clock.stop();
    }

    @Override
    public void run() throws InterruptedException {
        clock.start();
        try {
            rooms.forEach(RoomSlot::start);
            begunNanos = clock.nanos();
            director.start(begunNanos);
            if (flaw.puts(Plant.THREAD)) {
                Plant.leaveThread();
            }
            visitUntil(begunNanos + settings.seconds * SECOND_NANOS);
        } finally {
            end();
        }
    }

    /** A room that another fault has struck is left alone. */
    private void strike(FaultKind fault, RunClock.Span span, Random random) {
        if (fault.isOfTheMachine()) {
            Faults.OF_THE_MACHINE.strike(fault, span, random);
            return;
        }
        RoomSlot room = rooms.get(random.nextInt(rooms.size()));
        if (room.lock.tryLock()) {
            try {
                room.faults().strike(fault, span, random);
            } finally {
                room.lock.unlock();
            }
        }
    }

    /** Visits until the planned time. A stall of the machine postpones the end, so that the run checks no less. */
    private void visitUntil(long plannedNanos) {
        long endNanos = plannedNanos;
        long lineNanos = begunNanos + SECOND_NANOS;
        long dueNanos = clock.nanos() + VISIT_NANOS;
        while (dueNanos < endNanos && !flaw.isFound(violations) && clock.sleepUntil(dueNanos)) {
            endNanos += Math.max(0, clock.nanos() - dueNanos - VISIT_NANOS);
            visit();
            dueNanos = clock.nanos() + VISIT_NANOS;
            if (clock.nanos() >= lineNanos) {
                printLine();
                lineNanos += (clock.nanos() - lineNanos) / SECOND_NANOS * SECOND_NANOS + SECOND_NANOS;
            }
        }
    }

    private void visit() {
        rooms.forEach(room -> room.life().visit());
        judgeEnded();
    }

    private void judgeEnded() {
        RoomLife life;
        while ((life = ended.poll()) != null) {
            life.judge();
            statesOfEnded += life.states();
            judged.add(new WeakReference<>(life.stressed));
            if (flaw.puts(Plant.LEAK)) {
                leaked.add(life);
            }
        }
    }

    private void end() throws InterruptedException {
        seconds = seconds();
        boolean early = clock.isStopped();
        clock.stop();
        director.await();
        judgeEnded();
        if (!early) {
            requireProgress();
            requireMemory();
        }
        rooms.forEach(RoomSlot::end);
        judgeEnded();
        group.close();
        if (!early) {
            // An interrupted virtual machine starts threads of its own.
            census.findLeftOvers(violations);
        }
        flaw.requirePutIn(violations);
    }

    /** Requires that each room steps another tick. */
    private void requireProgress() throws InterruptedException {
        long[] before = rooms.stream().mapToLong(RoomsRun::tick).toArray();
        long since = System.nanoTime();
        for (int i = 0; i < before.length; i++) {
            RoomSlot room = rooms.get(i);
            while (tick(room) == before[i] && System.nanoTime() - since < PATIENCE_NANOS) {
                TimeUnit.NANOSECONDS.sleep(VISIT_NANOS);
                visit();
            }
            if (tick(room) == before[i]) {
                String text = room.name + " did not step a tick in 10 s after the faults: it is "
                        + room.life().service.status() + ", "
                        + room.life().service.metrics();
                violations.add(Promise.PROGRESS, text);
            }
        }
    }

    private static long tick(RoomSlot room) {
        return room.life().service.metrics().tick();
    }

    /** Requires that the group and its threads keep none of the closed rooms in memory. */
    private void requireMemory() throws InterruptedException {
        long since = System.nanoTime();
        long kept;
        do {
            System.gc();
            TimeUnit.MILLISECONDS.sleep(COLLECTION_MILLIS);
            kept = judged.stream().filter(each -> each.get() != null).count();
            // A thread may hold a room for a moment. Only the rooms that a planted flaw leaks stay.
        } while (kept > leaked.size() && System.nanoTime() - since < PATIENCE_NANOS);
        if (kept > 0) {
            violations.add(Promise.MEMORY, kept + " of " + judged.size() + " closed rooms are still in memory");
        }
    }

    /** Counts a tick. For the thread of the harness. */
    void ticked(long latenessNanos) {
        lateness.add(latenessNanos);
    }

    /** Returns the time since all rooms were started. */
    private double seconds() {
        return (double) (clock.nanos() - begunNanos) / SECOND_NANOS;
    }

    private long states() {
        return statesOfEnded
                + rooms.stream().mapToLong(room -> room.life().states()).sum();
    }

    private void printLine() {
        Distribution.Figures late = lateness.figures();
        lines.print(
                Units.text("%.0f s", seconds()),
                late.count(),
                Units.time(late.p99()),
                Units.time(late.most()),
                states(),
                judged.size() + rooms.size(),
                Thread.activeCount(),
                director.activeSince(clock.seconds() - 1));
    }

    /** Lateness is no promise, because it depends on what else the machine does. */
    @Override
    public Findings outcome(boolean interrupted) {
        Verdict verdict = Verdict.of(violations.total() == 0, interrupted);
        Map<String, Long> counts = director.strikes().stream()
                .collect(Collectors.groupingBy(
                        strike -> strike.fault().toString(), TreeMap::new, Collectors.counting()));
        Distribution.Figures late = lateness.figures();
        String sentence = verdict.sentence()
                + (late.count() == 0 ? "" : "; 99 % of the ticks began at most " + Units.time(late.p99()) + " late");
        String summary = Units.text(
                "%,d ticks of %,d services in %.1f s: late %s; %,d states checked%nfaults: %s",
                late.count(), judged.size(), seconds, late, statesOfEnded, counts);
        Findings findings = Findings.of(": many rooms", verdict, sentence, violations.kept(), summary);
        findings.page()
                .table(
                        List.of("promise", "broken"),
                        Promise.OF_ROOMS.stream()
                                .map(each -> List.of(each.sentence, Units.text("%,d times", violations.count(each))))
                                .toList());
        findings.page().section("Faults").facts(counts);
        findings.page().section("Ticks").table(Distribution.Figures.COLUMNS, List.of(late.row("lateness")));
        return findings;
    }
}
