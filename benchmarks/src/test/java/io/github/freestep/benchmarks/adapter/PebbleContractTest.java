package io.github.freestep.benchmarks.adapter;

import io.github.freestep.benchmarks.adapter.PebbleSimulation.Pebble;
import io.github.freestep.physics.contract.EngineContract;
import io.github.freestep.physics.engine.EngineScene;
import io.github.freestep.physics.engine.EngineSimulation;
import io.github.freestep.state.StateLayout;
import java.io.OutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.BeforeAll;

/** Runs the contract from its jar over an adapter outside the module, with hooks. */
class PebbleContractTest extends EngineContract<Pebble> {
    /** Keeps the engine's log out of the build's: what it logs in the other process is tested. */
    @BeforeAll
    static void loadTheEngineQuietly() throws ClassNotFoundException {
        PrintStream out = System.out;
        PrintStream err = System.err;
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(System.out);
        try {
            Class.forName(PebbleSimulation.class.getName());
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    @Override
    protected EngineSimulation<Pebble> world(StateLayout layout, EngineScene<EngineSimulation<Pebble>> scene) {
        return PebbleSimulation.of(layout, scene);
    }

    /** Every world of pebbles has a floor. */
    @Override
    protected void floor(EngineSimulation<Pebble> world) {}

    @Override
    protected Pebble body(EngineSimulation<Pebble> world, float x, float y) {
        return new Pebble(x, y);
    }

    @Override
    protected void push(Pebble pebble, float vx, float vy) {
        pebble.velocity(vx, vy);
    }

    @Override
    protected void place(Pebble pebble, float x, float y) {
        pebble.x = x;
        pebble.y = y;
    }

    @Override
    protected boolean bodiesCollide() {
        return false;
    }

    @Override
    protected boolean answersQueries() {
        return false;
    }

    @Override
    protected boolean asleep(Pebble pebble) {
        return pebble.resting;
    }

    /** Of the iterator of a step. */
    @Override
    protected long bytesPerStep() {
        return 32;
    }

    @Override
    protected int live() {
        return PebbleSimulation.OPEN.get();
    }

    @Override
    protected boolean refusesNaN() {
        return true;
    }

    @Override
    protected boolean isEngineLog(String line) {
        return line.equals(PebbleSimulation.BANNER);
    }
}
