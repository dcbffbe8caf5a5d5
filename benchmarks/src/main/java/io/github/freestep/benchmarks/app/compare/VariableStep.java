package io.github.freestep.benchmarks.app.compare;

/**
 * Steps once in each frame, by what the last one took; Fiedler's second loop, Witters' "game speed dependent on variable FPS".
 * The simulation is another one at every rate and on every run, and a long frame is a long step, which stiff springs and
 * thin walls don't survive. What a frame took is known one frame late.
 */
final class VariableStep extends SteppingLoop {
    private long lastNanos;

    VariableStep(StepFunction stepper) {
        super(stepper);
    }

    @Override
    public void frame(long nowNanos, ShownFrame picture) {
        step(nowNanos - lastNanos);
        lastNanos = nowNanos;
        showNewest(picture);
    }
}
