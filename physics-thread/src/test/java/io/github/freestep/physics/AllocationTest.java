package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.input.InputClock;
import io.github.freestep.physics.input.InputCollector;
import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.physics.thread.DeliveryThread;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Allocations;
import io.github.freestep.testing.Logs;
import io.github.freestep.time.Ratio;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A whole tick, with input, events and publication, allocates nothing. */
@Logs(perhaps = "LIKELY_MISTAKE: a reader of events was never polled")
class AllocationTest {
    private static final long TICK_NANOS = 10_000_000;

    /** The bytes of a report of a fault: an exception with its message and stack trace. */
    private static final long REPORT_BYTES = 4_096;

    private static final int FAULTS = 2_000;

    private long round;
    private double sum;
    private final Falling world = new Falling();
    private final EventHandler handler = event -> sum += event.tick();
    private final InlineStepper stepper = new PhysicsBuilder(world)
            .faultPolicy(FaultPolicy.skip())
            .inputCapacity(16)
            .input(sample -> {
                sample.axis(0, world.steps % 3);
                sample.action(1, 1);
            })
            .inline();
    private final Events events = stepper.events();

    @AfterEach
    void close() {
        stepper.close();
    }

    /** A name, and what opens something beside the stepper and returns what to do after each tick. */
    private static Arguments beside(String name, Function<AllocationTest, Runnable> open) {
        return arguments(name, open);
    }

    static List<Arguments> loops() {
        return List.of(
                beside("nothing", test -> () -> {}),
                beside("a reader of states", test -> {
                    StateReader reader = test.stepper.states().reader();
                    return reader::acquire;
                }),
                beside("readers that miss events", test -> {
                    EventReader first = test.events.with().capacity(4).open();
                    EventReader second = test.events.with().capacity(16).open();
                    return () -> test.sum += first.missed() + second.missed();
                }),
                beside("a reader of all kinds", test -> {
                    EventReader reader =
                            test.events.with(Kind.values()).capacity(256).open();
                    return () -> reader.poll(test.handler);
                }),
                beside("a reader up to a tick", test -> {
                    EventReader reader = test.events.with().open();
                    return () -> {
                        reader.poll(test.stepper.metrics().tick() - 2, test.handler);
                        reader.poll(test.handler);
                        assertTrue(reader.isOpen());
                    };
                }),
                beside("subscriptions", test -> {
                    for (int i = 0; i < 3; i++) {
                        test.events.with().subscribe("allocation-" + i, event -> {});
                    }
                    return () -> {};
                }));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("loops")
    void aTickAllocatesNothingBeside(String name, Function<AllocationTest, Runnable> open) {
        Runnable after = open.apply(this);
        world.during = this::step;
        assertEquals(0, Allocations.of(() -> {
            tick();
            after.run();
        }));
        assertTrue(sum > 0 && world.kicks >= Allocations.ROUNDS);
        assertTrue(stepper.metrics().inputsDeferred() > 0 && stepper.metrics().slips() > 0);
    }

    static List<Arguments> calls() {
        long[] tick = new long[1];
        InputClock clock = new InputClock(() -> tick[0] * TICK_NANOS, false);
        InputCollector inputs = new InputCollector(1, 100, null, clock, new LongAdder());
        InputPort port = new InputPort(inputs);
        Timeline timeline = new Timeline(Ratio.of(100), 0);
        Runnable push = () -> {
            tick[0]++;
            for (int i = 0; i < 40; i++) {
                port.action(i, 1, tick[0] * TICK_NANOS);
            }
            inputs.drain(tick[0] * TICK_NANOS);
            assertEquals(40, inputs.take(timeline, tick[0] - 1, tick[0]).size);
        };
        push.run(); // The memory for inputs grows once.
        InputPort full =
                new InputPort(new InputCollector(0, 16, null, new InputClock(() -> 0, false), new LongAdder()));
        Schedule schedule = new Schedule(Ratio.of(100), OverloadPolicy.slip().values, 4, 1, 0);
        long[] now = {250_000_000};
        Runnable drop = () -> {
            // The thread is busy with other services, so this one is not slowed.
            schedule.noteOthers(now[0]);
            schedule.beginBatch(now[0]);
            if (schedule.inBatch()) {
                schedule.done();
            }
            now[0] += 2 * TICK_NANOS;
        };
        return List.of(
                arguments("many inputs of a tick", push),
                arguments("refused input", (Runnable) () -> full.action(1, 1, 0)),
                arguments("dropped time at each tick of a backlog", drop));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("calls")
    void nothingIsAllocatedFor(String name, Runnable call) {
        assertEquals(0, Allocations.of(call));
    }

    /** Measures the writing thread alone, while a thread that serves several handlers is woken. */
    @Test
    void wakingTheThreadOfSeveralHandlersAllocatesNothing() {
        DeliveryThread thread = DeliveryThread.of("handlers", true);
        Events shared = ServicelessEvents.create(name -> thread).events();
        shared.with().subscribe("one", event -> {});
        shared.with().subscribe("two", event -> {});
        assertEquals(0, Allocations.of(() -> {
            shared.writer.number(Kind.SUSTAINED_SCALE, 0, 0, 1);
            shared.writer.flush();
        }));
        shared.close();
        thread.leave();
        thread.awaitEnd(60_000_000_000L);
        assertFalse(thread.thread().isAlive());
    }

    @Test
    @Logs("FAULT: the step of tick ")
    void aStepThatThrowsInEachTickAllocatesOneReportPerTick() {
        RuntimeException cause = new IllegalArgumentException("too stiff");
        assertAllocatesOneReport(tick -> {
            throw cause;
        });
        assertEquals(0, cause.getSuppressed().length);
    }

    @Test
    @Logs("FAULT: body 0 has a NaN or infinite value")
    void aNanInEachTickAllocatesOneReportPerTick() {
        assertAllocatesOneReport(tick -> world.y = Double.NaN);
    }

    private void assertAllocatesOneReport(Consumer<Tick> fault) {
        world.during = fault;
        // Events that no one polls keep their faults; the queue is bounded.
        events.with(Kind.FAULT).capacity(16).open();
        long bytes = Allocations.of(FAULTS, () -> stepper.advance(TICK_NANOS)) / FAULTS;
        assertTrue(bytes <= REPORT_BYTES, () -> bytes + " bytes per fault");
        assertEquals(world.steps, stepper.metrics().faults());
    }

    private void step(Tick tick) {
        tick.events().contactBegin(0, 1, 2, 3, 4, 5, 6, 7, 8);
        tick.events().user(1, 0, 0, 0, 0, 0, tick.number());
        TickInput input = tick.input();
        for (int i = 0; i < input.size(); i++) {
            sum += input.fraction(i) + input.value(i) + input.axis(0);
        }
    }

    private void tick() {
        long now = stepper.clock().nanoTime();
        stepper.input().action(2, 1, now + 1);
        stepper.input().axis(1, round, now - 2 * TICK_NANOS); // late
        // Every 100th call advances by 50 ticks, so that the stepper catches up, and slips.
        stepper.advance(round++ % 100 == 0 ? 50 * TICK_NANOS : TICK_NANOS);
    }
}
