package io.github.freestep.wire;

/**
 * Takes the inputs of one kind, axes or actions, that remote clients sent. Called on the thread that calls
 * {@link ServerLink#receive}. Must neither block nor throw. The methods of an input port have this shape.
 */
@FunctionalInterface
public interface InputSink {
    /**
     * Takes an input.
     *
     * @param code the number of the axis or the code of the action
     * @param value a finite number
     * @param nanos the time of the input, as a reading of the server's clock; at most one hour away from now
     * @return true if the input was accepted; false if it was refused, which is reported to the client
     */
    boolean push(int code, float value, long nanos);
}
