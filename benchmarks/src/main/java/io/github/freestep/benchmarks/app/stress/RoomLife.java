package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.scenes.Scene;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.internal.Threads;
import io.github.freestep.internal.time.Timeline;
import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.FaultPolicy;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.physics.PhysicsMetrics;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.Ratio;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One service of a room, from its start to its end. The thread of the harness visits it: reads its states and events,
 * and pushes its input. One thread at a time causes its faults and closes it. After that, the thread of the harness
 * judges it.
 */
final class RoomLife {
    private static final Duration CLOSE = Duration.ofSeconds(10);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    final StressedScene stressed;
    final PhysicsService service;
    private final RoomSlot room;
    private final Violations violations;
    private final WindowChecker checker;
    private final StateReader states;
    private final EventReader events;
    private final EventCheck check;
    private final Producer inputs;
    private final AtomicInteger pending = new AtomicInteger();

    private boolean hasWindow;
    private volatile boolean failed;
    private volatile boolean stuck;

    RoomLife(RoomSlot room, Scene scene, PhysicsGroup group, Ratio rate) {
        this.room = room;
        violations = room.run.violations;
        stressed = new StressedScene(scene, StepCost.NONE, room.run.clock, room.flaw);
        service = PhysicsService.builder(stressed)
                .group(group)
                .name(room.name)
                .rate(rate)
                .faultPolicy(FaultPolicy.skip())
                .closeTimeout(CLOSE)
                // Faults are planned here. Those that are not become violations, by their events.
                .onProblem(problem -> {})
                .build();
        inputs = new Producer(service.input(), 0, () -> false, room.flaw);
        checker = new WindowChecker(service.states(), scene, violations, room.flaw);
        states = service.states().reader();
        check = new EventCheck(room.name + ": ", violations) {
            @Override
            void ticked(PhysicsEvent event) {
                room.run.ticked(event.latenessNanos());
            }
        };
        events = service.events()
                .with(PhysicsEvent.Kind.USER, PhysicsEvent.Kind.TICK, PhysicsEvent.Kind.FAULT)
                .open();
        service.start();
    }

    /** Checks the window of the last visit again, then the newest one; reads the events; pushes an input. */
    void visit() {
        if (hasWindow) {
            checker.checkAgain(states);
        }
        if (states.acquire()) {
            hasWindow = true;
            checker.check(states);
        }
        events.poll(check);
        inputs.push(inputs.accepted);
    }

    /** Counts a future of the service until it is complete, with or without a failure. */
    void track(CompletableFuture<?> future) {
        pending.incrementAndGet();
        future.whenComplete((value, failure) -> pending.decrementAndGet());
    }

    /** Ends the service by an error, and waits until it has ended. */
    void fail() {
        failed = true;
        stressed.end();
        if (!Threads.await(() -> service.status() != PhysicsService.Status.RUNNING, PATIENCE_NANOS)) {
            add(Promise.PROGRESS, "an error in a step did not end the service within 10 s");
        } else if (service.failure() == null || !(service.failure().getCause() instanceof StressedScene.PlannedEnd)) {
            add(Promise.FAULT, "failed, but not as planned: " + service.failure());
        }
    }

    /** Closes the service. */
    void close() {
        try {
            service.close();
        } catch (RuntimeException e) {
            stuck = true;
            add(Promise.FAULT, "the service failed: " + e);
        }
    }

    /** Reads what is left, and compares the service's books with what was counted outside. Call it after the close. */
    void judge() {
        visit();
        while (events.poll(check) > 0) {}
        states.close();
        events.close();
        if (stuck) {
            return;
        }
        if (pending.get() != 0) {
            add(Promise.PROGRESS, pending.get() + " futures never completed");
        }
        ServiceBooks books = new ServiceBooks(service);
        Timeline timeline = books.timeline();
        // The room may have been closed before its world was set up.
        if (timeline != null) {
            judge(books, timeline);
        }
    }

    private void judge(ServiceBooks books, Timeline timeline) {
        PhysicsMetrics metrics = service.metrics();
        long now = service.clock().nanoTime();
        Ledger.of(timeline, now).check(metrics, violations);
        check.requireEqual(
                Promise.INPUT,
                inputs.accepted,
                stressed.inputs + books.takeWaitingInputs(now),
                "%d inputs were accepted, but %d were seen or still wait");
        check.requireEqual(
                Promise.INPUT, inputs.refused, metrics.inputsRefused(), "%d inputs were refused, but %d were counted");
        check.judge(metrics, stressed, failed);
    }

    private void add(Promise promise, String text) {
        check.add(promise, service.metrics().tick(), text);
    }

    long states() {
        return checker.states;
    }
}
