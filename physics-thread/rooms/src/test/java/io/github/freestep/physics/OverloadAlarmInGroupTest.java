package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.problem.Problem;
import io.github.freestep.testing.Await;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rooms of which each is light, but all together need more time than their thread has. */
@Timeout(240)
class OverloadAlarmInGroupTest {
    private final VirtualClock clock = new VirtualClock(0);
    private final List<Problem> problems = new CopyOnWriteArrayList<>();
    private final List<PhysicsService> rooms = new ArrayList<>();

    private String told() {
        return problems.stream().map(Problem::message).collect(Collectors.joining(" | "));
    }

    @Test
    void theOverloadOfAThreadIsToldForEachOfItsRooms() {
        Consumer<Problem> handler = problems::add;
        try (PhysicsGroup group = PhysicsGroup.builder().clock(clock).open()) {
            for (int i = 0; i < 10; i++) {
                Falling world = new Falling();
                world.during = tick -> clock.advance(2_000_000);
                rooms.add(PhysicsService.builder(world)
                        .rate(100)
                        .group(group)
                        .name("room-" + i)
                        .onProblem(handler)
                        .start());
            }
            for (int i = 0; i < 10; i++) {
                String room = "room-" + i + ": simulation time runs at 0.";
                Await.until(() -> told().contains(room));
            }
        }
        assertTrue(
                told().contains(
                                "although a step takes only 2.0 ms of 10.0 ms, because other services or programs need the"
                                        + " processor; give a group more threads, or the machine less to do"),
                this::told);
        assertEquals(10, problems.stream().mapToLong(Problem::count).sum());
        assertTrue(problems.stream().allMatch(each -> each.kind() == Problem.Kind.OVERLOAD), this::told);
    }
}
