package io.github.freestep.physics;

import io.github.freestep.internal.Ranges;
import io.github.freestep.physics.input.InputPolls;
import io.github.freestep.physics.input.InputQueue;
import java.util.List;
import java.util.function.Function;

/**
 * Takes the reports of an {@link InputSource} in one poll. They take effect when the poll returns. For the physics
 * thread, during the poll. Never blocks. Allocates only when a poll reports more actions than any before.
 *
 * <pre>{@code
 * PhysicsService.builder(world).axes(2).input(sample -> {
 *     sample.axis(0, gamepad.x());
 *     sample.axis(1, gamepad.y());
 * }).start();
 * }</pre>
 */
public final class PolledInput {
    private final InputPolls polls;

    PolledInput(InputPolls polls) {
        this.polls = polls;
    }

    /** Returns a function that makes the polls of these sources, which report to its argument. */
    static Function<InputPolls, Runnable[]> polls(List<InputSource> sources) {
        return polls -> {
            PolledInput input = new PolledInput(polls);
            return sources.stream()
                    .<Runnable>map(each -> () -> each.poll(input))
                    .toArray(Runnable[]::new);
        };
    }

    /**
     * Reports the value of an axis. It holds from the first tick that is due now, until a later poll reports another
     * value, or a tick takes a value that was pushed. If one poll reports several values, the last one counts.
     *
     * @param axis from 0, below the number of axes
     * @param value any finite number, in the unit that the device reports
     * @throws IllegalArgumentException if the axis is not declared, or the value is NaN or infinite
     * @throws IllegalStateException outside a poll
     */
    public void axis(int axis, float value) {
        requireOpen();
        InputQueue.requireAxis(axis, polls.levels.length);
        Ranges.requireFinite(value);
        polls.levels[axis] = value;
    }

    /**
     * Reports an action, which happened once. It is delivered once, at the end of the newest tick that is due now.
     * Actions are delivered in the order of these calls.
     *
     * @param code what happened
     * @param value any finite number
     * @return true if the action was accepted; false if the queue is full, and it was refused
     * @throws IllegalArgumentException if the value is NaN or infinite
     * @throws IllegalStateException outside a poll
     */
    public boolean action(int code, float value) {
        requireOpen();
        Ranges.requireFinite(value);
        return polls.action(code, value);
    }

    private void requireOpen() {
        if (!polls.isPolling()) {
            throw new IllegalStateException("this poll has ended; use a PolledInput only during the call of poll()"
                    + " that it was passed to, and an InputPort elsewhere");
        }
    }
}
