package io.github.freestep.physics.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a user's code throws ends no poll, and one line of the log says so. */
class GuardTest {
    @Test
    void eventsThatThrowAreLoggedOnce() throws IOException {
        List<Long> ticks = new ArrayList<>();
        RoomEvents events = Guard.events(new RoomEvents() {
            @Override
            public void saved(int room, long owner, long tick) {
                ticks.add(tick);
                throw new IllegalStateException(tick < 3 ? "no log" : "still none");
            }
        });
        List<String> logged = KeptLog.of(() -> {
            for (long tick = 1; tick <= 4; tick++) {
                events.saved(7, 1, tick);
            }
            events.founding(); // by default, nothing
        });
        assertEquals(List.of(1L, 2L, 3L, 4L), ticks);
        assertEquals(List.of("no log", "still none"), logged);
    }

    @Test
    void workThatFailsIsDoneAgain() throws IOException {
        int[] done = {0};
        Runnable work = Guard.work(() -> {
            done[0]++;
            throw new StackOverflowError("too deep");
        });
        List<String> logged = KeptLog.of(() -> {
            work.run();
            work.run();
        });
        assertEquals(2, done[0]);
        assertEquals(List.of("too deep"), logged);
    }
}
