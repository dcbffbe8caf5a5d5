package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.internal.query.StateDifference;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.engines.EngineSimulation;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.Ratio;
import io.github.freestep.tools.report.Units;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Runs a world of the user's a few times side by side on virtual clocks, and compares the runs. Nothing depends on real
 * time, so what one trial finds, the next one finds in the same tick. For one thread.
 *
 * <p>Three runs get the same input in each tick: the first one is measured and saved, the second one is not saved, and
 * in the third one, only some states are written. Two more runs get input only in the ticks 1, 2, 4, 8 and so on, so
 * that the world may come to rest between. One of them is not stepped while its world says that it rests, whereas the
 * other one is stepped in each tick. A {@link RestoreTrial} restores what the first run saves.
 */
final class WorldTrial {
    /** Enough for two saves, and to tell what allocates regularly. */
    static final int LEAST_TICKS = 520;

    private static final int WRITTEN = 3;

    /** How often each hostile client does something in a tick. */
    private static final int HOSTILE_ACTS = 20;

    /** The share of the ticks that may allocate, as when a list grows. */
    private static final double SHARE = 0.1;

    private static final String REST_RULE =
            "; resting() must change nothing, and return true only if a step without new"
                    + " input would change nothing either";

    final Map<Promise, String> tried = new EnumMap<>(Promise.class);
    final Map<Promise, String> unchecked = new EnumMap<>(Promise.class);

    private final Supplier<Simulation> worlds;
    private final Ratio rate;
    final int ticks;
    private final OwnChecks checks;
    final Violations violations;
    private final StressedScene measured;
    private final long garbage;
    private final StressedScene restful;
    private final StateLayout layout;
    private final boolean isSavable;
    private final boolean isEngine;

    /** Whether the world says that it restores to the last bit. */
    final boolean exact;

    private boolean repeats = true;

    /** Which run calls its world, and in which tick: for the thread that watches. */
    volatile String running = "";

    volatile long tick;
    private long waitedTick;
    private long writtenTick;
    private String ofWritten;
    private final StateDifference moved;
    private long restTick;
    private String ofRest;
    private long stepped;

    /** How often the first run was saved. */
    int saves;

    private final Garbage ofWorld = new Garbage("the world", "ticks", SHARE);
    private final Garbage ofFreestep = new Garbage("Freestep", "ticks", SHARE);

    /** @param garbage how many bytes a tick of the world may allocate */
    WorldTrial(
            Supplier<Simulation> worlds, Ratio rate, int ticks, OwnChecks checks, long garbage, Violations violations) {
        this.garbage = garbage;
        this.worlds = worlds;
        this.rate = rate;
        this.ticks = ticks;
        this.checks = checks;
        this.violations = violations;
        Simulation world = worlds.get();
        measured = scene(world);
        measured.measuresWaits();
        layout = measured.layout();
        SavableSimulation savable = find(SavableSimulation.class, world);
        isSavable = savable != null;
        exact = isSavable && savable.restoresExactly();
        isEngine = find(EngineSimulation.class, world) != null;
        restful = scene(worlds.get());
        restful.rests(this::skipsRest);
        moved = new StateDifference(layout, "a state after which the world rests", "the next one");
    }

    private static StressedScene scene(Simulation world) {
        return new StressedScene(world, StepCost.NONE, new RunClock(), PlantedFlaw.NONE);
    }

    private static <T> T find(Class<T> type, Simulation world) {
        return world == null || type.isInstance(world) ? type.cast(world) : find(type, world.wrapped());
    }

    /** Runs to the end, or until a step fails or there is no reason to go on. */
    void run(BooleanSupplier goesOn) {
        String always = "a run that is stepped in each tick";
        try (TrialRun first = begin("the first run", "", measured, builder -> builder);
                TrialRun second = begin("a second run", "the first run", builder -> builder);
                TrialRun third = begin(
                        "a run of which every third state is written",
                        "the first run",
                        builder -> builder.publishEvery(WRITTEN));
                TrialRun awake = begin(always, "the tick before", builder -> builder);
                TrialRun resting = begin("a run that may rest", always, restful, builder -> builder);
                RestoreTrial restores = new RestoreTrial(this, first)) {
            boolean alike = Stream.of(second, third, awake, resting).allMatch(this::hasLayout);
            for (tick = 1; alike && tick <= ticks && goesOn.getAsBoolean(); tick++) {
                if (isSavable) {
                    restores.before(tick);
                }
                State right = measure(first);
                add(Promise.STATE, checks.flaw(right));
                repeat(second.difference(right, second.step(tick)), third.difference(right, third.step(tick)));
                rest(awake, resting);
                restores.after(tick, right);
                stepped = tick;
            }
            restores.end();
        } catch (RuntimeException e) {
            add(Promise.FAULT, text(e));
        }
        judge();
        playHostile(goesOn);
    }

    private void playHostile(BooleanSupplier goesOn) {
        if (PlayersTrial.players(worlds.get()) == null) {
            unchecked.put(Promise.HOSTILE, "the world is not a Supplier of its Players, two or more");
            return;
        }
        tick = 0;
        running = "a game with hostile clients";
        try (PlayersTrial game = new PlayersTrial(worlds, rate, HOSTILE_ACTS, violations)) {
            for (tick = 1; tick <= ticks && goesOn.getAsBoolean() && game.tick(tick); tick++) {
                tried.put(Promise.HOSTILE, game.text());
            }
        }
    }

    private boolean hasLayout(TrialRun run) {
        StateLayout other = run.stepper.states().layout();
        add(Promise.REPEAT, other.equals(layout) ? null : run.name + " has " + other + ", and the first run " + layout);
        return other.equals(layout);
    }

    /** Whether a run that differs from the first one does so for no other reason that is reported. */
    boolean repeats() {
        return repeats && ofWritten == null;
    }

    /** Returns for how many ticks the world was tried. */
    long stepped() {
        return stepped;
    }

    static String text(RuntimeException e) {
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }

    /** Begins a run of another world. */
    TrialRun begin(String name, String other, UnaryOperator<PhysicsBuilder> with) {
        return begin(name, other, worlds.get(), with);
    }

    private TrialRun begin(String name, String other, Simulation world, UnaryOperator<PhysicsBuilder> with) {
        PhysicsBuilder builder = with.apply(PhysicsService.builder(world).rate(rate));
        return new TrialRun(name, other, builder, each -> running = each);
    }

    /** Whether the world allocates regularly. Call it after the run. */
    boolean worldAllocates() {
        return ofWorld.exceeds(0);
    }

    private State measure(TrialRun first) {
        long waits = measured.waits;
        long bytes = measured.worldBytes;
        long outside = measured.outsideBytes();
        State state = first.step(tick);
        // The first tick loads classes, and the one after the save includes it.
        if (tick > 1 && measured.waits > waits && waitedTick == 0) {
            waitedTick = tick;
        }
        if (tick > RestoreTrial.SAVED + 1) {
            ofFreestep.add(measured.outsideBytes() - outside, tick);
            ofWorld.add(measured.worldBytes - bytes, tick);
        }
        return state;
    }

    /** A world that is not exact need not repeat itself. But if it does, it may not do something else when written. */
    private void repeat(String ofSecond, String ofThird) {
        if (ofThird != null) {
            writtenTick = tick;
            ofWritten = ofThird;
        }
        if (ofSecond != null) {
            repeats = false;
            if (exact) {
                add(Promise.REPEAT, ofSecond + "; only the first run is saved, first after tick " + RestoreTrial.SAVED);
            } else {
                unchecked.put(Promise.REPEAT, "it does not say that it is exact; in tick " + tick + ", " + ofSecond);
            }
        }
    }

    /** While the world rests, nothing may change: neither by a step nor by the lack of one. */
    private void rest(TrialRun awake, TrialRun resting) {
        int inputs = Long.bitCount(tick) == 1 ? TrialRun.INPUTS : 0;
        State right = awake.step(tick, inputs);
        State state = resting.step(tick, inputs);
        if (skipsRest()) {
            String found = resting.difference(right, state);
            if (found != null) {
                restTick = tick;
                ofRest = found;
            }
        } else if (restful.isQuiet && restTick == 0) {
            String found = moved.between(resting.previous(), state);
            if (found != null) {
                restTick = tick;
                add(Promise.REST, found + REST_RULE);
            }
        }
    }

    /** Whether a run in which the world rests must have the same bits as one in which it is always stepped. */
    private boolean skipsRest() {
        return exact || repeats && !isEngine;
    }

    private void judge() {
        tried.put(Promise.REPEAT, Units.text("%,d ticks, in three runs", stepped));
        tried.put(Promise.PROGRESS, Units.text("%,d ticks, in six runs", stepped));
        tried.put(Promise.BLOCKED, Units.text("%,d ticks", stepped));
        tried.put(Promise.REST, Units.text("%,d ticks, of which it rested %,d", stepped, restful.quietSteps));
        tried.put(Promise.GARBAGE, "the world " + ofWorld.text() + "; Freestep " + ofFreestep.text());
        String how = exact ? "every bit of each tick" : "how far bodies are off, for " + Divergence.TICKS + " ticks";
        tried.put(Promise.RESTORE, Units.text("%,d saves, each restored twice; then %s", saves, how));
        if (repeats && ofWritten != null) {
            String why = "; write must not change the world, because it is not called in each tick";
            violations.add(Promise.REPEAT, writtenTick, ofWritten + why);
        } else if (repeats && ofRest != null) {
            violations.add(Promise.REST, restTick, ofRest + REST_RULE);
        }
        if (restful.quietSteps == 0) {
            unchecked.put(Promise.REST, "resting() was never true before a tick without input");
        }
        if (stepped == 0) {
            List.of(Promise.REPEAT, Promise.PROGRESS, Promise.BLOCKED)
                    .forEach(each -> unchecked.put(each, "there was no tick"));
        }
        if (saves == 0) {
            unchecked.put(
                    Promise.RESTORE,
                    isSavable ? "the runs ended before the save" : "the world is not a SavableSimulation");
        }
        if (!ofWorld.isEnough() || isEngine && worldAllocates()) {
            unchecked.put(
                    Promise.GARBAGE,
                    ofWorld.isEnough() ? "the world has an engine, which may allocate" : "the runs ended early");
        } else {
            ofWorld.judge(Promise.GARBAGE, garbage, violations);
        }
        ofFreestep.judge(Promise.ALLOCATION, 0, violations);
        if (waitedTick > 0) {
            violations.add(
                    Promise.BLOCKED,
                    waitedTick,
                    Units.text("steps or writes slept, or waited for a lock, %,d times", measured.waits));
        }
    }

    void add(Promise promise, String text) {
        if (text != null) {
            violations.add(promise, tick, text);
        }
    }
}
