package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.journal.RunLog;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.TimeAnchor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs the loop of the physics thread on the test's thread. A scripted clock runs what other threads would do. */
class WorkerTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;

    private final ScriptedClock clock = new ScriptedClock(0);
    private final Falling world = new Falling();
    private final PhysicsBuilder builder = PhysicsService.builder(world).clock(clock);
    private ServiceRun physics;

    @ParameterizedTest
    @CsvSource({"100, 1, 1000", "100, 1, 100", "100, 1, 1", "100, 1000, 1", "1, 1, 1", "1000, 1, 1", "1, 1, 1000"})
    void controlTakesEffectWithinTenMillisAtEveryScale(int rate, int scale, int by) {
        physics = new ServiceRun(builder.rate(rate).setup());
        control(1, service -> service.timeScale(Ratio.of(scale, by)));
        List<Long> asked = new ArrayList<>();
        List<Long> effective = new ArrayList<>();
        StateReader reader = physics.pass.parts.publisher().states().reader();
        TimeAnchor anchor = new TimeAnchor();
        for (int i = 1; i <= 40; i++) {
            long at = i * 21_345_678L;
            boolean pauses = i % 2 == 1;
            asked.add(at);
            control(at, pauses ? PhysicsService::pause : PhysicsService::resume);
            clock.at(at + 20 * MILLI, () -> {
                assertTrue(reader.acquire(), "the change is published");
                reader.state(0).anchor(anchor);
                assertEquals(pauses, anchor.isPaused());
                effective.add(anchor.wallNanos());
            });
        }
        runUntil(2 * SECOND);
        assertEquals(asked.size(), effective.size());
        for (int i = 0; i < asked.size(); i++) {
            long delay = effective.get(i) - asked.get(i);
            // A pause starts at a whole nanosecond of simulation time, which may be up to 1 microsecond earlier.
            assertTrue(delay > -1_000 && delay <= 10 * MILLI, i + ": " + delay);
        }
    }

    @Test
    void stepsInAPauseAreTakenWithinTenMillis() {
        physics = new ServiceRun(builder.setup());
        // Found at 100 ms, when the tenth tick is due.
        control(95 * MILLI, PhysicsService::pause);
        control(500 * MILLI, service -> service.pauseAndStep(7));
        clock.at(510 * MILLI, () -> assertEquals(10 + 7, world.steps));
        runUntil(SECOND);
        assertEquals(10 + 7, world.steps);
    }

    @Test
    void commandsRunBetweenTicksInOrderAndWithinTheirBudget() {
        physics = new ServiceRun(builder.setup());
        List<Integer> order = new ArrayList<>();
        List<Integer> perTick = new ArrayList<>();
        world.during = tick -> perTick.add(order.size());
        clock.at(15 * MILLI, () -> {
            for (int i = 0; i < 10; i++) {
                int number = i;
                new PhysicsService(physics).submit(c -> {
                    clock.advance(700_000);
                    order.add(number);
                });
            }
        });
        runUntil(65 * MILLI);
        assertEquals(IntStream.range(0, order.size()).boxed().toList(), order);
        assertEquals(List.of(0, 3, 6, 9, 10, 10), perTick.subList(0, 6), "commands of 0.7 ms run for 2 ms per tick");
    }

    @Test
    void controlIsPolledWithin10MillisHoweverLongAStepTakes() {
        for (int stepMillis : List.of(0, 2, 5, 7, 9)) {
            ScriptedClock slow = new ScriptedClock(0);
            Falling stiff = new Falling();
            stiff.during = tick -> slow.advance(stepMillis * MILLI);
            ServiceRun thread = new ServiceRun(
                    new PhysicsBuilder(stiff).rate(25).clock(slow).setup());
            List<Long> asked = new ArrayList<>();
            List<Long> delays = new ArrayList<>();
            Inside.of(thread.pass.parts.output().events()).log(() -> new RunLog() {
                @Override
                public void time(long tick, TimeAnchor anchor) {
                    // The first entry is that of the start.
                    if (anchor.wallNanos() > 0) {
                        delays.add(anchor.wallNanos() - asked.get(delays.size()));
                    }
                }
            });
            for (int i = 1; i < 200; i++) {
                Ratio scale = Ratio.of(100 - i % 2, 100);
                asked.add(i * 13_345_678L);
                slow.at(asked.get(i - 1), () -> new PhysicsService(thread).timeScale(scale));
            }
            slow.run(thread, 3 * SECOND);
            assertEquals(199, delays.size());
            assertTrue(delays.stream().allMatch(delay -> delay <= 10 * MILLI), delays::toString);
        }
    }

    @Test
    void aPauseDuringACatchUpIsPublishedImmediately() {
        physics = new ServiceRun(builder.setup());
        StateReader reader = physics.pass.parts.publisher().states().reader();
        TimeAnchor anchor = new TimeAnchor();
        clock.at(105 * MILLI, () -> clock.advance(240 * MILLI));
        world.during = tick -> clock.advance(3 * MILLI);
        control(346 * MILLI, PhysicsService::pause);
        clock.at(355 * MILLI, () -> {
            assertTrue(reader.acquire());
            reader.state(0).anchor(anchor);
            assertTrue(anchor.isPaused());
        });
        runUntil(SECOND);
        assertTrue(anchor.isPaused(), "the script must have read the state");
    }

    private void control(long at, Consumer<PhysicsService> change) {
        clock.at(at, () -> change.accept(new PhysicsService(physics)));
    }

    private void runUntil(long endNanos) {
        clock.run(physics, endNanos);
    }
}
