package io.github.freestep.render.picture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.github.freestep.render.SimulatedPhysics;
import io.github.freestep.state.StateReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BracketTest {
    private static final long MILLI = SimulatedPhysics.MILLI;

    private final SimulatedPhysics physics = new SimulatedPhysics();
    private final StateReader window = physics.publisher.states().reader();
    private final PictureStates shown = new PictureStates(physics.publisher.states(), window);
    private final Bracket bracket = new Bracket();

    /** The window holds ticks 2 to 5, which are the times 20 to 50 ms. */
    @ParameterizedTest
    @CsvSource({
        "20, 2, 3, 0, 2",
        "25, 2, 3, 0.5, 2",
        "30, 3, 4, 0, 3",
        "39, 3, 4, 0.9, 3",
        "50, 5, 5, 0, 5",
        "52, 4, 5, 1.2, 5",
        "60, 4, 5, 2, 5",
        "75, 4, 5, 3, 5",
        "15, 2, 3, 0, 2"
    })
    void findsTheTwoStatesAroundATime(long millis, long older, long newer, double alpha, long reached) {
        physics.runTo(59 * MILLI);
        window.acquire();
        bracket.find(shown, millis * MILLI);
        assertEquals(older, bracket.older.tick());
        assertEquals(newer, bracket.newer.tick());
        assertEquals(alpha, bracket.alpha, 1e-12);
        assertEquals(reached, bracket.reached().tick());
        assertEquals(millis > 70, bracket.outOfReach);
    }

    @Test
    void motionDoesNotBendByACopyThatMayBeForgottenInTheNextFrame() {
        SimulatedPhysics threeStates = new SimulatedPhysics(100, 3);
        StateReader three = threeStates.publisher.states().reader();
        PictureStates states = new PictureStates(threeStates.publisher.states(), three);
        threeStates.runTo(49 * MILLI);
        three.acquire();
        bracket.find(states, three.state(2).simulationNanos());
        states.keep(bracket);
        threeStates.runTo(59 * MILLI);
        three.acquire();
        assertEquals(4, states.size());
        bracket.find(states, three.state(0).simulationNanos() + 5 * MILLI);
        assertNull(bracket.first);
    }
}
