package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.internal.query.StateDifference;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.saves.Saves;
import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import io.github.freestep.tools.record.InputMix;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** One of the runs of a {@link WorldTrial}, on a virtual clock. For one thread. */
final class TrialRun implements AutoCloseable {
    static final int INPUTS = 4;

    final InlineStepper stepper;
    final String name;
    private final Consumer<String> begins;
    private final StateReader states;
    private final StateDifference difference;
    private boolean differs;

    /**
     * Sets the world up.
     *
     * @param other the run that this one is compared with
     * @param begins receives this run before each call of the world
     */
    TrialRun(String name, String other, PhysicsBuilder builder, Consumer<String> begins) {
        this.name = name;
        this.begins = begins;
        begins.accept(name);
        stepper = builder.overloadPolicy(OverloadPolicy.neverSlip())
                .onProblem(problem -> {})
                .inline();
        states = stepper.states().reader();
        difference = new StateDifference(stepper.states().layout(), other, name);
    }

    /**
     * Steps a tick, with the input that all runs get, and returns the newest state.
     *
     * @throws IllegalStateException if the step fails
     */
    State step(long tick) {
        return step(tick, INPUTS);
    }

    /** Steps a tick with that many of its inputs. */
    State step(long tick, int inputs) {
        begins.accept(name);
        for (int i = 0; i < inputs; i++) {
            InputMix.push(stepper.input(), INPUTS * tick + i, stepper.clock().nanoTime());
        }
        try {
            stepper.advanceTick();
        } catch (PhysicsException e) {
            throw new IllegalStateException(name + " failed: " + e.getMessage(), e.getCause());
        }
        states.acquire();
        return states.state(0);
    }

    /** Returns the state before the newest one. */
    State previous() {
        return states.state(1);
    }

    /** Saves the world before its next step. */
    CompletableFuture<byte[]> save() {
        return stepper.call(context -> {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            Saves.save(context, new DataOutputStream(bytes));
            return bytes.toByteArray();
        });
    }

    /** Returns what differs; null if nothing does, if something did before, or if the states are of two ticks. */
    String difference(State right, State state) {
        if (differs || state.tick() != right.tick()) {
            return null;
        }
        String found = difference.between(right, state);
        differs = found != null;
        return found;
    }

    @Override
    public void close() {
        states.close();
        stepper.close();
    }
}
