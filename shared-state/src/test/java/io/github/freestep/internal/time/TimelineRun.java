package io.github.freestep.internal.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import io.github.freestep.time.Ratio;
import java.math.BigInteger;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.function.Executable;

/** Applies random operations to a timeline and its oracle, and compares the two after each operation. */
final class TimelineRun {
    private static final long YEAR = 365L * 86_400_000_000_000L;

    /** The clock stops here, so that neither it nor simulation time at any scale overflows a long. */
    private static final BigInteger MAX_CLOCK = BigInteger.valueOf(100 * YEAR);

    private final Ratio rate;
    private final long seed;
    private final Random random;
    private final Timeline timeline;
    private final TimelineOracle oracle;
    private BigInteger now;
    private long stepped;
    private long steppedToNanos;
    private String last = "start";

    TimelineRun(Ratio rate, long seed) {
        this.rate = rate;
        this.seed = seed;
        random = Seeds.random(seed * 1_000_003 + rate.hashCode());
        now = BigInteger.valueOf(
                switch (random.nextInt(4)) {
                    case 0 -> 0;
                    case 1 -> random.nextLong();
                    case 2 -> Long.MAX_VALUE - random.nextInt(1_000);
                    default -> Long.MAX_VALUE - randomUpTo(YEAR);
                });
        timeline = new Timeline(rate, now.longValue());
        oracle = new TimelineOracle(rate, now);
    }

    void operate(int operations) {
        for (int i = 0; i < operations; i++) {
            check();
            switch (random.nextInt(13)) {
                case 0, 1, 2 -> advanceWithinALong(randomUpTo(random.nextInt(8) == 0 ? YEAR / 4 : 1_000_000_000));
                case 3, 4, 5 -> step();
                case 6 -> pause();
                case 7 -> resume();
                case 8, 9 -> scale(anyScale());
                case 10 -> drop();
                case 11 -> stepInAPause();
                default -> misuse();
            }
        }
        check();
    }

    /** Runs in real time for a span without simulating anything, and checks how many ticks fall due. */
    void runAtRealTimeFor(long nanos) {
        resume();
        scale(Ratio.ONE);
        long from = oracle.simulationAt(now).longValueExact();
        advance(nanos);
        check();
        assertEquals(from + nanos, timeline.simulationAt(now.longValue()), this::where);
        assertEquals(exactTicks(from + nanos), timeline.tickAt(from + nanos), this::where);
        step();
        check();
    }

    private void advanceWithinALong(long nanos) {
        BigInteger next = now.add(BigInteger.valueOf(nanos));
        boolean countable = oracle.wall(next).compareTo(MAX_CLOCK) < 0
                && oracle.simulationAt(next).compareTo(MAX_CLOCK) < 0;
        advance(countable ? nanos : 1);
    }

    private void advance(long nanos) {
        last = "advance " + nanos;
        now = now.add(BigInteger.valueOf(nanos));
    }

    /** Simulates some or all of the due ticks, and sometimes one tick too many. */
    private void step() {
        long due = timeline.tickAt(timeline.simulationAt(now.longValue()));
        long tick = due;
        if (!oracle.paused() && random.nextInt(10) == 0) {
            tick = Math.max(due, stepped) + 1;
        } else if (due <= stepped) {
            return;
        } else if (random.nextBoolean()) {
            tick = stepped + 1 + randomUpTo(due - stepped - 1);
        }
        last = "step to " + tick;
        stepped = tick;
        timeline.simulated(timeline.simulationOf(tick));
        oracle.simulated(oracle.simulationOf(BigInteger.valueOf(tick)));
    }

    private void pause() {
        last = "pause";
        timeline.pause(now.longValue());
        oracle.pause(now);
    }

    private void resume() {
        last = "resume";
        timeline.resume(now.longValue());
        oracle.resume(now);
    }

    private void stepInAPause() {
        long stood = oracle.anchorSimulation().longValueExact();
        long next = timeline.simulationOf(timeline.tickAt(stood) + 1);
        long to = random.nextBoolean() ? next : stood + 1 + randomUpTo(1_000_000_000);
        if (!oracle.paused()) {
            assertThrows(IllegalStateException.class, () -> timeline.step(now.longValue(), to), this::where);
            return;
        }
        last = "step in a pause to " + to;
        steppedToNanos = to;
        timeline.step(now.longValue(), to);
        oracle.step(now, BigInteger.valueOf(to));
    }

    private void scale(Ratio scale) {
        last = "scale " + scale;
        timeline.scale(now.longValue(), scale.numerator(), scale.denominator());
        oracle.scale(now, scale);
    }

    private void drop() {
        long reached = oracle.simulationAt(now).longValueExact();
        long least = Math.max(timeline.simulatedNanos(), steppedToNanos);
        long pending = reached - least;
        if (pending < 0) {
            return;
        }
        long to = switch (random.nextInt(5)) {
            case 0 -> least;
            case 1 -> reached;
            case 2 -> Math.max(least, timeline.simulationOf(timeline.tickAt(reached - randomUpTo(pending))));
            case 3 -> Math.max(least, oracle.anchorSimulation().longValueExact());
            default -> reached - randomUpTo(pending);
        };
        last = "drop from " + reached + " to " + to;
        timeline.drop(now.longValue(), to);
        oracle.drop(now, BigInteger.valueOf(to));
    }

    /** Makes refused calls. They must not change anything; the next check would find a change. */
    private void misuse() {
        last = "misuse";
        long wall = now.longValue();
        long simulated = timeline.simulatedNanos();
        long reached = oracle.simulationAt(now).longValueExact();
        assertRefused(() -> timeline.drop(wall, reached + 1));
        assertRefused(() -> timeline.drop(wall, Math.max(simulated, steppedToNanos) - 1));
        assertRefused(() -> timeline.simulated(simulated - 1));
        long early = oracle.anchorWall().longValue() - 1 - randomUpTo(YEAR);
        assertRefused(() -> timeline.drop(early, simulated));
        assertRefused(() -> timeline.scale(early, 3, 1));
        if (oracle.paused()) {
            assertRefused(() -> timeline.resume(early));
            assertRefused(() -> timeline.simulated(Math.max(simulated, reached) + 1));
            assertRefused(() -> timeline.step(wall, reached));
            assertRefused(() -> timeline.step(early, reached + 1));
        } else {
            assertRefused(() -> timeline.pause(early));
        }
    }

    private void check() {
        long wall = now.longValue();
        assertEquals(oracle.anchorWall().longValue(), timeline.anchor().wallNanos(), this::where);
        assertEquals(
                oracle.anchorSimulation().longValueExact(), timeline.anchor().simulationNanos(), this::where);
        assertEquals(oracle.paused(), timeline.anchor().isPaused(), this::where);
        assertEquals(oracle.scale(), timeline.scale(), this::where);
        checkSimulationAt(now);
        checkSimulationAt(now.subtract(BigInteger.valueOf(randomUpTo(timeline.elapsedNanos(wall)))));
        checkSimulationAt(now.add(BigInteger.valueOf(randomUpTo(1_000_000_000))));
        BigInteger turn = oracle.turns().get(random.nextInt(oracle.turns().size()));
        checkSimulationAt(turn);
        checkSimulationAt(turn.subtract(BigInteger.ONE));
        checkTicks();
        checkLedger();
    }

    private void checkSimulationAt(BigInteger wall) {
        assertEquals(
                oracle.simulationAt(wall).longValueExact(),
                timeline.simulationAt(wall.longValue()),
                () -> where() + ", simulation at " + wall);
        assertEquals(oracle.runsAt(wall), timeline.runsAt(wall.longValue()), () -> where() + ", runs at " + wall);
    }

    private void checkTicks() {
        long due = exactTicks(oracle.simulationAt(now).longValueExact());
        assertEquals(due, timeline.tickAt(timeline.simulationAt(now.longValue())), this::where);
        checkDue(Math.max(due, stepped) + 1);
        checkDue(Math.max(due, stepped) + 1 + randomUpTo(1_000));
        if (due > stepped) {
            checkDue(stepped + 1);
            checkDue(due);
            checkDue(stepped + 1 + randomUpTo(due - stepped - 1));
        }
    }

    private void checkDue(long tick) {
        BigInteger simulation = oracle.simulationOf(BigInteger.valueOf(tick));
        assertEquals(simulation.longValueExact(), timeline.simulationOf(tick), this::where);
        assertEquals(tick, timeline.tickAt(timeline.simulationOf(tick)), this::where);
        Optional<BigInteger> due = oracle.due(BigInteger.valueOf(tick));
        if (due.isPresent()) {
            assertEquals(due.get().longValue(), timeline.dueNanos(tick), () -> where() + ", due time of " + tick);
        } else {
            assertThrows(IllegalStateException.class, () -> timeline.dueNanos(tick), this::where);
        }
    }

    private void checkLedger() {
        long wall = now.longValue();
        assertEquals(oracle.wall(now).longValueExact(), timeline.elapsedNanos(wall), this::where);
        assertEquals(
                oracle.simulatedWall().longValueExact(), timeline.simulatedWallNanos(), () -> where() + ", simulated");
        assertEquals(oracle.paused(now).longValueExact(), timeline.pausedNanos(wall), () -> where() + ", paused");
        assertEquals(oracle.dropped().longValueExact(), timeline.droppedNanos(), () -> where() + ", dropped");
        assertEquals(oracle.pending(now).longValueExact(), timeline.pendingNanos(wall), () -> where() + ", pending");
        long accounted = timeline.simulatedWallNanos()
                + timeline.pausedNanos(wall)
                + timeline.droppedNanos()
                + timeline.pendingNanos(wall);
        assertEquals(timeline.elapsedNanos(wall), accounted, () -> where() + ", the ledger's sum");
        assertTrue(timeline.droppedNanos() >= 0, this::where);
    }

    /** Returns the largest n with floor(n * 1e9 / rate) <= simulation, by a search instead of a formula. */
    private long exactTicks(long simulation) {
        BigInteger time = BigInteger.valueOf(simulation);
        BigInteger tick = time.multiply(BigInteger.valueOf(rate.numerator()))
                .divide(BigInteger.valueOf(rate.denominator()).multiply(BigInteger.valueOf(1_000_000_000)));
        while (oracle.simulationOf(tick).compareTo(time) > 0) {
            tick = tick.subtract(BigInteger.ONE);
        }
        while (oracle.simulationOf(tick.add(BigInteger.ONE)).compareTo(time) <= 0) {
            tick = tick.add(BigInteger.ONE);
        }
        return tick.longValueExact();
    }

    private Ratio anyScale() {
        return switch (random.nextInt(4)) {
            case 0 -> Ratio.of(1, 1_000);
            case 1 -> Ratio.of(1_000);
            case 2 -> Ratio.ONE;
            default -> Ratio.of(1 + random.nextInt(1_000), 1 + random.nextInt(1_000));
        };
    }

    /** Returns a random number from 0 to the limit, with all magnitudes equally likely. */
    private long randomUpTo(long limit) {
        long bits = random.nextLong() >>> (1 + random.nextInt(Long.SIZE - 1));
        return bits <= limit ? bits : bits % (limit + 1);
    }

    private void assertRefused(Executable misuse) {
        assertThrows(IllegalArgumentException.class, misuse, this::where);
    }

    private String where() {
        return "rate " + rate + ", seed " + seed + ", after " + last + ", now " + now;
    }
}
