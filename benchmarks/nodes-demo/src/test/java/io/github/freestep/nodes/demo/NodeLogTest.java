package io.github.freestep.nodes.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeLogTest {
    private static final long SECOND = 1_000_000_000;

    private final VirtualClock clock = new VirtualClock(Long.MAX_VALUE - SECOND / 2);
    private final List<String> lines = new ArrayList<>();
    private final NodeLog log = JudgeTest.log(clock, lines::add);

    private void report(int room, String problem) {
        log.problem(room, new IOException(problem));
    }

    /** A room tries again five times a second, so a full disk would otherwise fill the log. */
    @Test
    void aProblemThatLastsIsReportedOnceASecondWithItsCount() {
        for (int i = 0; i < 7; i++) {
            report(3, "full");
            clock.advance(SECOND / 5);
        }
        report(4, "full");
        report(3, "another");
        clock.advance(SECOND - 2 * SECOND / 5);
        report(3, "full");
        clock.advance(2 * SECOND);
        report(3, "full");
        String full = "room 3: java.io.IOException: full";
        assertEquals(
                List.of(
                        full,
                        full + " (and 4 times since the last report)",
                        "room 4: java.io.IOException: full",
                        "room 3: java.io.IOException: another",
                        full + " (and 1 times since the last report)",
                        full),
                lines);
    }
}
