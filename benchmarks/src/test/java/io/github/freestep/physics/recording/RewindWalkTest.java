package io.github.freestep.physics.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.stephengold.joltjni.Vec3;
import io.github.freestep.benchmarks.scenes.JoltWorld;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.engines.EngineScene;
import io.github.freestep.physics.jolt.JoltSimulation;
import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A random walk through the past of a pile of Jolt: the same keys lead to the same bits, and other keys to others. */
@Timeout(240)
class RewindWalkTest {
    private static final int BOXES = 300;
    private static final int TIMES = Thorough.of(60, 1_000);

    /** Throws a box upwards in each tick in which a key is held. */
    private static final class Heap implements EngineScene<JoltSimulation> {
        @Override
        public void build(JoltSimulation world) {
            JoltWorld.floor(world);
            for (int i = 0; i < BOXES; i++) {
                world.add(JoltWorld.box(world, i % 7 * 1.05f, 0.5f + i / 49 * 1.02f, i / 7 % 7 * 1.05f));
            }
        }

        @Override
        public void beforeStep(JoltSimulation world, Tick tick) {
            if (tick.input().axis(0) > 0) {
                world.bodies().setLinearVelocity(world.body(100).getId(), new Vec3(1, 4, 0));
            }
        }
    }

    /** A state, and those that followed it without and with the key. */
    private static final class Node {
        final long hash;
        final Node[] next = new Node[2];

        Node(long hash) {
            this.hash = hash;
        }
    }

    private static PhysicsBuilder builder() {
        return PhysicsService.builder(JoltSimulation.of(StateLayout.of(BOXES), new Heap()))
                .axes(1);
    }

    private static void walk(Physics physics) {
        Random random = Seeds.random(109);
        List<Node> byTick = new ArrayList<>();
        int again = 0;
        try (physics;
                Rewind rewind = Rewind.of(physics, Duration.ofSeconds(3));
                StateReader reader = physics.states().reader()) {
            physics.read(PhysicsContext::tick).join();
            byTick.add(new Node(hash(reader)));
            for (int i = 0; i < TIMES; i++) {
                Node now = byTick.get(byTick.size() - 1);
                if (i > 0) {
                    int oldest = (int) rewind.oldestTick();
                    int to = oldest + random.nextInt(byTick.size() - oldest);
                    rewind.to(to).join();
                    assertEquals(to, rewind.shownTick());
                    now = byTick.get(to);
                    assertEquals(now.hash, hash(reader), "tick " + to);
                }
                for (int left = i == 0 ? 200 : random.nextInt(20); left > 0; left--) {
                    int key = i > 0 && random.nextInt(20) == 0 ? 1 : 0;
                    physics.input().axis(0, key);
                    physics.pauseAndStep().join();
                    long hash = hash(reader);
                    if (now.next[key] == null) {
                        now.next[key] = new Node(hash);
                    } else {
                        again++;
                    }
                    now = now.next[key];
                    assertEquals(now.hash, hash, "after tick " + byTick.size());
                    byTick.add(now);
                }
            }
        }
        assertTrue(again > TIMES, again + " ticks were played again");
        int others = 0;
        for (List<Node> tick = byTick.subList(0, 1); !tick.isEmpty(); tick = next(tick)) {
            int histories = tick.size();
            Set<Long> hashes = tick.stream().map(each -> each.hash).collect(Collectors.toSet());
            assertEquals(histories, hashes.size(), "other keys, and the same state");
            others += histories - 1;
        }
        assertTrue(others > TIMES, others + " ticks were also played with other keys");
    }

    private static List<Node> next(List<Node> tick) {
        return tick.stream()
                .flatMap(each -> Stream.of(each.next))
                .filter(Objects::nonNull)
                .toList();
    }

    private static long hash(StateReader reader) {
        reader.acquire();
        State state = reader.state(0);
        return 31L * (31L * Arrays.hashCode(state.x()) + Arrays.hashCode(state.y())) + Arrays.hashCode(state.z());
    }

    @Test
    void inAStepper() {
        walk(builder().inline());
    }

    private static PhysicsService paused(PhysicsBuilder builder) {
        PhysicsService service = builder.build();
        service.pause();
        return service.start();
    }

    @Test
    void inAService() {
        walk(paused(builder()));
    }

    @Test
    void inARoom() {
        try (PhysicsGroup rooms = PhysicsGroup.open(2)) {
            walk(paused(builder().group(rooms)));
        }
    }
}
