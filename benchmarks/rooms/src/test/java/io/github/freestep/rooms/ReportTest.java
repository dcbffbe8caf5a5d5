package io.github.freestep.rooms;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a node reports is read as it was written, and has the causes of problems. */
class ReportTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Report.Writer report = new Report.Writer(new PrintStream(out, true, StandardCharsets.UTF_8));

    @Test
    void whatIsWrittenIsRead() {
        Save save = new Save(Save.Kind.MOVED, 42, new byte[3]);
        report.up(25521);
        report.status(60, 1L << 40, 50);
        report.starting(7, 2, -5);
        report.began(7, 2, save);
        report.saved(7, 2, save);
        report.ended(7, 2, RoomKeeper.End.LEFT, save);
        report.ended(8, 3, RoomKeeper.End.EXPIRED, null);
        report.stopped(7, 2, -4);
        report.stoodStill(2_500_000_000L);
        report.death(25521, Report.Death.DECIDED, -3);
        report.problem(9, new IOException("disk full"));
        List<String> read = new ArrayList<>();
        Report.Reader reader = (Report.Reader) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Report.Reader.class}, (proxy, method, values) -> {
                    read.add(method.getName() + Arrays.toString(values));
                    return null;
                });
        out.toString(StandardCharsets.UTF_8).lines().forEach(line -> Report.read(line, reader));
        assertEquals(
                List.of(
                        "up[25521]",
                        "status[60, 1099511627776, 50]",
                        "starting[7, 2, -5]",
                        "began[7, 2, MOVED, 42]",
                        "saved[7, 2, 42]",
                        "ended[7, 2, LEFT, 42]",
                        "ended[8, 3, EXPIRED, -1]",
                        "stopped[7, 2, -4]",
                        "stoodStill[2500000000]",
                        "death[25521, DECIDED, -3]",
                        "problem[room 9: java.io.IOException: disk full]"),
                read);
    }

    @Test
    void aProblemHasItsCauses() {
        report.problem(
                7, new IOException("could not start", new IllegalStateException("no port", new IOException("in use"))));
        assertEquals(
                "room 7: java.io.IOException: could not start; caused by java.lang.IllegalStateException: no port;"
                        + " caused by java.io.IOException: in use",
                out.toString(StandardCharsets.UTF_8).strip());
    }
}
