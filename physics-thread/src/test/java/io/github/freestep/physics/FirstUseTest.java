package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Several threads make the first push, or submit the first command, at the same time, while the physics thread looks
 * for it. Only one queue is created, and nothing is lost.
 */
@Timeout(120)
class FirstUseTest {
    private static final int ROUNDS = 3_000;
    private static final int USERS = 3;
    private static final long TICK = 10_000_000;

    private final CyclicBarrier barrier = new CyclicBarrier(USERS + 1);
    private final Random random = Seeds.random(18);
    private InputCollector inputs;
    private int[] next;

    @Test
    void noInputOfTheFirstPushersIsLost() throws Exception {
        inRounds(
                user -> {
                    for (int i = 0; i < 3; i++) {
                        assertTrue(inputs.port().action(10 * user + i, 1, 0));
                    }
                },
                () -> {
                    inputs = new InputCollector(0, 16, List.of(), 0);
                    next = new int[USERS];
                },
                this::takeInput);
    }

    /** Looks a random number of times while the others push, then once more. */
    private void takeInput(boolean last) {
        Timeline timeline = new Timeline(Ratio.of(100), 0);
        inputs.drain(TICK);
        TickInput taken = inputs.take(timeline, 0, 1);
        for (int i = 0; i < taken.size(); i++) {
            int user = taken.code(i) / 10;
            assertEquals(next[user]++, taken.code(i) % 10);
        }
        assertTrue(!last || inputs.consumed() == 3 * USERS, "inputs taken: " + inputs.consumed());
    }

    private interface User {
        void use(int user) throws Exception;
    }

    private interface Taker {
        void take(boolean last) throws Exception;
    }

    private void inRounds(User user, Runnable begin, Taker taker) throws Exception {
        List<Throwable> failures = new ArrayList<>();
        List<Thread> users = new ArrayList<>();
        for (int i = 0; i < USERS; i++) {
            int number = i;
            users.add(new Thread(() -> use(user, number, failures), "user " + i));
        }
        users.forEach(Thread::start);
        for (int round = 0; round < ROUNDS; round++) {
            begin.run();
            meet();
            for (int looks = random.nextInt(5); looks > 0; looks--) {
                taker.take(false);
            }
            meet();
            taker.take(true);
        }
        for (Thread each : users) {
            each.join();
        }
        assertEquals(List.of(), failures);
    }

    private void use(User user, int number, List<Throwable> failures) {
        try {
            for (int round = 0; round < ROUNDS; round++) {
                meet();
                user.use(number);
                meet();
            }
        } catch (Throwable t) {
            synchronized (failures) {
                failures.add(t);
            }
            barrier.reset();
        }
    }

    private void meet() throws Exception {
        barrier.await(60, TimeUnit.SECONDS);
    }
}
