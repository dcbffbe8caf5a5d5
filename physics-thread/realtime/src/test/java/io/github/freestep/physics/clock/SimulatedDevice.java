package io.github.freestep.physics.clock;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.VirtualClock;
import java.util.Random;

/** A device with a clock of its own, and a world that ticks by a clock which may follow it. */
final class SimulatedDevice implements Device, Simulation {
    final VirtualClock source = new VirtualClock(Long.MAX_VALUE - 1_000_000_000);
    final FollowingClock clock = new FollowingClock(source);
    final InlineStepper physics;
    private final Random random = Seeds.random(4);
    private final double cycleNanos;
    private final int ticksPerCycle;

    /** By how much the device is too slow, and how much this varies in ten minutes. */
    double offPpm;

    double variesPpm;
    double jitterNanos = 20_000;
    long cyclesLeft = Long.MAX_VALUE;
    Runnable atEnd = () -> {};

    /** Cycles without a new command, and cycles with one too many, since they were last set to 0. */
    long without;

    long tooMany;

    private double cycleBegins;
    private long sinceStart;
    private long steppedTo = clock.nanoTime();

    SimulatedDevice(int ticksPerSecond, int ticksPerCycle) {
        physics = PhysicsService.builder(this)
                .rate(ticksPerSecond)
                .axes(1)
                .clock(clock)
                .inline();
        this.ticksPerCycle = ticksPerCycle;
        cycleNanos = 1e9 * ticksPerCycle / ticksPerSecond;
    }

    @Override
    public boolean isOn() {
        if (cyclesLeft == 0) {
            atEnd.run();
        }
        return cyclesLeft > 0;
    }

    @Override
    public long read() {
        cyclesLeft--;
        double slow = offPpm + variesPpm * Math.sin(cycleBegins / 600e9 * 2 * Math.PI);
        // A device does not make up for cycles in which it was off.
        cycleBegins = Math.max(cycleBegins, sinceStart - cycleNanos) + cycleNanos * (1 + slow / 1e6);
        pass(Math.max(0, (long) (cycleBegins + Math.abs(random.nextGaussian()) * jitterNanos) - sinceStart));
        return source.nanoTime();
    }

    /** Lets time pass without a cycle. */
    void pass(long nanos) {
        source.advance(nanos);
        sinceStart += nanos;
        int ticks = physics.advance(clock.nanoTime() - steppedTo);
        steppedTo = clock.nanoTime();
        without += ticks < ticksPerCycle ? 1 : 0;
        tooMany += ticks > ticksPerCycle ? 1 : 0;
    }

    /** Reads the device, and tells the clock. */
    void run(int cycles) {
        for (int left = cycles; left > 0; left--) {
            clock.cycle(read());
        }
    }

    @Override
    public float angle() {
        return 0;
    }

    @Override
    public StateLayout layout() {
        return StateLayout.of(1);
    }

    @Override
    public void setUp(PhysicsContext context) {
        context.bodies().spawn(0);
    }

    @Override
    public void step(Tick tick) {}

    @Override
    public void write(StateWriter state) {
        state.position(0, 0, 0, 0);
    }
}
