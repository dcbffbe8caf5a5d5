package io.github.freestep.physics.jolt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.RoomLog;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A world of Jolt that moves computes the same bits, lives and contacts as one that stays. */
@Timeout(120)
class JoltHandOverTest {
    private static final int TICKS = Thorough.of(120, 240);
    private static final int TICKS_OF_A_STAY = 40;
    private static final long TICK_NANOS = 10_000_000;
    private static final Kind[] KINDS = {
        Kind.CONTACT_BEGIN, Kind.CONTACT_END, Kind.SENSOR_BEGIN, Kind.SENSOR_END, Kind.ASLEEP, Kind.AWAKE, Kind.HASH
    };

    /** The scene of the world that runs now. */
    private Toys toys;

    private RoomLog room(StateLayout layout, boolean moves) {
        RoomLog room = new RoomLog(
                () -> {
                    toys = new Toys();
                    return PhysicsService.builder(JoltSimulation.of(layout, toys));
                },
                0,
                KINDS);
        for (int tick = 1; tick <= TICKS; tick++) {
            long seed = tick;
            room.submit(c -> toys.change(c.world(JoltSimulation.class), Seeds.random(seed)));
            if (moves && tick % TICKS_OF_A_STAY == 0) {
                room.move(seed);
            }
            room.advance(TICK_NANOS);
            assertTrue(room.pass());
        }
        room.close();
        return room;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aWorldOfJoltThatMovesGoesOnAsOneThatStays(boolean doubles) {
        StateLayout floats = StateLayout.of(Toys.CAPACITY);
        StateLayout layout = doubles ? floats.doublePositions() : floats;
        RoomLog stays = room(layout, false);
        RoomLog moved = room(layout, true);
        assertEquals(TICKS / TICKS_OF_A_STAY, moved.moves());
        assertTrue(stays.events.stream().anyMatch(event -> event.startsWith("CONTACT_BEGIN")));
        stays.assertSame(moved);
    }
}
