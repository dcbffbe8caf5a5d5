package io.github.freestep.nodes.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.physics.nodes.RoomEvents.End;
import io.github.freestep.physics.nodes.RoomEvents.Kind;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The judge finds each planted breach, and nothing in a run that keeps all promises. */
class JudgeTest {
    /** Owner 1, on a killed node, after a confirmed save. */
    private static final String LOST_AT_TICK_50 =
            "A starting 1 100; A began 1 NEW 0; A saved 1 50; A lost; A exited 400";

    private Judge judge = new Judge();

    /**
     * What nodes log, and the breach that the judge finds in it. An owner that ran has its node, its number, when and
     * from which save it began, how and at which tick it ended, and when its last step ended.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
                    # a killed node may lose ticks, but not run on
                    A starting 1 100; A began 1 NEW 0; A lost; A exited 400; B ran 2 500 RUNNING 30 LEFT 90 600 | -
                    # a node of which nothing is heard may still run
                    A starting 1 100; A began 1 NEW 0; A lost; B ran 2 500 RUNNING 30 LEFT 90 600 | 2: started while an owner before still ran
                    # a room that begins before its save, or at zero
                    lost at tick 50; B ran 2 500 RUNNING 49 LEFT 90 600 | 2: must not begin before tick 50, which was saved, was 49
                    lost at tick 50; B ran 2 500 NEW 0 LEFT 90 600 | 2: must not begin before tick 50, which was saved, was 0
                    # a save of an owner long ago counts
                    lost at tick 50; B starting 2 500; B lost; B exited 600; C ran 3 700 NEW 0 LEFT 90 800 | 3: must not begin before tick 50, which was saved, was 0
                    # a node that ends by itself loses no room
                    A starting 1 100; A began 1 NEW 0; A exited 400; B ran 2 500 NEW 0 LEFT 90 600 | 1: must leave its node with a confirmed save, but did not end
                    # a lease ends only after a stand-still, and not after that of a node that was frozen
                    A ran 1 100 NEW 0 EXPIRED 20 200 | 1: must leave its node with a confirmed save, but EXPIRED
                    C lost; C stood; A ran 1 100 NEW 0 EXPIRED 20 200 | 1: must leave its node with a confirmed save, but EXPIRED
                    # a stand-still excuses no double owner and no failure
                    A ran 1 100 NEW 0 EXPIRED 20 500; B ran 2 500 RUNNING 20 LEFT 90 600; C stood | 2: started while an owner before still ran
                    A ran 1 100 NEW 0 FAILED 20 200; C stood | 1: must leave its node with a confirmed save, but FAILED
                    # a failed room is blamed for its failure only
                    A ran 1 100 NEW 0 FAILED 50 200 | 1: must leave its node with a confirmed save, but FAILED
                    A ran 1 100 NEW 0 FAILED 20 200; B ran 2 500 RUNNING 20 LEFT 90 600 | 1: must leave its node with a confirmed save, but FAILED
                    # an owner that has not begun may have stepped, and one of a node that stood still
                    A starting 1 100; A stopped 1 600; B ran 2 500 NEW 0 LEFT 90 700 | 2: started while an owner before still ran
                    A lost; A ran 1 100 NEW 0 SUPERSEDED -1 600; B ran 2 500 RUNNING 30 LEFT 90 700 | 2: started while an owner before still ran
                    # two owners at the same instant
                    A ran 1 100 NEW 0 LEFT 50 200; B ran 2 200 MOVED 50 LEFT 90 300 | 2: started while an owner before still ran
                    # lost ticks
                    A ran 1 100 NEW 0 LEFT 50 200; B ran 2 201 MOVED 49 LEFT 90 300 | 2: must go on from tick 50, where the owner before has stopped, but began from MOVED at tick 49
                    A ran 1 100 NEW 0 LEFT 50 200; B ran 2 201 NEW 0 LEFT 90 300 | 2: must go on from tick 50, where the owner before has stopped, but began from NEW at tick 0
                    A ran 1 100 NEW 0 LEFT 0 200; B ran 2 201 NEW 0 LEFT 90 300 | 2: must go on from tick 0, where the owner before has stopped, but began from NEW at tick 0
                    """)
    void aBreachIsFound(String log, String breach) {
        read(log);
        assertEquals(breach == null ? List.of() : List.of("room 0, owner " + breach), judge.judge());
    }

    @Test
    void anOwnerLongAgoMayStillRun() {
        read("A ran 1 100 NEW 0 EXPIRED 20 900; B ran 2 500 RUNNING 20 LEFT 30 600; C ran 3 800 MOVED 30 LEFT 40 1000;"
                + " C stood");
        assertEquals(
                List.of(
                        "room 0, owner 2: started while an owner before still ran",
                        "room 0, owner 3: started while an owner before still ran"),
                judge.judge());
    }

    /** If a process stood still, a room may lose its node, and Pekko may end it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    A ran 1 100 NEW 0 LEFT 50 200; B ran 2 201 MOVED 50 LEFT 90 300 | 1 | 0 | 0 | 0 | 0
                    A ran 1 100 NEW 0 LEFT 50 200; B ran 2 201 ASLEEP 50 LEFT 90 300 | 0 | 1 | 0 | 0 | 0
                    A ran 1 100 NEW 0 EXPIRED 20 200; B ran 2 500 RUNNING 20 SUPERSEDED 40 600; C starting 3 700; C began 3 RUNNING 40; C exited 800; A ran 4 900 RUNNING 40 LEFT 90 1000; C stood | 0 | 0 | 3 | 1 | 2500
                    """)
    void whatKeepsAllPromisesIsCounted(String log, int moves, int woken, int restarts, int stood, int most) {
        read(log);
        assertEquals(List.of(), judge.judge());
        assertEquals(
                List.of(
                        "double owners: 0",
                        "planned moves: " + moves + ", woken rooms: " + woken + ", unplanned restarts: " + restarts,
                        "stand-stills of 0.5 s or more: " + stood + ", most " + most + " ms"),
                judge.summary());
    }

    /** A killed node says no more when it has stopped, but its worlds have written that. */
    @ParameterizedTest
    @CsvSource(textBlock = """
                    399, -
                    400, 'room 0, owner 2: started while an owner before still ran'
                    """)
    void whatWorldsHaveWrittenDecides(long lastNanos, String breach, @TempDir Path folder) {
        StepLog steps = new StepLog(folder);
        judge = new Judge(steps);
        steps.open(0, 1).put(0, lastNanos).put(1, 130);
        read("A starting 1 100; A began 1 NEW 0; A saved 1 50; A lost; A exited 9000;"
                + " B ran 2 400 RUNNING 50 LEFT 90 600");
        assertEquals(breach.equals("-") ? List.of() : List.of(breach), judge.judge());
        assertEquals(
                "most ticks lost by a restart: 80, restarts that lost more than 100: 0",
                judge.summary().get(3));
    }

    /** The clock of a machine may be negative, and then 0 would be a step of the future. */
    @Test
    void anOwnerWithoutStepsDoesNotRun(@TempDir Path folder) {
        StepLog steps = new StepLog(folder);
        judge = new Judge(steps);
        steps.open(0, 1); // no step
        read("A starting 1 -900; A lost; A exited -500; C starting 2 -450; C lost; C exited -420; B starting 3 -400");
        assertEquals(List.of(), judge.judge());
        assertEquals("double owners: 0", judge.summary().get(0));
    }

    /** Otherwise a run would never settle after a node was frozen that the others have not removed. */
    @Test
    void aRoomThatBeginsOnANodeAfterItWasFrozenRunsThere() {
        read("A starting 1 100; A began 1 NEW 0; A lost");
        assertEquals(-1, judge.node(0));
        assertEquals(0, judge.running());
        read("A starting 2 500; A began 2 RUNNING 30");
        assertEquals('A', judge.node(0));
        assertEquals(1, judge.running());
    }

    @Test
    void aRoomWhoseNewestSaveIsDamagedMayBeginWithAnOlderOne() {
        read("lost at tick 50");
        judge.damaged(0);
        read("B ran 2 500 RUNNING 30 LEFT 40 600; A ran 3 700 MOVED 40 LEFT 90 800");
        assertEquals(List.of(), judge.judge());
    }

    @Test
    void aProblemIsLoggedWithItsCausesAndNotJudged() {
        StringBuilder logged = new StringBuilder();
        NodeLog log = log(line -> {
            logged.append(line);
            judge.read(1, line);
        });
        log.problem(7, new IOException("could not start", new IllegalStateException("no port")));
        assertEquals(
                "room 7: java.io.IOException: could not start; caused by java.lang.IllegalStateException: no port",
                logged.toString());
        assertEquals(List.of(), judge.judge());
    }

    private void read(String log) {
        for (String each : log.replace("lost at tick 50", LOST_AT_TICK_50).split("; *")) {
            List<String> words = List.of(each.split(" "));
            int port = words.get(0).charAt(0);
            switch (words.get(1)) {
                case "lost" -> judge.lost(port);
                case "exited" -> judge.exited(port, number(words, 2));
                case "stood" -> node(port).stoodStill(2_500_000_000L);
                default -> log(node(port), words, number(words, 2));
            }
        }
    }

    private static void log(NodeLog node, List<String> words, long owner) {
        switch (words.get(1)) {
            case "starting" -> node.starting(0, owner, number(words, 3));
            case "began" -> node.began(0, owner, Kind.valueOf(words.get(3)), number(words, 4));
            case "saved" -> node.saved(0, owner, number(words, 3));
            case "ended" -> node.ended(0, owner, End.valueOf(words.get(3)), number(words, 4));
            case "stopped" -> node.stopped(0, owner, number(words, 3));
            default -> {
                node.starting(0, owner, number(words, 3));
                node.began(0, owner, Kind.valueOf(words.get(4)), number(words, 5));
                node.ended(0, owner, End.valueOf(words.get(6)), number(words, 7));
                node.stopped(0, owner, number(words, 8));
            }
        }
    }

    private static long number(List<String> words, int at) {
        return Long.parseLong(words.get(at));
    }

    private NodeLog node(int port) {
        return log(line -> judge.read(port, line));
    }

    private static NodeLog log(Consumer<String> reader) {
        return new NodeLog(new PrintStream(OutputStream.nullOutputStream()) {
            @Override
            public void println(Object line) {
                reader.accept(line.toString());
            }
        });
    }
}
