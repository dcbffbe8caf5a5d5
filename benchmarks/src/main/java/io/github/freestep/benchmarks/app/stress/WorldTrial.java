package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.report.Units;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.engine.EngineSimulation;
import io.github.freestep.state.State;
import io.github.freestep.time.Ratio;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Runs a world of the user's a few times side by side on virtual clocks, and compares the runs. Each gets the same
 * input, and nothing depends on real time, so what one trial finds, the next one finds in the same tick. For one
 * thread.
 *
 * <p>The first run is measured and saved once. The second is not saved. In the third, only some states are written. The
 * last begins with the save, which it restores twice, because a restore must overwrite everything.
 */
final class WorldTrial {
    static final int TICKS = 520;

    /** The tick after which the first run is saved. By then, most code has been compiled. */
    static final int SAVED = TICKS / 2;

    private static final int WRITTEN = 3;

    /** For how many ticks a world that does not restore exactly must stay close to the saved one. */
    private static final int NEAR_TICKS = 10;

    /** The share of the ticks that may allocate, as when a list grows. */
    private static final double SHARE = 0.1;

    final Map<Promise, String> tried = new EnumMap<>(Promise.class);
    final Map<Promise, String> unchecked = new EnumMap<>(Promise.class);

    private final Supplier<Simulation> worlds;
    private final Ratio rate;
    private final OwnChecks checks;
    private final Violations violations;
    private final StressedScene measured;
    private final long garbage;
    private final SavableSimulation savable;
    private final boolean isEngine;
    private final boolean exact;

    private CompletableFuture<byte[]> save;
    private TrialRun restored;
    private boolean repeats = true;

    /** Which run calls its world, and in which tick: for the thread that watches. */
    volatile String running = "";

    volatile long tick;
    private long waitedTick;
    private long writtenTick;
    private String ofWritten;
    private final Garbage ofWorld = new Garbage("the world", "ticks", SHARE);
    private final Garbage ofFreestep = new Garbage("Freestep", "ticks", SHARE);

    /** @param garbage how many bytes a tick of the world may allocate */
    WorldTrial(Supplier<Simulation> worlds, Ratio rate, OwnChecks checks, long garbage, Violations violations) {
        this.garbage = garbage;
        this.worlds = worlds;
        this.rate = rate;
        this.checks = checks;
        this.violations = violations;
        Simulation world = worlds.get();
        measured = new StressedScene(world, StepCost.NONE, new RunClock(), PlantedFlaw.NONE);
        measured.measuresWaits();
        savable = find(SavableSimulation.class, world);
        exact = savable != null && savable.restoresExactly();
        isEngine = find(EngineSimulation.class, world) != null;
    }

    private static <T> T find(Class<T> type, Simulation world) {
        return world == null || type.isInstance(world) ? type.cast(world) : find(type, world.wrapped());
    }

    /** Runs to the end, or until a step fails or there is no reason to go on. */
    void run(BooleanSupplier goesOn) {
        try (TrialRun first = begin("the first run", of(measured));
                TrialRun second = begin("a second run", of(worlds.get()));
                TrialRun third = begin(
                        "a run of which every third state is written",
                        of(worlds.get()).publishEvery(WRITTEN))) {
            for (tick = 1; tick <= TICKS && goesOn.getAsBoolean(); tick++) {
                if (tick == SAVED + 1 && savable != null) {
                    save = save(first);
                }
                State right = measure(first);
                add(Promise.STATE, checks.flaw(right));
                repeat(second.difference(right, second.step(tick)), third.difference(right, third.step(tick)));
                if (save != null) {
                    restore(right);
                }
            }
        } catch (RuntimeException e) {
            add(Promise.FAULT, e.getMessage() == null ? e.toString() : e.getMessage());
        } finally {
            if (restored != null) {
                restored.close();
            }
        }
        judge();
    }

    private TrialRun begin(String name, PhysicsBuilder builder) {
        return new TrialRun(name, builder, each -> running = each);
    }

    /** Whether the world allocates regularly. Call it after the run. */
    boolean worldAllocates() {
        return ofWorld.exceeds(0);
    }

    private PhysicsBuilder of(Simulation world) {
        return PhysicsService.builder(world).rate(rate);
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
        if (tick > SAVED + 1) {
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
                add(Promise.REPEAT, ofSecond + "; only the first run is saved, after tick " + SAVED);
            } else {
                unchecked.put(Promise.REPEAT, "it does not say that it is exact; in tick " + tick + ", " + ofSecond);
            }
        }
    }

    private static CompletableFuture<byte[]> save(TrialRun first) {
        return first.stepper.call(context -> {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            context.save(new DataOutputStream(bytes));
            return bytes.toByteArray();
        });
    }

    private void restore(State right) {
        try {
            if (restored == null) {
                byte[] saved = save.join();
                restored = begin("a restored run", of(worlds.get()).startAt(SAVED, context -> {
                    context.restore(new DataInputStream(new ByteArrayInputStream(saved)));
                    context.restore(new DataInputStream(new ByteArrayInputStream(saved)));
                }));
            }
            State state = restored.step(tick);
            String wrong = exact
                    ? restored.difference(right, state)
                    : tick > SAVED + NEAR_TICKS ? null : checks.far(right, state, (int) tick - SAVED);
            if (wrong != null && (!exact || repeats && ofWritten == null)) {
                add(Promise.RESTORE, wrong + "; it was saved after tick " + SAVED);
            }
        } catch (RuntimeException e) {
            add(Promise.RESTORE, e.getMessage() == null ? e.toString() : e.getMessage());
            save = null;
        }
    }

    private void judge() {
        tried.put(Promise.REPEAT, Units.text("%,d ticks, in three runs", tick - 1));
        tried.put(Promise.PROGRESS, Units.text("%,d ticks, in four runs", tick - 1));
        tried.put(Promise.BLOCKED, Units.text("%,d ticks", tick - 1));
        tried.put(Promise.GARBAGE, "the world " + ofWorld.text() + "; Freestep " + ofFreestep.text());
        String how = exact ? "every bit of each tick" : "positions for " + NEAR_TICKS + " ticks, as it is not exact";
        tried.put(Promise.RESTORE, "the save after tick " + SAVED + ", restored twice; then " + how);
        if (repeats && ofWritten != null) {
            String why = "; write must not change the world, because it is not called in each tick";
            violations.add(Promise.REPEAT, writtenTick, ofWritten + why);
        }
        if (tick <= 1) {
            List.of(Promise.REPEAT, Promise.PROGRESS, Promise.BLOCKED)
                    .forEach(each -> unchecked.put(each, "there was no tick"));
        }
        if (restored == null) {
            unchecked.put(
                    Promise.RESTORE,
                    savable == null ? "the world is not a SavableSimulation" : "the runs ended before the save");
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

    private void add(Promise promise, String text) {
        if (text != null) {
            violations.add(promise, tick, text);
        }
    }
}
