package io.github.freestep.physics.lockstep.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.VirtualClock;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttachedRunTest {
    private static final long TICK = 10_000_000;
    private static final StateLayout LAYOUT = StateLayout.of(1);

    private final VirtualClock clock = new VirtualClock(0);
    private final World world = new World();
    private final InlineStepper stepper =
            PhysicsService.builder(world).rate(100).hashEvery(10).clock(clock).inline();

    /** Each step takes 4 ms. */
    private final class World implements SavableSimulation {
        boolean failsToSave;

        @Override
        public StateLayout layout() {
            return LAYOUT;
        }

        @Override
        public void step(Tick tick) {
            clock.advance(4_000_000);
        }

        @Override
        public void write(StateWriter state) {}

        @Override
        public void save(DataOutput out) throws IOException {
            if (failsToSave) {
                throw new IOException("it fails");
            }
            out.writeInt(7);
        }

        @Override
        public void restore(DataInput in) {}

        @Override
        public boolean restoresExactly() {
            return true;
        }
    }

    private AttachedRun attached(MatchSettings settings) {
        return new AttachedRun(stepper, Rules.of(settings));
    }

    private static MatchSettings settings() {
        return MatchSettings.of("t", LAYOUT, 2).rate(100);
    }

    private void steps(AttachedRun run, int ticks) {
        for (int i = 0; i < ticks; i++) {
            stepper.advance(TICK);
            run.poll((tick, hash) -> {});
        }
    }

    @Test
    void itPassesTheHashesOfTicksOn() {
        AttachedRun run = attached(settings());
        List<Long> ticks = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            stepper.advance(TICK);
            run.poll((tick, hash) -> ticks.add(tick));
        }
        assertTrue(ticks.containsAll(List.of(10L, 20L, 30L)), ticks::toString);
    }

    @Test
    void aSavedWorldIsTakenOnceAndAFailureLeavesNone() {
        AttachedRun run = attached(settings());
        assertNull(run.takeSaved());
        run.save(3);
        AttachedRun.Saved saved = run.takeSaved();
        assertEquals(3, saved.tick());
        assertNull(run.takeSaved());
        run.save(4);
        byte[] same = run.takeSaved().bytes();
        assertArrayEquals(saved.bytes(), same);
        run.save(5);
        world.failsToSave = true;
        run.save(6);
        assertNull(run.takeSaved(), "an older world is not that of the tick");
    }

    @Test
    void hashesOfTheWorldWaitForThatOfTheState() {
        AttachedRun run = attached(settings().hashWorld(10));
        List<Long> ticks = new ArrayList<>();
        steps(run, 10);
        run.poll((tick, hash) -> ticks.add(tick));
        assertFalse(ticks.contains(10L), "without the hash of the world");
        run.hashWorld(10);
        run.poll((tick, hash) -> ticks.add(tick));
        assertTrue(ticks.contains(10L));
    }

    @Test
    void itReadsNothingOfARunThatItHasLeft() {
        AttachedRun run = attached(settings());
        List<Long> ticks = new ArrayList<>();
        steps(run, 10);
        run.close();
        for (int i = 0; i < 10; i++) {
            stepper.advance(TICK);
        }
        run.poll((tick, hash) -> ticks.add(tick));
        assertEquals(List.of(), ticks);
        assertEquals(20, stepper.metrics().tick());
    }

    @Test
    void itIsSetUpOnceTheFirstStateIsThere() {
        AttachedRun run = attached(settings());
        assertTrue(run.isSetUp());
        assertTrue(run.isSetUp());
        assertNotNull(run.physics());
    }
}
