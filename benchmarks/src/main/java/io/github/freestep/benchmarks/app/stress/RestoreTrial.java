package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.saves.Saves;
import io.github.freestep.state.State;
import io.github.freestep.tools.report.Units;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/**
 * Restores a world of the user's from saves of its first run, and compares it with that run. For one thread.
 *
 * <p>A world that says that it is exact must have the same bits. It is saved after 260 ticks, after 520, after 1,040
 * and so on, so that each restored run is as long as all ticks before it. In the end, an older save is restored into a
 * world that runs and that has a newer one, because a restore must overwrite everything.
 *
 * <p>For any other world, nobody knows how far it may be off: a pile that lost the impulses of its contacts may be off
 * by millimetres, but one that falls, by metres. So a restored run is saved and restored once more. What each restore
 * loses shows between these two restored runs, too, whereas what the world forgets to save is missing in both. Only
 * what is off after two saves one after the other counts, because a body may just have missed another one by a hair.
 */
final class RestoreTrial implements AutoCloseable {
    /** The tick after which the first run is saved for the first time. By then, most code has been compiled. */
    static final int SAVED = 260;

    /** For how many ticks a restored run is stepped before it is saved: engines need some to find their contacts. */
    private static final int REBUILT = 24;

    /**
     * A restored run may be off this many times as far as the two restored runs are from each other. In piles
     * and bouncing balls of four engines, with 1 to 70 bodies, it was off less than twice as far.
     */
    private static final double TIMES = 4;

    /** For how many ticks a run is stepped before an older save is restored into it. */
    private static final int NEWER = 10;

    private final WorldTrial trial;
    private final TrialRun first;
    private final Divergence ordinary;
    private final Divergence common;
    private Divergence last;
    private Divergence newest;
    private long saved;
    private long next = SAVED;
    private CompletableFuture<byte[]> save;
    private CompletableFuture<byte[]> saveOfRestored;
    private byte[] oldest;
    private TrialRun restored;
    private TrialRun again;
    private boolean failed;

    RestoreTrial(WorldTrial trial, TrialRun first) {
        this.trial = trial;
        this.first = first;
        ordinary = divergence(0);
        common = divergence(1);
        last = divergence(1);
        newest = divergence(1);
    }

    private Divergence divergence(double allowed) {
        return new Divergence(first.stepper.states().layout(), allowed);
    }

    /** Saves what must be saved before a tick. */
    void before(long tick) {
        boolean isLast = trial.exact && tick == trial.ticks;
        if (failed) {
            return;
        }
        if (tick == next + 1) {
            close();
            saved = next;
            next = trial.exact ? 2 * next : next + REBUILT + Divergence.TICKS;
            save = first.save();
            trial.saves++;
        } else if (isLast && restored != null) {
            save = first.save();
        } else if (!trial.exact && restored != null && tick == saved + REBUILT + 1) {
            saveOfRestored = restored.save();
        }
    }

    /** Steps what was restored, and compares it with the state of the first run. */
    void after(long tick, State right) {
        if (failed || trial.saves == 0) {
            return;
        }
        try {
            if (restored == null) {
                byte[] bytes = save.join();
                oldest = oldest == null ? bytes : oldest;
                restored = begin("a restored run", "the first run", saved, bytes);
            }
            State state = restored.step(tick);
            if (trial.exact) {
                differs(restored.difference(right, state), "; it was saved after tick " + saved);
            } else {
                diverge(tick, right, state);
            }
        } catch (RuntimeException e) {
            wrong(WorldTrial.text(e), "");
        }
    }

    private void wrong(String text, String when) {
        if (text != null) {
            failed = true;
            trial.add(Promise.RESTORE, text + when);
        }
    }

    private void differs(String text, String when) {
        wrong(trial.repeats() ? text : null, when);
    }

    private void diverge(long tick, State right, State state) {
        if (saveOfRestored != null) {
            again = begin("a run restored from a restored run", "", saved + REBUILT, saveOfRestored.join());
            saveOfRestored = null;
        }
        if (again != null) {
            ordinary.measure(state, again.step(tick), saved + REBUILT);
        }
        if (tick <= saved + Divergence.TICKS) {
            newest.measure(right, state, saved);
        }
    }

    /** Ends the comparison with the newest save. */
    @Override
    public void close() {
        common.raise(last, newest);
        last = newest;
        newest = divergence(1);
        if (again != null) {
            again.close();
            again = null;
        }
        if (restored != null) {
            restored.close();
            restored = null;
        }
    }

    /** Judges what was measured, and restores the oldest save into a world that has the newest one. */
    void end() {
        close();
        Divergence.Excess excess = common.beyond(ordinary, TIMES);
        if (excess != null) {
            trial.violations.add(Promise.RESTORE, excess.tick(), excess.text());
        }
        if (trial.exact && !failed && oldest != null && save != null && save.isDone()) {
            try {
                reload(save.join());
            } catch (RuntimeException e) {
                wrong(WorldTrial.text(e), "; a newer save had been restored before");
            }
        }
    }

    private void reload(byte[] newer) {
        String once = "a run that begins with the save after tick " + SAVED;
        try (TrialRun right = begin(once, "", SAVED, oldest);
                TrialRun reloaded = begin("a run that restores it after a newer save", once, SAVED - NEWER, newer)) {
            CompletableFuture<?> restore = null;
            for (trial.tick = SAVED - NEWER + 1; trial.tick <= 2 * SAVED && !failed; trial.tick++) {
                if (trial.tick == SAVED + 1) {
                    restore = reloaded.stepper.submit(context -> restore(context, oldest));
                }
                State state = reloaded.step(trial.tick);
                if (restore != null) {
                    restore.join();
                    differs(reloaded.difference(right.step(trial.tick), state), "");
                }
            }
        }
    }

    /** Begins a run with a save, which is restored twice, because a restore must overwrite everything. */
    private TrialRun begin(String name, String other, long tick, byte[] bytes) {
        return trial.begin(
                name,
                other,
                builder -> builder.startAt(tick, context -> {
                    restore(context, bytes);
                    restore(context, bytes);
                }));
    }

    private static void restore(PhysicsContext context, byte[] bytes) throws IOException {
        ByteArrayInputStream in = new ByteArrayInputStream(bytes);
        Saves.restore(context, new DataInputStream(in));
        if (in.available() > 0) {
            throw new IOException(Units.text(
                    "restore did not read the last %,d of the %,d bytes of the save", in.available(), bytes.length));
        }
    }
}
