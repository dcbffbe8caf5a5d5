package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.Physics.Status;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.problem.Problem;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.Logs;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each part of a service that hangs is reported. {@link HungStepInGroupTest} runs the same tests for a group. */
@Timeout(240)
@Logs(perhaps = "HUNG_STEP: ")
class HungStepTest extends ServiceUnderTest {
    /** So long that no step reaches it because other work delays its thread. */
    private static final Duration LIMIT = Duration.ofMillis(250);

    private final CountDownLatch hangs = new CountDownLatch(1);
    private final CountDownLatch returns = new CountDownLatch(1);

    @Test
    void aStepThatHangsIsReportedWithTickAndStackAndTheRunGoesOn() throws Exception {
        hangInTick(12);
        RecordedRun recorded = RecordedRun.of(builder);
        start();
        await(() -> !reports().isEmpty());
        assertNeighboursGoOn();
        PhysicsException report = reports().get(0);
        assertEquals(12, report.tick());
        assertTrue(report.getMessage().startsWith("the step of tick 12 has not returned for "), report::getMessage);
        assertTrue(
                report.getMessage().contains(" ms on freestep-" + (inGroup() ? "group-1; " : "physics; ")),
                report::getMessage);
        assertHangsIn("hang", report);
        assertEquals(1, physics.metrics().hungSteps());
        assertEquals(11, physics.metrics().tick());
        assertEquals(Status.RUNNING, physics.status());
        returns.countDown();
        awaitTick(20);
        physics.close();
        assertEquals(Status.CLOSED, physics.status());
        assertEquals(1, reports().size());
        assertTrue(hasTold(Problem.Kind.HUNG_STEP, report));
        assertTrue(recorded.others.contains("hung 12: " + report.getMessage()), recorded.others::toString);
        assertTrue(recorded.stack.contains("HungStepTest.hang("), recorded.stack);
    }

    @ParameterizedTest
    @CsvSource({
        "command, a command after tick ",
        "write, the writing of the state of tick 5 has not returned",
        "poll, an input source after tick 0 has",
        "feed, the input feed at tick 3 has",
        "fed command, the input feed at tick 3 has",
        "close, the close of the world after tick ",
    })
    void eachPartThatHangsIsReportedByItsName(String part, String message) throws Exception {
        switch (part) {
            case "write" ->
                world.writing = () -> {
                    if (world.steps == 5) {
                        hang();
                    }
                };
            case "poll" -> builder.input(polled -> hang());
            case "feed" ->
                WaitingStage.ready(builder, tick -> {
                    if (tick == 3) {
                        hang();
                    }
                    return true;
                });
            case "fed command" ->
                WaitingStage.taking(builder, (tick, run) -> {
                    run.run(c -> {});
                    if (tick == 3) {
                        hang();
                    }
                });
            // close() must not interrupt the hang before the report.
            case "close" -> builder.closeTimeout(Duration.ofSeconds(60));
            default -> {}
        }
        start();
        if (part.equals("command")) {
            physics.submit(context -> hang());
        } else if (part.equals("close")) {
            world.closing = this::hang;
            awaitTick(2);
        }
        Thread closer = new Thread(physics::close, "closer");
        if (part.equals("close")) {
            closer.start();
        }
        // On a busy machine, another call may have been held up for as long before.
        AtomicReference<PhysicsException> report = new AtomicReference<>();
        Await.until(
                () -> {
                    reports().stream()
                            .filter(each -> each.getMessage().startsWith(message.stripTrailing()))
                            .forEach(report::set);
                    return report.get() != null;
                },
                this::reports);
        assertNeighboursGoOn();
        assertHangsIn("hang", report.get());
        returns.countDown();
        if (part.equals("write")) {
            awaitTick(6);
        }
        closer.join();
        physics.close();
    }

    @Test
    void aReportIsPossibleWhileTheHangingStepWritesEvents() {
        physics = builder.watchdog(LIMIT).build();
        EventReader reader = physics.events().with(Kind.USER).capacity(16).open();
        world.during = tick -> {
            long written = 0;
            while (tick.number() == 1 && returns.getCount() > 0) {
                tick.events().user(1, 2, 3, 4, 5, 6, written++);
            }
        };
        physics.start();
        await(() -> {
            reader.poll(event -> {});
            return physics.metrics().hungSteps() >= 1;
        });
        returns.countDown();
        awaitTick(3);
        physics.close();
    }

    @Test
    void withoutAWatchdogThereIsNoThreadAndNoReport() throws Exception {
        hangInTick(2);
        physics = builder.watchdog(Duration.ZERO).start();
        assertTrue(hangs.await(30, TimeUnit.SECONDS));
        assertEquals(List.of(), OwnThreads.named("freestep-watchdog"));
        assertEquals(0, physics.metrics().hungSteps());
        returns.countDown();
        physics.close();
    }

    private void start() {
        physics = builder.watchdog(LIMIT).start();
    }

    private List<PhysicsException> reports() {
        return problems.stream()
                .filter(each -> each.kind() == Problem.Kind.HUNG_STEP)
                .map(each -> (PhysicsException) each.cause())
                .toList();
    }

    private void hangInTick(long number) {
        world.during = tick -> {
            if (tick.number() == number) {
                hang();
            }
        };
    }

    private void hang() {
        hangs.countDown();
        try {
            returns.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void assertHangsIn(String method, PhysicsException report) {
        assertTrue(
                Stream.of(report.getCause().getStackTrace())
                        .anyMatch(frame -> frame.getClassName().equals(HungStepTest.class.getName())
                                && frame.getMethodName().equals(method)),
                report::toString);
    }
}
