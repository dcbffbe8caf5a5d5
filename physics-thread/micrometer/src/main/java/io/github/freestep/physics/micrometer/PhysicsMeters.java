package io.github.freestep.physics.micrometer;

import io.github.freestep.physics.EventSubscription;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.physics.PhysicsMetrics;
import io.github.freestep.physics.PhysicsRun;
import io.github.freestep.physics.TimeLedger;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.search.Search;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Binds the times and counters of a run to a registry of Micrometer. The run is a service, alone or in a group, a
 * stepper, or a match. Safe for use by any number of threads.
 *
 * <pre>{@code
 * PhysicsMeters meters = new PhysicsMeters(physics);
 * meters.bindTo(registry);
 * }</pre>
 *
 * <p>The physics thread does not call the registry. The event of each tick goes to an {@link EventSubscription}, whose
 * thread fills the timers. If that thread is more than {@value #CAPACITY} ticks behind, the timers miss ticks, which
 * {@code freestep.events.missed} counts. After the end of the run, the meters keep their last values.
 */
public final class PhysicsMeters implements MeterBinder, AutoCloseable {
    /** Enough for 4 s at 60 Hz. So many events take 46 kB. */
    static final int CAPACITY = 256;

    private final PhysicsRun run;
    private final Tags tags;
    private final List<Meter> meters = new ArrayList<>();
    private @Nullable MeterRegistry registry;
    private @Nullable EventSubscription ticks;

    /**
     * Prepares meters with the tag {@code service}, which is the name of the service, or {@code unnamed}.
     *
     * @param run the run to show; it may not have started yet
     * @param tags further tags; one with the key {@code service} replaces the name of the service
     */
    public PhysicsMeters(PhysicsRun run, Tag... tags) {
        this.run = Objects.requireNonNull(run, "run must not be null; pass a service, a stepper or a match");
        Objects.requireNonNull(tags, "tags must not be null; leave them out");
        String service = run.metrics().service();
        this.tags = Tags.of("service", service.isEmpty() ? "unnamed" : service).and(tags);
    }

    /**
     * Registers the meters, and starts the thread that fills the timers. In a group, that is the one thread of all
     * subscriptions.
     *
     * @param registry the registry
     * @throws IllegalStateException if these meters were bound before, or if the registry has those of another run with
     *     the same tags, because Micrometer would leave out the counters of the second run and mix the times of both
     */
    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        Objects.requireNonNull(registry, "registry must not be null; in tests, pass a SimpleMeterRegistry");
        if (this.registry != null) {
            throw new IllegalStateException("meters must be bound once, were bound to " + this.registry
                    + "; pass a CompositeMeterRegistry, or make other PhysicsMeters for each registry");
        }
        List<Meter> others =
                List.copyOf(Search.in(registry).name("freestep.ticks"::equals).meters());
        // A registry may add tags, and it returns the meter of another run if that has the same ones.
        Meter newest = FunctionCounter.builder("freestep.ticks", run.metrics(), PhysicsMetrics::tick)
                .description("the number of the newest tick")
                .tags(tags)
                .register(registry);
        if (others.contains(newest)) {
            throw new IllegalStateException("tags must differ from those of other runs in the registry, were " + tags
                    + "; close the meters of a run that has ended, name each service, or pass other tags");
        }
        meters.add(newest);
        this.registry = registry;
        try {
            bindTicks();
            bindMetrics(run.metrics());
        } catch (Throwable failure) {
            close();
            this.registry = null;
            throw failure;
        }
    }

    /** The registry that this is being bound to. */
    private MeterRegistry bound() {
        return Objects.requireNonNull(registry);
    }

    private void bindTicks() {
        Timer compute = timer("tick.compute", "from the input of a tick to its publication");
        Timer lateness = timer("tick.lateness", "from the due time of a tick to its begin");
        Timer published = timer("publication.lateness", "how late a state was published");
        ticks = run.events().with(PhysicsEvent.Kind.TICK).capacity(CAPACITY).subscribe("micrometer", tick -> {
            compute.record(tick.computeNanos(), TimeUnit.NANOSECONDS);
            lateness.record(tick.latenessNanos(), TimeUnit.NANOSECONDS);
            if (tick.isPublished()) {
                // Not recorded if it is below 0: while a backlog is worked off, some states come early.
                published.record(tick.publicationLatenessNanos(), TimeUnit.NANOSECONDS);
            }
        });
        count("events.missed", "ticks that the timers lack", ticks, EventSubscription::missed);
    }

    private void bindMetrics(PhysicsMetrics of) {
        count("overruns", "steps that took longer than their ticks", of, PhysicsMetrics::overruns);
        count("faults", "failed steps, polls and states", of, PhysicsMetrics::faults);
        count("hung.steps", "calls that did not return in time", of, PhysicsMetrics::hungSteps);
        count("commands", "commands that have run", of, PhysicsMetrics::commandsRun);
        count("inputs.consumed", "inputs that ticks have taken", of, PhysicsMetrics::inputsConsumed);
        count("inputs.refused", "inputs that found no room, or no run", of, PhysicsMetrics::inputsRefused);
        count("inputs.deferred", "inputs that went to a later tick", of, PhysicsMetrics::inputsDeferred);
        count("inputs.from.future", "inputs with a time in the future", of, PhysicsMetrics::inputsFromFuture);
        FunctionTimer.Builder<PhysicsMetrics> slips = FunctionTimer.builder(
                "freestep.slips", of, PhysicsMetrics::slips, PhysicsMetrics::droppedNanos, TimeUnit.NANOSECONDS);
        meters.add(slips.description("time that was dropped").tags(tags).register(bound()));
        gauge("debt", "how long the next tick has been due", of, PhysicsMetrics::debtNanos);
        gauge("input.wait", "how long a due tick has waited for its input", of, PhysicsMetrics::inputWaitNanos);
        gauge("park.lateness", "how late the system ends a park", of, PhysicsMetrics::parkLatenessNanos);
        gauge("paused", "wall time in pauses", of, PhysicsMeters::pausedNanos);
        Gauge.Builder<?> scale = Gauge.builder("freestep.sustained.scale", of, PhysicsMetrics::sustainedScale);
        scale.description("share of the time scale").tags(tags).strongReference(true);
        meters.add(scale.register(bound()));
        for (Physics.Status each : Physics.Status.values()) {
            Gauge.Builder<?> status = Gauge.builder("freestep.status", run, r -> r.status() == each ? 1 : 0);
            status.tags(tags)
                    .tag("status", each.name().toLowerCase(Locale.ROOT))
                    .strongReference(true);
            meters.add(status.description("1 if it is the present one").register(bound()));
        }
    }

    private static long pausedNanos(PhysicsMetrics of) {
        return of.ledger(new TimeLedger()).pausedNanos();
    }

    private Timer timer(String name, String description) {
        Timer timer = Timer.builder("freestep." + name)
                .description(description)
                .tags(tags)
                .publishPercentiles(0.5, 0.95, 0.99, 0.999)
                .percentilePrecision(2)
                // The default of 1 ms suits requests, but most steps are shorter.
                .minimumExpectedValue(Duration.ofNanos(10_000))
                .register(bound());
        meters.add(timer);
        return timer;
    }

    private <T> void count(String name, String description, T of, ToDoubleFunction<T> value) {
        FunctionCounter.Builder<T> counter = FunctionCounter.builder("freestep." + name, of, value);
        meters.add(counter.description(description).tags(tags).register(bound()));
    }

    private <T> void gauge(String name, String description, T of, ToDoubleFunction<T> nanos) {
        TimeGauge.Builder<T> gauge = TimeGauge.builder("freestep." + name, of, TimeUnit.NANOSECONDS, nanos);
        gauge.description(description).tags(tags).strongReference(true);
        meters.add(gauge.register(bound()));
    }

    /**
     * Ends the subscription, and then removes the meters from the registry. The timers get the ticks that still wait.
     * The run continues. A second call does nothing.
     */
    @Override
    public synchronized void close() {
        try {
            if (ticks != null) {
                ticks.close();
            }
        } finally {
            // Without a registry, there are no meters.
            meters.forEach(meter -> bound().remove(meter));
            meters.clear();
        }
    }
}
