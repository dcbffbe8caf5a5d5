package io.github.freestep.benchmarks.scenes;

final class Springs extends CheckedScene {
    private final io.github.freestep.state.StateLayout layout;

    Springs(int bodies, long seed, StepCost cost) {
        super(bodies, seed, cost);
        layout = io.github.freestep.state.StateLayout.of(bodies).stepped(TICK_CHANNEL);
    }

    @Override
    public io.github.freestep.state.StateLayout layout() {
        return layout;
    }

    @Override
    public void setUp(io.github.freestep.state.Bodies all) {
        for (int i = 0; i < bodies; i++) all.spawn(i);
    }

    @Override
    public void step(io.github.freestep.physics.Tick tick) {
        begin(tick);
    }

    @Override
    public int burst(io.github.freestep.state.Bodies all, long seed) {
        return 0;
    }

    @Override
    public void write(io.github.freestep.state.StateWriter state) {
        writeTick(state.stepped(0), 0, bodies);
        for (int i = 0; i < bodies; i++) {
            state.position(i, 0, 0, 0);
            state.orientation(i, 0, 0, 0, 1);
        }
    }

    @Override
    String flawOf(View view, Blending blending) {
        return null;
    }
}
