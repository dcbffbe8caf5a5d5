package io.github.freestep.benchmarks.app.pacing;

import io.github.freestep.internal.time.PreciseWait;
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

/** Freestep's service as it comes: its wake-ups by its own metrics, or until the step begins, with all its work before that. */
class ServicePacer implements Pacer {
    private static final Path OWN_THREAD = Path.of("/proc/thread-self");

    private final boolean untilTheStep;
    private final int budgetPerMille;
    private volatile String slackNanos = "";

    ServicePacer(boolean untilTheStep) {
        this(untilTheStep, PreciseWait.DEFAULT_BUDGET_PER_MILLE);
    }

    /** With a spin budget of its own, in thousandths of a core. */
    ServicePacer(int budgetPerMille) {
        this(false, budgetPerMille);
    }

    private ServicePacer(boolean untilTheStep, int budgetPerMille) {
        this.untilTheStep = untilTheStep;
        this.budgetPerMille = budgetPerMille;
    }

    @Override
    public PacingRound run(int rate, int ticks) throws IOException, InterruptedException {
        WakeUpLog recording = new WakeUpLog(rate, ticks);
        OneBody world = new OneBody(recording);
        PhysicsService physics = PhysicsService.builder(world)
                .rate(rate)
                .spinBudgetPerMille(budgetPerMille)
                .build();
        world.metrics = physics.metrics();
        try {
            return round(physics, recording);
        } finally {
            // Tells what went wrong, if it did.
            physics.close();
        }
    }

    PacingRound round(PhysicsService physics, WakeUpLog recording) throws IOException, InterruptedException {
        physics.start();
        return recording.round();
    }

    @Override
    public String note() {
        return "timer slack " + (slackNanos.isEmpty() ? "not known" : slackNanos + " ns");
    }

    /** Where slack is refused, every park oversleeps by that much, and it has to be spun away. */
    @Override
    public double cpuLimitPercent() {
        return slackNanos.equals("1") ? 2 : 3;
    }

    /** Of the calling thread, as the service has left it; empty where there is no such thing. */
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
        private final WakeUpLog recording;
        private PhysicsMetrics metrics;
        private long previousDueNanos;
        private float x;

        OneBody(WakeUpLog recording) {
            this.recording = recording;
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
                recording.wakeUp(tick.dueNanos());
            } else if (tick.number() > 1) {
                // The metrics are of the tick before, until this one ends.
                recording.wakeUp(previousDueNanos, previousDueNanos + metrics.latenessNanos());
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
