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
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.state.content.StateInside;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The order of the effects of a run is a promise: two programs that record, replay or play the same match must see the
 * same order. Random scripts use a service and a stepper on a virtual clock, and write down what the run does: its
 * calls of the user's code with their input, its states with their content, events, metrics, the journal, and the ends
 * of futures. The checksum of all this changes if one effect changes, or its place among the others.
 *
 * <p>The script looks at events, states and the ends of futures after each pass of a service and each call of a
 * stepper. So it sees the order of each kind, but not whether, within one pass, a state came before the end of a
 * future. Scripts do not correct ticks and do not hand runs over.
 *
 * <p>To see what has changed, pass {@code -Dfreestep.effects=FOLDER} before and after the change. Each script then
 * writes its effects to a file there.
 */
@Timeout(240)
class OrderOfEffectsTest {
    private static final int SCRIPTS = Thorough.of(50, 200);
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
        assertEquals(Thorough.isOn() ? "6916f199" : "9da60b52", Long.toHexString(sum.getValue()));
    }

    /** One run with random options, and a user who makes random calls. */
    private static final class Script {
        private final StringBuilder effects = new StringBuilder();
        private final Random random;
        private final Random worldRandom;
        private final VirtualClock clock = new VirtualClock(0);
        private final boolean isService;
        private final PhysicsBuilder builder;
        private final CompletableFuture<Void> released = new CompletableFuture<>();
        private final TimeAnchor anchor = new TimeAnchor();
        private ServiceRun run;
        private InlineStepper stepper;
        private Physics physics;
        private double height;
        private int requests;

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
                builder.overloadPolicy(OverloadPolicy.neverSlip());
            }
            if (is(4)) {
                builder.publishEvery(1 + random.nextInt(4));
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
                run = new ServiceRun(builder.watchdog(Duration.ZERO).setup());
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
            if (isService) {
                holdCallbacks();
            }
            boolean continues = true;
            for (int i = 0; i < MOVES && continues; i++) {
                continues = moves();
                look(events, states);
            }
            if (isService) {
                run.requestStop();
                run.passes.runPass();
                completeFutures();
                released.complete(null);
            } else {
                stepper.close();
            }
            look(events, states);
            note("ended at", bits(height), physics.status());
            return effects.toString();
        }

        /** Keeps the thread that completes futures in a callback, so that {@link #completeFutures} replaces it. */
        private void holdCallbacks() {
            CompletableFuture<Void> isHeld = new CompletableFuture<>();
            physics.submit(context -> {}).whenComplete((result, failure) -> {
                isHeld.complete(null);
                released.join();
            });
            run.passes.runPass();
            isHeld.join();
        }

        /** Completes the futures of a service at a known moment, as the owner of a stepper does. */
        private void completeFutures() {
            run.requests.callbacks().completeAll();
        }

        /** Lets time pass, then makes a call of the user. Returns whether the run continues. */
        private boolean moves() {
            try {
                boolean continues = isService ? pass() : advance();
                if (!isService && is(12)) {
                    actElsewhere();
                } else {
                    act();
                }
                return continues;
            } catch (PhysicsException ended) {
                // A stepper ends in the call that steps.
                note("ends");
                return false;
            }
        }

        private boolean pass() {
            if (is(5)) {
                run.passes.run();
                completeFutures();
            }
            long now = clock.nanoTime();
            run.passes.resume(now, now, 0);
            run.passes.runPass();
            completeFutures();
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

        /** Makes calls on a thread that does not own the stepper, so that their changes and commands wait together. */
        private void actElsewhere() {
            Runnable acts = () -> {
                for (int i = 0; i < 4; i++) {
                    act();
                }
            };
            CompletableFuture.runAsync(acts, task -> new Thread(task).start()).join();
        }

        private void act() {
            InputPort input = physics.input();
            switch (random.nextInt(14)) {
                case 0 -> request("pause", physics.pause());
                case 1, 2 -> request("resume", physics.resume());
                case 3 -> request("step", physics.pauseAndStep(1 + random.nextInt(3)));
                case 4 -> request("scale", physics.timeScale(Ratio.of(1 + random.nextInt(4), 1 + random.nextInt(3))));
                case 5 -> command();
                case 6, 7 -> note("action", input.action(random.nextInt(4), 1));
                case 8 -> note("axis", input.axis(0, random.nextFloat()));
                case 9 -> note("timed action", input.action(random.nextInt(4), 1, inputNanos()));
                case 10 -> note("timed axis", input.axis(0, random.nextFloat(), inputNanos()));
                default -> {}
            }
        }

        /** Returns a time that may lie in a tick that is done, in a waiting one, or in the future. */
        private long inputNanos() {
            return physics.clock().nanoTime() + (random.nextInt(60) - 40) * MILLI;
        }

        private void request(String what, CompletableFuture<?> future) {
            int number = ++requests;
            note("request", number, what);
            future.whenComplete(
                    (result, failure) -> note("end of request", number, failure == null ? result : failure.getClass()));
        }

        private void command() {
            int kind = random.nextInt(11);
            ValueCommand<String> command = context -> {
                note("command", context.tick());
                height += kind;
                Bodies bodies = context.bodies();
                switch (kind) {
                    case 5 -> request("step in a command", physics.pauseAndStep());
                    case 6 -> request("command in a command", physics.submit(inner -> note("inner", inner.tick())));
                    case 7 -> bodies.teleport(0);
                    case 8 -> throw new IllegalStateException("a command that fails");
                    case 9, 10 -> {
                        int slot = kind - 8;
                        if (bodies.isAlive(slot)) {
                            bodies.remove(slot);
                        } else {
                            bodies.spawn(slot);
                        }
                    }
                    default -> {}
                }
                return bits(height);
            };
            request("command", is(2) ? physics.call(command) : physics.submit(command::run));
        }

        private void look(EventReader events, StateReader states) {
            events.poll(event -> note("event", event.kind(), event.tick(), event.simulationNanos()));
            if (states.acquire()) {
                for (int age = 0; age < states.size(); age++) {
                    noteState(states.state(age));
                }
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
                    metrics.inputsFromFuture(),
                    metrics.commandsRun(),
                    metrics.awaitedTick(),
                    physics.isPaused(),
                    bits(physics.timeScale()));
        }

        private void noteState(State state) {
            state.anchor(anchor);
            note("state", state.tick(), state.simulationNanos(), "after", StateInside.predecessorTick(state));
            note("- edition", StateInside.edition(state), "overloaded", StateInside.isOverloaded(state));
            note("- made", StateInside.startedNanos(state), StateInside.publishedNanos(state));
            note("- input", state.inputSequence(), state.inputNanos());
            note("- anchor", anchor.wallNanos(), anchor.simulationNanos());
            note("- scale", anchor.scaleNumerator(), anchor.scaleDenominator());
            for (int slot = 0; slot < state.slots(); slot++) {
                note("- slot", slot, state.epoch(slot));
                // The values of a slot without a body have no meaning.
                for (float[] values : StateInside.values(state)) {
                    note("- value", state.isAlive(slot) ? bits(values[slot]) : "none");
                }
            }
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
            private final boolean isHeavy = worldRandom.nextInt(6) == 0;

            @Override
            public StateLayout layout() {
                return StateLayout.of(3).linear("speed").stepped("level");
            }

            @Override
            public void setUp(PhysicsContext context) {
                context.bodies().spawn(0);
            }

            @Override
            public void step(Tick tick) {
                TickInput input = tick.input();
                note("step", tick.number(), tick.simulationNanos(), tick.dueNanos());
                note("- axis", bits(input.axisAtStart(0)), bits(input.axis(0)));
                for (int i = 0; i < input.size(); i++) {
                    note("- input", input.isAction(i), input.code(i), bits(input.value(i)), bits(input.fraction(i)));
                }
                height += tick.dtSeconds() + input.size();
                if (isService) {
                    int most = isHeavy || worldRandom.nextInt(20) == 0 ? 60 : 2;
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
                for (int slot = 0; slot < 3; slot++) {
                    if (into.isAlive(slot)) {
                        into.position(slot, slot, isNaN ? Float.NaN : height, 0);
                        into.orientation(slot, 0, (float) StrictMath.sin(height), 0, (float) StrictMath.cos(height));
                        into.linear(0, slot, height / 2);
                        into.stepped(0, slot, requests);
                    }
                }
            }

            @Override
            public boolean resting() {
                return worldRandom.nextInt(30) == 0;
            }

            @Override
            public void close() {
                note("close");
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
