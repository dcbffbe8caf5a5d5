package io.github.freestep.benchmarks.app.pacing;

import io.github.freestep.benchmarks.app.Failures;
import io.github.freestep.internal.time.PreciseWait;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsMetrics;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Freestep's service. Lateness is either that of the wake-up, as the service's metrics report it, or that of the call
 * of {@code step}, which includes all the work before the step.
 */
class ServicePacer implements Pacer {
    private static final Path OWN_THREAD = Path.of("/proc/thread-self");

    private final boolean untilTheStep;
    private final int budgetPerMille;
    private volatile String slackNanos = "";

    ServicePacer(boolean untilTheStep) {
        this(untilTheStep, PreciseWait.DEFAULT_BUDGET_PER_MILLE);
    }

    /** Sets the spin budget, in thousandths of a core. */
    ServicePacer(int budgetPerMille) {
        this(false, budgetPerMille);
    }

    private ServicePacer(boolean untilTheStep, int budgetPerMille) {
        this.untilTheStep = untilTheStep;
        this.budgetPerMille = budgetPerMille;
    }

    @Override
    public PacingRound run(int rate, int ticks) throws IOException, InterruptedException {
        WakeUpLog log = new WakeUpLog(rate, ticks);
        OneBody world = new OneBody(log);
        PhysicsService physics = options(
                        PhysicsService.builder(world).rate(rate).spinBudgetPerMille(budgetPerMille))
                .build();
        world.metrics = physics.metrics();
        PacingRound round;
        try (physics) {
            round = round(physics, log);
        }
        Failures.requireNone(physics);
        return round;
    }

    /** Sets further options. */
    PhysicsBuilder options(PhysicsBuilder builder) {
        return builder;
    }

    PacingRound round(PhysicsService physics, WakeUpLog log) throws IOException, InterruptedException {
        physics.start();
        return log.round();
    }

    @Override
    public String note() {
        return "timer slack " + (slackNanos.isEmpty() ? "unknown" : slackNanos + " ns");
    }

    /**
     * Returns 3 % where the system refuses a smaller timer slack: parks then oversleep by the default slack, and the
     * wait spins longer.
     */
    @Override
    public double cpuLimitPercent() {
        return slackNanos.equals("1") ? 2 : 3;
    }

    /** Returns the timer slack of the calling thread as the service has set it; empty if the system has none. */
    private static String readSlack() {
        try {
            Path thread = Files.readSymbolicLink(OWN_THREAD).getFileName();
            return Files.readString(Path.of("/proc").resolve(thread).resolve("timerslack_ns"))
                    .trim();
        } catch (IOException | RuntimeException e) {
            return "";
        }
    }

    private final class OneBody implements Simulation {
        private final WakeUpLog log;
        private PhysicsMetrics metrics;
        private long previousDueNanos;
        private float x;

        OneBody(WakeUpLog log) {
            this.log = log;
        }

        @Override
        public StateLayout layout() {
            return StateLayout.of(1);
        }

        @Override
        public void setUp(PhysicsContext context) {
            slackNanos = readSlack();
            context.bodies().spawn(0);
        }

        @Override
        public void step(Tick tick) {
            if (untilTheStep) {
                log.wakeUp(tick.dueNanos());
            } else if (tick.number() > 1) {
                // Until this tick ends, the metrics are those of the previous tick.
                log.wakeUp(previousDueNanos, previousDueNanos + metrics.latenessNanos());
            }
            previousDueNanos = tick.dueNanos();
            x += 0.01f;
        }

        @Override
        public void write(StateWriter state) {
            state.position(0, x, 0, 0);
            state.orientation(0, 0, 0, 0, 1);
        }
    }
}
