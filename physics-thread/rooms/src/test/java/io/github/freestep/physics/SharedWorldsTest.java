package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.testing.Await;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several threads step the same services, but each service one at a time, tick by tick. */
@Timeout(240)
class SharedWorldsTest {
    private static final int TICKS = 300;

    private final AtomicInteger torn = new AtomicInteger();
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

    /** Its fields are plain, as those of any world. */
    private final class Room extends Falling {
        private final AtomicInteger inside = new AtomicInteger();
        private long counted;

        @Override
        public void run(Command command, PhysicsContext context) throws Exception {
            enter();
            super.run(command, context);
            inside.decrementAndGet();
        }

        @Override
        public void step(Tick tick) {
            enter();
            counted++;
            torn.addAndGet(counted == tick.number() ? 0 : 1);
            threads.add(Thread.currentThread());
            for (int i = 0; i < tick.number() % 5 * 1_000; i++) {
                Thread.onSpinWait();
            }
            inside.decrementAndGet();
        }

        private void enter() {
            torn.addAndGet(inside.getAndIncrement());
        }
    }

    @Test
    void eachIsSteppedByOneThreadAtATime() {
        try (PhysicsGroup group = PhysicsGroup.open(3)) {
            var rooms = Stream.generate(Room::new)
                    .limit(20)
                    .map(room -> PhysicsService.builder(room)
                            .group(group)
                            .rate(500)
                            .overloadPolicy(OverloadPolicy.neverSlip())
                            .onProblem(problem -> {})
                            .start())
                    .toList();
            for (PhysicsService room : rooms) {
                Await.until(() -> {
                    room.submit(context -> {});
                    return room.metrics().tick() > TICKS;
                });
            }
            assertTrue(threads.size() > 1, threads::toString);
            rooms.forEach(room -> assertEquals(Physics.Status.RUNNING, room.status()));
        }
        assertEquals(0, torn.get());
    }
}
