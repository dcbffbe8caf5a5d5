package io.github.freestep.physics.lockstep.session;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsService;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Joins a match, starts the simulation, and waits until the match begins. Blocks the calling thread. */
public final class SessionStart {
    private static final long NAP_NANOS = 1_000_000;

    private final SessionCore core;
    private final boolean hasThread;

    public SessionStart(SessionCore core, boolean hasThread) {
        this.core = core;
        this.hasThread = hasThread;
    }

    /** See {@link LockstepSession#start(PhysicsBuilder, Consumer)}. */
    public PhysicsService service(PhysicsBuilder game, Consumer<? super PhysicsService> beforeStart) {
        awaitAdmission(game);
        PhysicsService physics = null;
        try {
            physics = core.prepare(game).build();
            beforeStart.accept(physics);
            core.attach(physics);
            physics.start();
            awaitBegin();
            return physics;
        } catch (Throwable t) {
            core.leave();
            closeAfter(t, physics);
            throw t;
        }
    }

    /** See {@link LockstepSession#inline}. */
    public InlineStepper stepper(PhysicsBuilder game) {
        awaitAdmission(game);
        InlineStepper stepper = null;
        try {
            stepper = core.inline(game);
            core.attach(stepper);
            awaitBegin();
            return stepper;
        } catch (Throwable t) {
            core.leave();
            closeAfter(t, stepper);
            throw t;
        }
    }

    private static void closeAfter(Throwable failure, @Nullable Physics physics) {
        try {
            if (physics != null) {
                physics.close();
            }
        } catch (RuntimeException | Error e) {
            failure.addSuppressed(e);
        }
    }

    private void awaitAdmission(PhysicsBuilder game) {
        core.join(Objects.requireNonNull(game, "game must not be null"));
        await(core::isAdmitted);
    }

    private void awaitBegin() {
        if (hasThread) {
            await(core::hasBegun);
        }
    }

    private void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            if (core.view().stage().isEnd()) {
                throw new IllegalStateException(
                        core.view().failure() != null ? core.view().failure() : "the session was closed");
            }
            if (!hasThread) {
                throw new IllegalStateException(
                        "the session must be ready, was " + core.view().stage());
            }
            if (Thread.interrupted()) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("the thread was interrupted while it waited for the match");
            }
            LockSupport.parkNanos(NAP_NANOS);
        }
    }
}
