package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.testing.Logs;
import io.github.freestep.testing.Seeds;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares random readers with a model of what each must get. One thread runs all of them in random order. */
class RandomEventsTest {
    private static final int STEPS = 20_000;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    @Logs(perhaps = "a reader of events was never polled, and has missed 1,")
    void everyReaderGetsWhatTheModelPredicts(long seed) {
        Random random = Seeds.random(seed);
        RunOutput output = ServicelessEvents.create();
        Events events = output.events();
        EventSink sink = output.get();
        List<Consumer> consumers = new ArrayList<>();
        long value = 0;
        for (int step = 0; step < STEPS; step++) {
            int dice = random.nextInt(20);
            if (dice < 14) {
                output.openStep.begin(step, step);
                sink.user(0, 0, 0, 0, 0, 0, ++value);
                for (Consumer consumer : consumers) {
                    consumer.written(step, value);
                }
            } else if (dice < 15 && consumers.size() < 5) {
                consumers.add(new Consumer(events, 1 << random.nextInt(5)));
            } else if (dice < 16 && consumers.size() > 3) {
                consumers.remove(random.nextInt(consumers.size())).reader.close();
            } else if (!consumers.isEmpty()) {
                consumers.get(random.nextInt(consumers.size())).poll("seed " + seed + ", step " + step);
                consumers.removeIf(consumer -> !consumer.reader.isOpen());
            }
            assertEquals(consumers.size(), events.consumers.rings().length, "seed " + seed);
        }
        events.close();
        for (Consumer consumer : consumers) {
            consumer.ended = true;
            consumer.poll("seed " + seed + ", the end");
            assertEquals(consumer.missed, consumer.reader.missed(), "seed " + seed);
        }
    }

    private static final class Consumer {
        final EventReader reader;
        final int capacity;
        final Queue<String> waiting = new ArrayDeque<>();
        int events;
        long gap;
        long gapTick;
        long missed;
        boolean ended;

        Consumer(Events events, int capacity) {
            this.capacity = capacity;
            reader = events.with().capacity(capacity).open();
        }

        void written(long tick, long value) {
            if (ended) {
                return;
            }
            if (events == capacity) {
                gapTick = gap == 0 ? tick : gapTick;
                gap++;
                missed++;
                return;
            }
            reportGap();
            waiting.add(Long.toString(value));
            events++;
        }

        private void reportGap() {
            if (gap > 0) {
                waiting.add("missed " + gap + " since tick " + gapTick);
                gap = 0;
            }
        }

        void poll(String when) {
            if (ended) {
                reportGap();
            }
            EventLog log = new EventLog();
            assertEquals(events, reader.poll(log), when);
            log.assertLines(waiting.toArray(String[]::new));
            assertEquals(!ended, reader.isOpen(), when);
            waiting.clear();
            events = 0;
        }
    }
}
