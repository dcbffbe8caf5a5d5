package io.github.freestep.physics;

import io.github.freestep.physics.input.InputClock;
import io.github.freestep.physics.input.InputCollector;
import io.github.freestep.physics.input.InputQueue;
import io.github.freestep.state.InputSink;

/**
 * Accepts input from any number of threads at the same time. Lock-free, never blocks, and allocates nothing, except
 * that the first push creates the queue, and pushes that come meanwhile wait for it. If the queue is full, an input is
 * refused and counted.
 *
 * <pre>{@code
 * stick.onMove(x -> physics.input().axis(0, x)); // holds until the next value
 * physics.input().action(JUMP, 1); // happens once
 * }</pre>
 *
 * <p>Each input goes to the tick whose span contains its time, and a tick receives its inputs in the order of time.
 * Inputs of one thread stay in the order in which it pushed them, as long as their times do not decrease.
 *
 * <p>If a device should be read by the physics thread, use an {@link InputSource} instead.
 */
public final class InputPort implements InputSink {
    private final int axes;
    private final InputQueue queue;
    private final InputClock clock;

    InputPort(InputCollector inputs) {
        axes = inputs.axes();
        queue = inputs.queue;
        clock = inputs.clock;
    }

    /**
     * Pushes a new value of an axis, which it has from now on. For a stepper, now is how far its host has advanced it.
     *
     * <p>If there is no memory for the queue, which the first push creates, that push throws the {@code
     * OutOfMemoryError}, and the next one tries again. If a thread is preempted in the middle of a push, later pushes
     * of other threads are delivered only after it runs again. No input is lost and no thread is stopped by that,
     * unless the queue fills up meanwhile.
     *
     * @param axis from 0, below the number of axes
     * @param value any finite number
     * @return true if the input was accepted; false if the queue is full, the run has ended, or a feed replaces it
     * @throws IllegalArgumentException if the axis is not declared, or the value is NaN or infinite
     */
    public boolean axis(int axis, float value) {
        InputQueue.requireAxis(axis, axes);
        return queue.push(false, axis, value, clock.nanoTime());
    }

    /**
     * Pushes an action, which happens once, now. For a stepper, now is how far its host has advanced it.
     *
     * @param code what happened, a number of the game's choice
     * @param value any finite number
     * @return true if the input was accepted; false if the queue is full, the run has ended, or a feed replaces it
     * @throws IllegalArgumentException if the value is NaN or infinite
     */
    public boolean action(int code, float value) {
        return queue.push(true, code, value, clock.nanoTime());
    }

    /**
     * Pushes a new value of an axis, with its time.
     *
     * @param axis from 0, below the number of axes
     * @param value any finite number
     * @param nanos a reading of {@link Physics#clock}, such as {@code System.nanoTime()} for a service with the default
     *     clock, but not for a stepper; from 1 minute before the run was made to 1 minute ahead. A time that is still
     *     in the future when the next tick looks counts as now, and in {@link PhysicsMetrics#inputsFromFuture}
     * @return true if the input was accepted; false if the queue is full, the run has ended, or a feed replaces it
     * @throws IllegalArgumentException if the axis is not declared, the value is NaN or infinite, or the time cannot be
     *     a reading of that clock
     */
    @Override
    public boolean axis(int axis, float value, long nanos) {
        InputQueue.requireAxis(axis, axes);
        clock.require(nanos);
        return queue.push(false, axis, value, nanos);
    }

    /**
     * Pushes an action, which happens once, with its time.
     *
     * @param code what happened, a number of the game's choice
     * @param value any finite number
     * @param nanos a reading of {@link Physics#clock}, as for {@link #axis(int, float, long)}
     * @return true if the input was accepted; false if the queue is full, the run has ended, or a feed replaces it
     * @throws IllegalArgumentException if the value is NaN or infinite, or the time cannot be a reading of that clock
     */
    @Override
    public boolean action(int code, float value, long nanos) {
        clock.require(nanos);
        return queue.push(true, code, value, nanos);
    }

    /**
     * Returns the number of axes, which the service's builder has set.
     *
     * @return 0 or more
     */
    @Override
    public int axes() {
        return axes;
    }
}
