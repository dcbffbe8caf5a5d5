package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.readonly.QuatArg;
import io.github.freestep.benchmarks.readme.OwnWalker;
import io.github.freestep.benchmarks.readme.Walker;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.jolt.JoltSimulation;
import io.github.freestep.physics.lockstep.SimulatedNetwork.Conditions;
import io.github.freestep.physics.prediction.OwnBody;
import io.github.freestep.physics.saves.CommandReader;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the example of a walking player: stairs, a ship, exact saves, and a prediction of a match. */
class WalkerTest {
    private static final int RATE = 100;
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;
    private static final int SHIP = 7;
    private static final int WALKER = 8;

    private final JoltSimulation world = world();
    private final InlineStepper stepper =
            PhysicsService.builder(world).rate(RATE).axes(3).inline();

    private static JoltSimulation world() {
        return JoltSimulation.of(Walker.LAYOUT, new Walker());
    }

    @AfterEach
    void close() {
        stepper.close();
    }

    private void walk(double seconds, float x, float z) {
        stepper.input().axis(0, x);
        stepper.input().axis(1, z);
        for (int tick = 0; tick < seconds * RATE; tick++) {
            stepper.advanceTick();
        }
    }

    private RVec3 at(int slot) {
        return world.body(slot).getPosition();
    }

    @Test
    void thePlayerWalksUpStairs() {
        walk(1, 0, 1);
        assertEquals(0.8, at(WALKER).yy(), 0.05);
        walk(0.7, 0, -1);
        walk(1.8, 1, 0);
        assertEquals(2.3, at(WALKER).yy(), 0.05);
    }

    @Test
    void thePlayerWalksUpASlope() {
        walk(2, 0, -1);
        assertEquals(2.1, at(WALKER).yy(), 0.2);
    }

    @Test
    void thePlayerRidesAShip() {
        walk(1.3, -1, 0);
        walk(0.2, 0, 0);
        RVec3 before = onShip();
        walk(3, 0, 0);
        RVec3 after = onShip();
        assertEquals(1.0, at(WALKER).yy(), 0.05);
        assertEquals(before.xx(), after.xx(), 0.02);
        assertEquals(before.zz(), after.zz(), 0.02);
    }

    /** Returns where the walker is, as seen from the ship. */
    private RVec3 onShip() {
        QuatArg turn = world.body(SHIP).getRotation();
        double angle = 2 * Math.atan2(turn.getY(), turn.getW());
        double dx = at(WALKER).xx() - at(SHIP).xx();
        double dz = at(WALKER).zz() - at(SHIP).zz();
        return new RVec3(dx * Math.cos(angle) - dz * Math.sin(angle), 0, dx * Math.sin(angle) + dz * Math.cos(angle));
    }

    /** The server's world is that of {@link #stepper}; states have less than a save, so errors are only small. */
    @Test
    void thePlayersOwnBodyIsPredictedOnStairsAndOnTheShip() {
        Random random = Seeds.random(3);
        try (OwnBody own = OwnBody.builder(new OwnWalker(), stepper.states(), stepper.input())
                .rate(RATE)
                .open()) {
            double most = 0;
            for (int tick = 0; tick < Thorough.of(20, 120) * RATE; tick++) {
                if (random.nextInt(20) == 0) {
                    own.axis(random.nextInt(3), random.nextInt(3) - 1);
                }
                stepper.advance(SECOND / RATE);
                own.advance();
                most = Math.max(most, own.correctionDistance());
            }
            assertTrue(own.isAlive());
            assertEquals(0, most, 1e-3);
        }
    }

    @Test
    void aDamagedLengthIsRefused() {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(new byte[] {127, 127, 127, 127}));
        assertThrows(IOException.class, () -> new Walker().restore(world, in));
    }

    /** The second player guesses what the first one does, often wrong, and both predict the walker and its ship. */
    @Test
    void aPredictionInAMatchIsTheMatch() {
        MatchSettings settings = settings();
        SimulatedNetwork network = new SimulatedNetwork(1, settings, MILLI);
        PredictingPlayer<JoltSimulation> first = player(network, settings, 0);
        PredictingPlayer<JoltSimulation> second = player(network, settings, 1);
        network.runUntil(() -> first.tick() > 0 && second.tick() > 0, 20 * SECOND);
        first.predict(world(), options -> options.ticks(30));
        second.predict(world(), options -> options.ticks(30));
        Random random = Seeds.random(2);
        first.onFrame(10, () -> {
            if (random.nextInt(20) == 0) {
                first.session.axis(random.nextInt(3), random.nextInt(3) - 1);
            }
        });
        network.run(Thorough.of(12, 60) * SECOND);
        for (PredictingPlayer<JoltSimulation> each : List.of(first, second)) {
            assertEquals(List.of(), each.differed);
            assertEquals(-1, each.session.differedTick());
            assertTrue(each.tick() > 10 * RATE, each.session::toString);
        }
        assertTrue(second.ahead.corrections() > 10, () -> second.ahead.corrections() + " corrections");
    }

    private static MatchSettings settings() {
        return MatchSettings.of("walk", Walker.LAYOUT, 2).rate(RATE).axes(3);
    }

    private static PredictingPlayer<JoltSimulation> player(
            SimulatedNetwork network, MatchSettings settings, int number) {
        Conditions conditions = new Conditions().delay(40 * MILLI, 20 * MILLI).faults(0.05, 0, 0);
        return new PredictingPlayer<>(network, settings, number, conditions, world(), CommandReader.NONE);
    }
}
