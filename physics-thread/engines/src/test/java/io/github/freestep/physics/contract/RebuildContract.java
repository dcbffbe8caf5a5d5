package io.github.freestep.physics.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.engines.EngineScene;
import io.github.freestep.physics.engines.EngineSimulation;
import java.io.DataInput;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that a world can be rebuilt and loaded as often as its user likes, although nothing moves between two times. An
 * engine that frees what bodies have used only while bodies move would run out of it, as native code does: by the end
 * of the process.
 */
public abstract class RebuildContract<B> extends SaveContract<B> {
    private static final int ROUNDS = 100;

    /** From where a body has fallen to {@link EngineContract#FALLEN} after these ticks. */
    private static final float HEIGHT = 3;

    private static final int FALLS = 30;

    /** In a pause, or between ticks in which nothing is awake. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aWorldIsFilledAndClearedAgainAndAgain(boolean inPause) {
        EngineSimulation<B> world = world(in -> {});
        InlineStepper stepper = stepper(world);
        int before = live();
        for (int round = 0; round < ROUNDS; round++) {
            stepper.submit(c -> {
                        fill(world);
                        clear(world);
                    })
                    .join();
            stepper.advance(inPause ? 0 : TICK_NANOS);
        }
        assertEquals(before, live());
        stepper.submit(c -> fill(world)).join();
        assertAllFall(stepper);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSaveIsLoadedAgainAndAgain(boolean inPause) {
        EngineSimulation<B> world = savable(new Level());
        InlineStepper stepper = stepper(world);
        byte[] saved = save(stepper);
        int before = live();
        for (int round = 0; round < ROUNDS; round++) {
            restore(stepper, saved);
            if (!inPause) {
                stepper.submit(c -> clear(world)).join();
                stepper.advance(TICK_NANOS);
            }
        }
        restore(stepper, saved);
        assertEquals(before, live());
        assertAllFall(stepper);
    }

    /** Adds a body to each slot, in a row. */
    private void fill(EngineSimulation<B> world) {
        for (int i = 0; i < CAPACITY; i++) {
            world.add(body(world, 2 * i, HEIGHT));
        }
    }

    private static void clear(EngineSimulation<?> world) {
        for (int slot = 0; slot < CAPACITY; slot++) {
            world.remove(slot);
        }
    }

    private static void assertAllFall(InlineStepper stepper) {
        stepper.advance(FALLS * TICK_NANOS);
        for (int slot = 0; slot < CAPACITY; slot++) {
            assertEquals(EngineContract.FALLEN, newest(stepper).y()[slot], 0.05f, "slot " + slot);
        }
    }

    /** Makes all bodies anew in each restore, as a scene may. */
    private final class Level implements EngineScene<EngineSimulation<B>> {
        @Override
        public void build(EngineSimulation<B> world) {
            floor(world);
            fill(world);
        }

        @Override
        public void restoreBody(EngineSimulation<B> world, int slot, DataInput in) {
            if (world.body(slot) != null) {
                world.remove(slot);
            }
            world.add(body(world, 2 * slot, HEIGHT));
        }
    }
}
