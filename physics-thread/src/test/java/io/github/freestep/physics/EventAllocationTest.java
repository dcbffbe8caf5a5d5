package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Allocations;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventAllocationTest {

    private final Events events = new Events(cause -> {}, () -> {});
    private final EventSink sink = events.sink();
    private final Throwable cause = new Exception();
    private final EventHandler handler = event -> sum(event.tick());
    private final List<EventReader> readers = new ArrayList<>();
    private long tick;
    private long sum;
    private float[] kept;

    @AfterEach
    void end() {
        events.close();
        assertTrue(events.awaitEnd(TimeUnit.MINUTES.toNanos(1)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void writingAllocatesNothingForAnyNumberOfReaders(int count) {
        for (int i = 0; i < count; i++) {
            readers.add(events.with().capacity(4).open());
        }
        assertEquals(0, Allocations.of(this::tick));
        for (EventReader reader : readers) {
            assertTrue(reader.missed() >= Allocations.ROUNDS);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void writingAndWakingAllocateNothingForAnyNumberOfSubscriptions(int count) {
        for (int i = 0; i < count; i++) {
            events.with()
                    .onSlow(i == 1 ? SlowConsumerPolicy.end() : SlowConsumerPolicy.drop())
                    .subscribe("allocation-" + i, event -> {});
        }
        assertEquals(0, Allocations.of(this::tick));
    }

    @Test
    void pollingAllocatesNothing() {
        readers.add(events.with().onSlow(SlowConsumerPolicy.end()).open());
        readers.add(events.with().capacity(2).open());
        assertEquals(0, Allocations.of(this::tickAndPoll));
        assertTrue(readers.get(0).isOpen() && readers.get(1).missed() >= Allocations.ROUNDS);
    }

    @Test
    void theCounterSeesAnAllocation() {
        assertTrue(Allocations.of(() -> kept = new float[1]) >= 16L * Allocations.ROUNDS);
        assertEquals(1, kept.length);
    }

    private void tick() {
        sink.beginStep(++tick, tick);
        sink.contactBegin(0, 1, 2, 3, 4, 5, 6, 7, 8);
        sink.user(0, 1, 2, 3, 4, 5, tick);
        sink.tick(tick, tick, 0, 1, 2, 3, true);
        sink.slip(tick, tick, tick);
        sink.fault(tick, tick, cause);
        sink.flush();
    }

    private void tickAndPoll() {
        tick();
        try {
            for (int i = 0; i < readers.size(); i++) {
                readers.get(i).poll(tick - 2, handler);
                readers.get(i).poll(handler);
            }
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private void sum(long value) {
        sum += value;
    }
}
