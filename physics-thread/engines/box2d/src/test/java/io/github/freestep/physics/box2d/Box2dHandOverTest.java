package io.github.freestep.physics.box2d;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.RoomLog;
import io.github.freestep.state.StateLayout;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A world that moves and does not restore its contacts ends them, and begins those anew that still touch. */
@Timeout(60)
class Box2dHandOverTest {
    private static final int TICKS = 120;
    private static final int TICKS_OF_A_STAY = 50;
    private static final long TICK_NANOS = 10_000_000;
    private static final Pattern CONTACT = Pattern.compile("CONTACT_(BEGIN|END) .*?slots? (-?\\d+) and (-?\\d+).*");

    private static void build(Box2dSimulation world) {
        Squares.floor(world);
        Squares.square(world, 20, 0.5f);
        world.add(Squares.square(world, 0, 0.5f));
        world.add(Squares.square(world, 0, 1.5f));
    }

    @Test
    void eachContactThatBeginsEndsOnce() {
        RoomLog room = new RoomLog(
                () -> {
                    Box2dSimulation world = Box2dSimulation.of(StateLayout.of(8), Box2dHandOverTest::build);
                    return PhysicsService.builder(world);
                },
                0,
                Kind.CONTACT_BEGIN,
                Kind.CONTACT_END);
        for (int tick = 1; tick <= TICKS; tick++) {
            if (tick % TICKS_OF_A_STAY == 0) {
                room.move(tick);
            }
            room.advance(TICK_NANOS);
            assertTrue(room.pass());
        }
        assertEquals(Map.of("-1 -1", 1, "0 -1", 1, "1 0", 1), touching(room));
        room.submit(c -> c.world(Box2dSimulation.class).remove(1));
        for (int tick = 0; tick < 3; tick++) {
            room.advance(TICK_NANOS);
            assertTrue(room.pass());
        }
        assertEquals(Map.of("-1 -1", 1, "0 -1", 1, "1 0", 0), touching(room));
        assertEquals(TICKS / TICKS_OF_A_STAY, room.moves());
        room.close();
    }

    /** Returns how often each pair touches. It is never more than once. */
    private static Map<String, Integer> touching(RoomLog room) {
        Map<String, Integer> touching = new HashMap<>();
        for (String event : room.events) {
            Matcher contact = CONTACT.matcher(event);
            assertTrue(contact.matches(), event);
            int change = contact.group(1).equals("BEGIN") ? 1 : -1;
            int now = touching.merge(contact.group(2) + " " + contact.group(3), change, Integer::sum);
            assertTrue(now == 0 || now == 1, event);
        }
        return touching;
    }
}
