package io.github.freestep.physics.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a user's code throws ends no poll, and one line of the log says so. */
class GuardTest {
    private static final Logger LOG = Logger.getLogger("io.github.freestep");

    private final List<String> logged = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            logged.add(line.getThrown().getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        LOG.addHandler(handler);
        LOG.setUseParentHandlers(false);
    }

    @AfterEach
    void listenNoMore() {
        LOG.removeHandler(handler);
        LOG.setUseParentHandlers(true);
    }

    @Test
    void eventsThatThrowAreLoggedOnce() {
        List<Long> ticks = new ArrayList<>();
        RoomEvents events = Guard.events(new RoomEvents() {
            @Override
            public void saved(int room, long owner, long tick) {
                ticks.add(tick);
                throw new IllegalStateException(tick < 3 ? "no log" : "still none");
            }
        });
        for (long tick = 1; tick <= 4; tick++) {
            events.saved(7, 1, tick);
        }
        events.founding(); // by default, nothing
        assertEquals(List.of(1L, 2L, 3L, 4L), ticks);
        assertEquals(List.of("no log", "still none"), logged);
    }

    @Test
    void workThatFailsIsDoneAgain() {
        int[] done = {0};
        Runnable work = Guard.work(() -> {
            done[0]++;
            throw new StackOverflowError("too deep");
        });
        work.run();
        work.run();
        assertEquals(2, done[0]);
        assertEquals(List.of("too deep"), logged);
    }
}
