package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.physics.input.InputCollector;
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
    private InputPort port;
    private int[] next;

    @Test
    void noInputOfTheFirstPushersIsLost() throws Exception {
        List<Thread> users = new ArrayList<>();
        for (int i = 0; i < USERS; i++) {
            int number = i;
            users.add(new Thread(() -> pushInEachRound(number), "user " + i));
        }
        users.forEach(Thread::start);
        for (int round = 0; round < ROUNDS; round++) {
            inputs = new InputCollector(0, 16, 0);
            port = new InputPort(inputs);
            next = new int[USERS];
            meet();
            for (int looks = random.nextInt(5); looks > 0; looks--) {
                takeInput();
            }
            meet();
            takeInput();
            assertEquals(3 * USERS, inputs.consumed());
        }
        for (Thread each : users) {
            each.join();
        }
    }

    private void takeInput() {
        inputs.drain(TICK);
        TickInput taken = new TickInput(inputs.take(new Timeline(Ratio.of(100), 0), 0, 1));
        for (int i = 0; i < taken.size(); i++) {
            int user = taken.code(i) / 10;
            assertEquals(next[user]++, taken.code(i) % 10);
        }
    }

    /** If it fails, the others do not meet it. */
    private void pushInEachRound(int user) {
        for (int round = 0; round < ROUNDS; round++) {
            meet();
            for (int i = 0; i < 3; i++) {
                assertTrue(port.action(10 * user + i, 1, 0));
            }
            meet();
        }
    }

    private void meet() {
        try {
            barrier.await(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("a user failed", e);
        }
    }
}
