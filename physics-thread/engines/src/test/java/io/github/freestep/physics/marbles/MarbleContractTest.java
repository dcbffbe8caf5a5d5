package io.github.freestep.physics.marbles;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.contract.EngineContract;
import io.github.freestep.physics.engines.EngineScene;
import io.github.freestep.physics.engines.EngineSimulation;
import io.github.freestep.state.StateLayout;
import java.io.OutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class MarbleContractTest extends EngineContract<Marble> {
    /** So low that a marble lands in the next step and sleeps at the end of it. */
    private static final float LANDS_AT_ONCE = 0.5005f;

    private static final long LONG = 200_000_000;

    /** Keeps the engine's log out of the build's: what it logs in the other process is tested. */
    @BeforeAll
    static void loadTheEngineQuietly() throws ClassNotFoundException {
        PrintStream out = System.out;
        PrintStream err = System.err;
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(System.out);
        try {
            Class.forName(MarbleEngine.class.getName());
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    private final EngineSimulation<Marble> world = world(4, in -> in.add(new Marble(0, 0.52)), tick -> {});

    @Test
    void aTeleportedSleeperThatLandsAtOnceIsSeenOnTheFloor() {
        InlineStepper stepper = stepper(world);
        stepper.advance(LONG);
        place(world.body(0), 7, LANDS_AT_ONCE);
        push(world.body(0), 0, 0);
        world.teleport(0);
        stepper.advanceTick();
        assertSeenOnTheFloor(stepper);
    }

    @Test
    void aBodyThatLandsAtOnceInASleepersSlotIsSeenOnTheFloor() {
        InlineStepper stepper = stepper(world);
        stepper.advance(LONG);
        world.remove(0);
        assertEquals(0, world.add(new Marble(7, LANDS_AT_ONCE)));
        stepper.advanceTick();
        assertSeenOnTheFloor(stepper);
    }

    private static void assertSeenOnTheFloor(InlineStepper stepper) {
        assertEquals(7, newest(stepper).x()[0]);
        assertEquals(0.5f, newest(stepper).y()[0]);
    }

    @Override
    protected EngineSimulation<Marble> world(StateLayout layout, EngineScene<EngineSimulation<Marble>> scene) {
        return MarbleSimulation.of(layout, scene);
    }

    /** Every engine of marbles has a floor. */
    @Override
    protected void floor(EngineSimulation<Marble> world) {}

    @Override
    protected Marble body(EngineSimulation<Marble> world, float x, float y) {
        return new Marble(x, y);
    }

    @Override
    protected void push(Marble marble, float vx, float vy) {
        marble.vx = vx;
        marble.vy = vy;
        marble.resting = false;
    }

    @Override
    protected void place(Marble marble, float x, float y) {
        marble.x = x;
        marble.y = y;
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
    protected boolean asleep(Marble marble) {
        return marble.resting;
    }

    @Override
    protected int live() {
        return MarbleEngine.OPEN.get();
    }

    @Override
    protected boolean isEngineLog(String line) {
        return line.equals(MarbleEngine.BANNER);
    }
}
