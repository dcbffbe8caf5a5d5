package io.github.freestep.physics.micrometer;

import static io.github.freestep.testing.Refused.refused;
import static java.util.concurrent.TimeUnit.SECONDS;
import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsMetrics;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.Logs;
import io.github.freestep.time.VirtualClock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.search.RequiredSearch;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Field;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a registry shows of steppers, and of the services of a group. */
class PhysicsMetersTest implements Simulation {
    private static final long MILLIS = 1_000_000;
    private static final long SECOND = 1_000 * MILLIS;

    private final VirtualClock work = new VirtualClock(0);
    private MeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, new MockClock());

    private PhysicsMeters meters;

    /** The step of tick n takes n milliseconds. */
    public void step(Tick tick) {
        work.advance(tick.number() * MILLIS);
    }

    public StateLayout layout() {
        return StateLayout.of(1);
    }

    public void write(StateWriter state) {}

    private InlineStepper stepped(int ticks) {
        InlineStepper stepper = PhysicsService.builder(this).clock(work).inline();
        meters = new PhysicsMeters(stepper);
        meters.bindTo(registry);
        IntStream.range(0, ticks).forEach(i -> stepper.advanceTick());
        return stepper;
    }

    private RequiredSearch meter(String name) {
        return registry.get("freestep." + name);
    }

    /** The first figure of a meter, in seconds if it is a time. */
    private long value(String name) {
        return (long) meter(name).meter().measure().iterator().next().getValue();
    }

    @Test
    void percentilesAreOfSingleTicks() {
        stepped(100).advance(25 * MILLIS);
        Await.until(() -> meter("publication.lateness").timer().count() == 102);
        RequiredSearch percentile = meter("tick.compute.percentile").tag("phi", "0.99");
        assertEquals(0.101, percentile.gauge().value(), 0.001);
        assertEquals(0.02, meter("tick.lateness").timer().totalTime(SECONDS));
        assertEquals(0.02, meter("publication.lateness").timer().totalTime(SECONDS));
    }

    @Test
    void stepsDoNotWaitForTheRegistryAndWhatItMissesIsCounted() {
        registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, new MockClock() {
            @Override
            public long wallTime() {
                Await.until(() -> !Thread.currentThread().getName().endsWith("-micrometer") || value("ticks") == 1_000);
                return super.wallTime();
            }
        });
        stepped(1_000);
        Await.until(() -> value("events.missed") > 700
                && value("events.missed") + meter("tick.lateness").timer().count() == 1_000);
    }

    @Test
    void metersShowWhatTheMetricsCount() throws Exception {
        InlineStepper stepper = stepped(0);
        stepper.pause();
        stepper.advance(5 * MILLIS);
        stepper.close();
        stepper.input().action(0, 1);
        PhysicsMetrics m = stepper.metrics();
        Field field = PhysicsMetrics.class.getDeclaredField("values"); // a run cannot make all of them differ
        field.setAccessible(true);
        AtomicLongArray values = (AtomicLongArray) field.get(m);
        IntStream.range(0, values.length()).forEach(i -> values.set(i, SECOND * (i + 2)));
        String names = "ticks overruns faults hung.steps commands inputs.consumed inputs.refused inputs.deferred"
                + " inputs.from.future debt input.wait park.lateness slips";
        Stream<String> shown = Stream.of(names.split(" ")).map(name -> " " + value(name));
        String expected = " " + m.tick() + " " + m.overruns() + " " + m.faults() + " " + m.hungSteps() + " "
                + m.commandsRun() + " " + m.inputsConsumed() + " " + m.inputsRefused() + " " + m.inputsDeferred() + " "
                + m.inputsFromFuture() + " " + m.debtNanos() / SECOND + " "
                + m.inputWaitNanos() / SECOND + " " + m.parkLatenessNanos() / SECOND + " " + m.slips();
        assertEquals(expected, shown.collect(joining()));
        assertEquals(0.005, meter("paused").timeGauge().value(SECONDS));
        assertEquals(m.sustainedScale(), meter("sustained.scale").gauge().value());
        assertEquals(m.droppedNanos(), meter("slips").functionTimer().totalTime(SECONDS) * SECOND);
        assertEquals(1, meter("status").tag("status", "closed").gauge().value());
    }

    @Test
    @Logs("This FunctionCounter has been already registered")
    void servicesOfAGroupShareARegistryUntilTheirMetersAreClosed() {
        registry.config().commonTags("app", "arena");
        try (PhysicsGroup group = PhysicsGroup.open(1);
                PhysicsService physics = group(group, "a");
                PhysicsService other = group(group, "b")) {
            PhysicsMeters zone = new PhysicsMeters(physics, Tag.of("zone", "eu"));
            zone.bindTo(registry);
            PhysicsMeters meters = new PhysicsMeters(physics);
            meters.bindTo(registry);
            zone.close();
            PhysicsMeters others = new PhysicsMeters(other);
            others.bindTo(registry);
            refused("must be bound once", () -> meters.bindTo(registry));
            refused("tags must differ", () -> new PhysicsMeters(physics).bindTo(registry));
            Await.until(
                    () -> meter("ticks").tag("service", "a").functionCounter().count() > 2);
            Await.until(() -> meter("tick.compute").tag("service", "a").timer().count() > 2);
            Await.until(() -> meter("tick.compute").tag("service", "b").timer().count() > 2);
            meters.close();
            registry.getMeters().forEach(each -> assertEquals("b", each.getId().getTag("service")));
            others.close();
            assertEquals(0, registry.getMeters().size());
        }
    }

    private PhysicsService group(PhysicsGroup group, String name) {
        PhysicsBuilder builder = PhysicsService.builder(new PhysicsMetersTest()).name(name);
        return builder.group(group).start();
    }
}
