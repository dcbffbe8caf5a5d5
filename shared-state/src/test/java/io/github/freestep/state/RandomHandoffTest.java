package io.github.freestep.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.handoff.Windows;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.TimeAnchor;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Drives the real classes from one thread: readers join, sleep, wake and leave in random order, and none loses a state.
 */
class RandomHandoffTest {
    private static final int STEPS = 20_000;

    private final TimeAnchor anchor = new TimeAnchor();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void everyHeldWindowStaysIntact(long seed) {
        Random random = Seeds.random(seed);
        int windowSize = 1 + (int) (seed % Windows.MAX_WINDOW);
        int most = (SlotPool.MAX_SLOTS - 1) / windowSize - 1;
        StatePublisher publisher = StatePublisher.of(StateLayout.of(1), windowSize);
        publisher.bodies().spawn();
        List<CheckedReader> readers = new ArrayList<>();
        List<CheckedReader> dropped = new ArrayList<>();
        int tick = 0;
        int amendments = 0;
        // In some periods many readers join, in others many leave, so the pool grows and shrinks through all sizes.
        for (int step = 0; step < STEPS; step++) {
            boolean growing = step / (STEPS / 8) % 2 == 0;
            int dice = random.nextInt(20);
            if (dice < 6) {
                publisher.begin(++tick, 0, anchor, 0).position(0, tick, 0, 0);
                publisher.input(0, 0);
                amendments = 0;
                publisher.publish(0);
            } else if (dice < 7 && tick > 0) {
                publisher.amend(anchor);
                publisher.input(++amendments, 0);
                publisher.publish(0);
            } else if (dice < 9 && (growing || dice == 8) && readers.size() < most) {
                readers.add(new CheckedReader(publisher.states().reader(), windowSize));
                readers.get(readers.size() - 1).acquire(tick, amendments, "seed " + seed);
            } else if (dice < 11 && (!growing || dice == 10) && !readers.isEmpty()) {
                CheckedReader gone = readers.remove(random.nextInt(readers.size()));
                if (random.nextBoolean()) {
                    gone.reader.close();
                } else {
                    gone.isDropped = true;
                    dropped.add(gone);
                    gone.reader.reader.drop();
                }
            } else if (!readers.isEmpty()) {
                readers.get(random.nextInt(readers.size())).acquire(tick, amendments, "seed " + seed);
            }
            if (step % 10 == 0) {
                readers.forEach(reader -> reader.verify("seed " + seed));
                dropped.forEach(held -> held.verify("seed " + seed));
                // Forget some, so that the list stays short and the checks stay fast.
                dropped.removeIf(held -> random.nextInt(200) == 0);
            }
        }
    }

    private static final class CheckedReader {
        private final StateReader reader;
        private final int windowSize;
        private int tick;
        private int amendments;
        private List<State> states = List.of();

        /** Whether the reader is garbage, although its thread still reads the states. */
        private boolean isDropped;

        CheckedReader(StateReader reader, int windowSize) {
            this.reader = reader;
            this.windowSize = windowSize;
        }

        void acquire(int newestTick, int newestAmendments, String seed) {
            boolean news = newestTick != tick || newestAmendments != amendments;
            assertEquals(news, reader.acquire(), seed);
            tick = newestTick;
            amendments = newestAmendments;
            verify(seed);
        }

        void verify(String seed) {
            if (!isDropped) {
                states = IntStream.range(0, reader.size())
                        .mapToObj(reader::state)
                        .toList();
            }
            assertEquals(Math.min(windowSize, tick), states.size(), seed);
            for (int age = 0; age < states.size(); age++) {
                State state = states.get(age);
                assertEquals(tick - age, state.tick(), seed);
                assertEquals(tick - age, state.x()[0], seed);
                assertTrue(age > 0 || state.inputSequence() == amendments, seed);
            }
        }
    }
}
