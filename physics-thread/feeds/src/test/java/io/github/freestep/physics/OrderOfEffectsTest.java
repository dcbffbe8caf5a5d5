package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.feed.FedInput;
import io.github.freestep.physics.feed.Feeds;
import io.github.freestep.physics.feed.InputFeed;
import io.github.freestep.physics.input.InputEvent;
import io.github.freestep.physics.input.InputValues;
import io.github.freestep.physics.journal.RunLog;
import io.github.freestep.physics.thread.RunPlan;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The order of the effects of a run is a promise: two programs that record, replay or play the same match must see the
 * same order. Random scripts use a service and a stepper on a virtual clock, and write down what the run does. The
 * checksum of all this changes if one effect changes, or its place among the others.
 *
 * <p>To see what has changed, pass {@code -Dfreestep.effects=FOLDER} before and after the change. Each script then
 * writes its effects to a file there.
 */
@Timeout(240)
class OrderOfEffectsTest {
    private static final int SCRIPTS = 200;
    private static final int MOVES = 300;
    private static final long MILLI = 1_000_000;

    @Test
    void effectsKeepTheirOrder() throws IOException {
        String folder = System.getProperty("freestep.effects");
        CRC32 sum = new CRC32();
        for (int seed = 1; seed <= SCRIPTS; seed++) {
            String effects = new Script(seed).run();
            sum.update(effects.getBytes(StandardCharsets.UTF_8));
            if (folder != null) {
                Files.createDirectories(Path.of(folder));
                Files.writeString(Path.of(folder, "script-" + seed), effects);
            }
        }
        assertEquals("e3f8ea77", Long.toHexString(sum.getValue()));
    }

    /** One run with random options, and a user who makes random calls. */
    private static final class Script {
        private final StringBuilder effects = new StringBuilder();
        private final Random random;
        private final Random worldRandom;
        private final VirtualClock clock = new VirtualClock(0);
        private final boolean isService;
        private final PhysicsBuilder builder;
        private ServiceRun run;
        private InlineStepper stepper;
        private Physics physics;
        private double height;

        Script(long seed) {
            random = Seeds.fixed(seed);
            worldRandom = Seeds.fixed(-seed);
            isService = random.nextInt(3) > 0;
            // Also of a stepper, whose budget of commands would otherwise depend on how fast the machine is.
            builder = PhysicsService.builder(new World())
                    .clock(clock)
                    .rate(new int[] {60, 100, 1000}[random.nextInt(3)])
                    .axes(1)
                    .onProblem(problem -> {})
                    .faultPolicy(faultPolicy());
            if (is(3)) {
                builder.overloadPolicy(is(2) ? OverloadPolicy.neverSlip() : OverloadPolicy.merge(3));
            }
            if (is(4)) {
                builder.publishEvery(1 + random.nextInt(4));
            }
            if (isService && is(4)) {
                builder.promptCommands();
            }
            if (is(4)) {
                Feeds.feed(builder, new Feed());
            } else if (is(4)) {
                builder.input(this::poll);
            }
        }

        private FaultPolicy faultPolicy() {
            return is(2) ? FaultPolicy.skip() : is(8) ? FaultPolicy.stop() : FaultPolicy.pause();
        }

        private boolean is(int oneIn) {
            return random.nextInt(oneIn) == 0;
        }

        private void note(Object... words) {
            for (Object word : words) {
                effects.append(word).append(' ');
            }
            effects.append('\n');
        }

        private static String bits(double value) {
            return Long.toHexString(Double.doubleToLongBits(value));
        }

        String run() {
            boolean wantsAll = is(2);
            boolean records = is(2);
            if (isService) {
                run = new ServiceRun(builder.withoutWatchdog().setup());
                physics = new PhysicsService(run);
            } else {
                stepper = builder.inline();
                physics = stepper;
            }
            if (records) {
                Inside.of(physics.events()).log(Log::new);
            }
            Events.Builder kinds = wantsAll
                    ? physics.events().with(PhysicsEvent.Kind.values())
                    : physics.events().with(PhysicsEvent.DEFAULT_KINDS.toArray(PhysicsEvent.Kind[]::new));
            EventReader events = kinds.capacity(1 << 12).open();
            StateReader states = physics.states().reader();
            boolean continues = true;
            for (int i = 0; i < MOVES && continues; i++) {
                continues = moves();
                look(events, states);
            }
            if (isService) {
                run.requestStop();
                run.passes.runPass();
            } else {
                stepper.close();
            }
            look(events, states);
            note("ended at", bits(height), physics.status());
            return effects.toString();
        }

        /** Lets time pass, then makes a call of the user. Returns whether the run continues. */
        private boolean moves() {
            try {
                boolean continues = isService ? pass() : advance();
                act();
                return continues;
            } catch (PhysicsException ended) {
                // A stepper ends in the call that steps.
                note("ends");
                return false;
            }
        }

        private boolean pass() {
            if (is(5)) {
                run.passes.passBeforeTick();
            }
            long now = clock.nanoTime();
            run.passes.resume(now, now, 0);
            run.passes.runPass();
            if (!run.passes.continues()) {
                return false;
            }
            run.passes.planNext(clock.nanoTime());
            RunPlan plan = run.passes.plan();
            note("plan", plan.wakeNanos(), plan.isDormant(), plan.wakesForTick());
            clock.advance(is(3) ? random.nextInt(40 * (int) MILLI) : random.nextInt(6 * (int) MILLI));
            return true;
        }

        private boolean advance() {
            note("steps", is(3) ? stepper.advanceTick() : stepper.advance(random.nextInt(40 * (int) MILLI)));
            return true;
        }

        private void act() {
            switch (random.nextInt(12)) {
                case 0 -> physics.pause();
                case 1, 2 -> physics.resume();
                case 3 -> physics.pauseAndStep(1 + random.nextInt(3));
                case 4 -> physics.timeScale(Ratio.of(1 + random.nextInt(4), 1 + random.nextInt(3)));
                case 5 -> command();
                case 6, 7 -> physics.input().action(random.nextInt(4), 1);
                case 8 -> physics.input().axis(0, random.nextFloat());
                default -> {}
            }
        }

        private void command() {
            int kind = random.nextInt(9);
            physics.submit(context -> {
                note("command", context.tick());
                height += kind;
                if (kind == 8) {
                    throw new IllegalStateException("a command that fails");
                } else if (kind == 7) {
                    context.bodies().teleport(0);
                }
            });
        }

        private void look(EventReader events, StateReader states) {
            events.poll(event -> note("event", event.kind(), event.tick(), event.simulationNanos()));
            if (states.acquire()) {
                note("state", states.state(0).tick(), states.state(0).simulationNanos());
            }
            PhysicsMetrics metrics = physics.metrics();
            note(
                    "metrics",
                    metrics.tick(),
                    metrics.faults(),
                    metrics.slips(),
                    bits(metrics.sustainedScale()),
                    metrics.debtNanos(),
                    metrics.latenessNanos(),
                    metrics.inputsConsumed(),
                    metrics.inputsDeferred(),
                    metrics.commandsRun(),
                    metrics.awaitedTick(),
                    physics.isPaused(),
                    bits(physics.timeScale()));
        }

        private void poll(PolledInput sample) {
            note("poll");
            if (worldRandom.nextInt(40) == 0) {
                throw new IllegalStateException("a source that fails");
            }
            sample.axis(0, worldRandom.nextInt(8));
        }

        private final class Feed implements InputFeed {
            @Override
            public boolean ready(long tick) {
                boolean isReady = worldRandom.nextInt(4) > 0;
                note("ready", tick, isReady);
                return isReady;
            }

            @Override
            public void feed(long tick, FedInput into) {
                note("feed", tick);
                into.action(worldRandom.nextInt(4), 1, 0.5);
            }
        }

        private final class World implements Simulation {
            private final boolean fails = worldRandom.nextInt(3) == 0;
            private final boolean writesNaN = worldRandom.nextInt(3) == 0;

            @Override
            public StateLayout layout() {
                return StateLayout.of(2);
            }

            @Override
            public void setUp(PhysicsContext context) {
                context.bodies().spawn(0);
            }

            @Override
            public void step(Tick tick) {
                TickInput input = tick.input();
                note("step", tick.number(), "of", tick.mergedTicks(), "with", input.size(), bits(input.axis(0)));
                height += tick.dtSeconds() + input.size();
                if (isService) {
                    int most = worldRandom.nextInt(20) == 0 ? 60 : 2;
                    clock.advance(worldRandom.nextInt(most * (int) MILLI));
                }
                if (fails && worldRandom.nextInt(25) == 0) {
                    throw new IllegalStateException("a step that fails");
                }
            }

            @Override
            public void write(StateWriter into) {
                note("write");
                boolean isNaN = writesNaN && height > 0 && worldRandom.nextInt(40) == 0;
                into.position(0, 0, isNaN ? Float.NaN : (float) height, 0);
            }

            @Override
            public boolean resting() {
                return worldRandom.nextInt(30) == 0;
            }
        }

        private final class Log implements RunLog {
            private float level;

            @Override
            public boolean isRead() {
                return true;
            }

            @Override
            public void input(long tick, InputValues input) {
                // Notes the axis only if its value has changed, as a recording does.
                if (input.axisAtStart(0) != level) {
                    note("log axis", tick, 0, bits(input.axisAtStart(0)));
                }
                level = input.axis(0);
                for (int i = 0; i < input.size; i++) {
                    InputEvent each = input.event(i);
                    note("log input", tick, each.action, each.code, bits(each.value), bits(each.fraction));
                }
            }

            @Override
            public void command(long tick, Object command) {
                note("log command", tick);
            }

            @Override
            public void time(long tick, TimeAnchor anchor) {
                note("log time", tick, anchor.wallNanos(), anchor.simulationNanos());
                note("log scale", anchor.scaleNumerator(), anchor.scaleDenominator());
            }

            @Override
            public void fault(long tick, Throwable failure) {
                note("log fault", tick, failure.getClass());
            }

            @Override
            public void hash(long tick, long hash) {
                note("log hash", tick, hash);
            }

            @Override
            public void tick(long tick) {
                note("log tick", tick);
            }

            @Override
            public boolean isDue(long tick) {
                return tick % 7 == 0;
            }

            @Override
            public void save(long tick) {
                note("log save", tick);
            }

            @Override
            public void end() {
                note("log end");
            }
        }
    }
}
