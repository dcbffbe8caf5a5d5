package io.github.freestep.physics.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.problem.Problems;
import io.github.freestep.physics.thread.DeliveryThread;
import io.github.freestep.testing.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The first request of a run makes the lanes, and the end of the run finds that request at each step of its way. */
@Timeout(240)
class RunRequestsTest {
    private static final long LIMIT = TimeUnit.SECONDS.toNanos(40);

    private final RunRequests requests = new RunRequests(false);
    private final DeliveryThread thread = DeliveryThread.of("own", false);
    private final IllegalStateException closed = new IllegalStateException("closed for the test");
    private final List<Lanes> made = new ArrayList<>();
    private int signals;

    /** When the run ends. */
    private enum Step {
        BEFORE,
        WHILE_THE_LANES_ARE_MADE,
        BEFORE_THE_REQUEST_IS_ADDED,
        WHILE_THE_REQUEST_WAITS
    }

    @AfterEach
    void noThreadIsLeft() {
        if (requests.callbacks() != null) {
            requests.end(closed);
            assertTrue(requests.callbacks().awaitEnd(LIMIT));
        }
        assertFalse(thread.isOwnAlive());
    }

    private Lanes newLanes() {
        CommandCallbacks callbacks = new CommandCallbacks(
                other -> false,
                requests::willComplete,
                thread,
                () -> 0,
                Problems.toLog().of(""));
        made.add(new Lanes("the run", 1, callbacks, () -> signals++, (command, failure) -> {}, null));
        return made.get(made.size() - 1);
    }

    @Test
    void ofTwoFirstRequestsTheLanesOfOneStay() {
        Lanes[] other = new Lanes[1];
        Lanes lanes = requests.lanesOr(() -> {
            other[0] = requests.lanesOr(this::newLanes);
            return newLanes();
        });
        assertSame(other[0], lanes);
        assertSame(lanes, requests.lanes());
    }

    @Test
    void aRunWithoutRequestsMakesNothing() {
        assertNull(requests.lanes());
        assertNull(requests.callbacks());
        requests.completes();
        requests.end(closed);
        requests.end(closed);
        assertNull(requests.lanes());
    }

    @Test
    void allRequestsHaveTheLanesOfTheFirst() {
        Lanes lanes = requests.lanesOr(this::newLanes);
        assertSame(lanes, requests.lanesOr(this::newLanes));
        assertSame(lanes, requests.lanes());
        assertSame(lanes.callbacks, requests.callbacks());
        assertTrue(thread.isOwnAlive());
        assertEquals(1, made.size());
    }

    @ParameterizedTest
    @EnumSource
    void theEndAndTheFirstRequestFindEachOther(Step end) throws InterruptedException {
        Thread ending = new Thread(() -> requests.end(closed));
        if (end == Step.BEFORE) {
            requests.end(closed);
        }
        Lanes lanes = requests.lanesOr(() -> {
            if (end == Step.WHILE_THE_LANES_ARE_MADE) {
                ending.start();
                Await.until(() -> !ending.isAlive());
            }
            return newLanes();
        });
        ending.join();
        assertFalse(end == Step.BEFORE && thread.isOwnAlive(), "a request after the end starts no thread");
        if (end == Step.BEFORE_THE_REQUEST_IS_ADDED) {
            requests.end(closed);
        }
        CompletableFuture<Void> future = lanes.add(lanes.request(request -> {}));
        if (end == Step.WHILE_THE_REQUEST_WAITS) {
            assertFalse(future.isDone());
            requests.end(closed);
        }
        assertTrue(lanes.callbacks.awaitEnd(LIMIT));
        Throwable failure = assertThrows(CompletionException.class, () -> future.getNow(null))
                .getCause();
        assertSame(closed, failure.getCause());
        assertEquals(end == Step.WHILE_THE_REQUEST_WAITS ? 1 : 0, signals);
    }

    @Test
    void ifTheLanesCannotBeMadeTheNextRequestTriesItAgain() {
        assertThrows(
                OutOfMemoryError.class,
                () -> requests.lanesOr(() -> {
                    throw new OutOfMemoryError("for the test");
                }));
        assertNull(requests.lanes());
        requests.lanesOr(this::newLanes);
        assertTrue(thread.isOwnAlive());
    }
}
