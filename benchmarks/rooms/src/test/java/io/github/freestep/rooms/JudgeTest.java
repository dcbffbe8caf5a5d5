package io.github.freestep.rooms;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.rooms.RoomKeeper.End;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The judge finds each planted breach, and nothing in a run that keeps all promises. */
class JudgeTest {
    private static final int A = 1;
    private static final int B = 2;
    private static final int C = 3;

    private final Judge judge = new Judge();

    @Test
    void aPlannedMoveKeepsAllPromises() {
        ran(A, 1, 100, Save.Kind.NEW, 0, End.LEFT, 50, 200);
        ran(B, 2, 201, Save.Kind.MOVED, 50, End.LEFT, 90, 300);
        assertEquals(List.of(), judge.judge());
        assertEquals(
                List.of(
                        "double owners: 0",
                        "planned moves: 1, woken rooms: 0, unplanned restarts: 0",
                        "stand-stills of 0.5 s or more: 0, most 0 ms"),
                judge.summary());
    }

    @Test
    void aKilledNodeMayLoseTicksButNotRunOn() {
        node(A).starting(0, 1, 100);
        node(A).began(0, 1, Save.created());
        judge.lost(A);
        judge.exited(A, 400);
        ran(B, 2, 500, Save.Kind.RUNNING, 30, End.LEFT, 90, 600);
        assertEquals(List.of(), judge.judge());
    }

    @Test
    void aRoomThatBeginsBeforeItsSaveIsFound() {
        lostAtTick50();
        ran(B, 2, 500, Save.Kind.RUNNING, 49, End.LEFT, 90, 600);
        found("room 0, owner 2: must not begin before tick 50, which was saved, was 49");
    }

    @Test
    void aKilledRoomThatBeginsAtZeroIsFound() {
        lostAtTick50();
        ran(B, 2, 500, Save.Kind.NEW, 0, End.LEFT, 90, 600);
        found("room 0, owner 2: must not begin before tick 50, which was saved, was 0");
    }

    @Test
    void aSaveOfAnOwnerLongAgoCounts() {
        lostAtTick50();
        node(B).starting(0, 2, 500); // killed before it began
        judge.lost(B);
        judge.exited(B, 600);
        ran(C, 3, 700, Save.Kind.NEW, 0, End.LEFT, 90, 800);
        found("room 0, owner 3: must not begin before tick 50, which was saved, was 0");
    }

    @Test
    void aNodeThatEndsByItselfLosesNoRoomUnlessAProcessStoodStill() {
        node(A).starting(0, 1, 100);
        node(A).began(0, 1, Save.created());
        judge.exited(A, 400);
        ran(B, 2, 500, Save.Kind.NEW, 0, End.LEFT, 90, 600);
        found("room 0, owner 1: must leave its node with a confirmed save, but did not end");
    }

    @Test
    void aRoomMayLoseItsNodeIfAProcessStoodStill() {
        ran(A, 1, 100, Save.Kind.NEW, 0, End.EXPIRED, 20, 200);
        ran(B, 2, 500, Save.Kind.RUNNING, 20, End.SUPERSEDED, 40, 600);
        node(C).starting(0, 3, 700);
        node(C).began(0, 3, save(Save.Kind.RUNNING, 40));
        judge.exited(C, 800); // the engine has ended it
        ran(A, 4, 900, Save.Kind.RUNNING, 40, End.LEFT, 90, 1_000);
        node(C).stoodStill(2_500_000_000L);
        assertEquals(List.of(), judge.judge());
        assertEquals(
                List.of(
                        "planned moves: 0, woken rooms: 0, unplanned restarts: 3",
                        "stand-stills of 0.5 s or more: 1, most 2500 ms"),
                judge.summary().subList(1, 3));
    }

    @Test
    void withoutAStandStillNoLeaseEnds() {
        ran(A, 1, 100, Save.Kind.NEW, 0, End.EXPIRED, 20, 200);
        found("room 0, owner 1: must leave its node with a confirmed save, but EXPIRED");
    }

    @Test
    void aNodeThatWasFrozenExcusesNoOtherNode() {
        judge.lost(C);
        node(C).stoodStill(2_500_000_000L);
        ran(A, 1, 100, Save.Kind.NEW, 0, End.EXPIRED, 20, 200);
        found("room 0, owner 1: must leave its node with a confirmed save, but EXPIRED");
    }

    @Test
    void aProblemIsLoggedWithItsCausesAndNotJudged() {
        StringBuilder logged = new StringBuilder();
        NodeLog log = new NodeLog(new PrintStream(OutputStream.nullOutputStream()) {
            @Override
            public void println(Object line) {
                logged.append(line);
                judge.read(A, line.toString());
            }
        });
        log.problem(7, new IOException("could not start", new IllegalStateException("no port")));
        assertEquals(
                "room 7: java.io.IOException: could not start; caused by java.lang.IllegalStateException: no port",
                logged.toString());
        assertEquals(List.of(), judge.judge());
    }

    @Test
    void aStandStillExcusesNoDoubleOwner() {
        ran(A, 1, 100, Save.Kind.NEW, 0, End.EXPIRED, 20, 500);
        ran(B, 2, 500, Save.Kind.RUNNING, 20, End.LEFT, 90, 600);
        node(C).stoodStill(2_500_000_000L);
        found("room 0, owner 2: started while an owner before still ran");
    }

    @Test
    void aStandStillExcusesNoRoomThatFails() {
        ran(A, 1, 100, Save.Kind.NEW, 0, End.FAILED, 20, 200);
        node(C).stoodStill(2_500_000_000L);
        found("room 0, owner 1: must leave its node with a confirmed save, but FAILED");
    }

    @Test
    void aFailedRoomIsBlamedForItsFailureOnly() {
        ran(A, 1, 100, Save.Kind.NEW, 0, End.FAILED, 20, 200);
        ran(B, 2, 500, Save.Kind.RUNNING, 20, End.LEFT, 90, 600);
        found("room 0, owner 1: must leave its node with a confirmed save, but FAILED");
    }

    @Test
    void anOwnerThatHasNotBegunMayHaveStepped() {
        node(A).starting(0, 1, 100);
        node(A).stopped(0, 1, 600);
        ran(B, 2, 500, Save.Kind.NEW, 0, End.LEFT, 90, 700);
        found("room 0, owner 2: started while an owner before still ran");
    }

    @Test
    void anOwnerLongAgoMayStillRun() {
        ran(A, 1, 100, Save.Kind.NEW, 0, End.EXPIRED, 20, 900);
        ran(B, 2, 500, Save.Kind.RUNNING, 20, End.LEFT, 30, 600);
        ran(C, 3, 800, Save.Kind.MOVED, 30, End.LEFT, 40, 1_000);
        node(C).stoodStill(2_500_000_000L);
        assertEquals(
                List.of(
                        "room 0, owner 2: started while an owner before still ran",
                        "room 0, owner 3: started while an owner before still ran"),
                judge.judge());
    }

    @Test
    void twoOwnersAreFound() {
        ran(A, 1, 100, Save.Kind.NEW, 0, End.LEFT, 50, 200);
        ran(B, 2, 200, Save.Kind.MOVED, 50, End.LEFT, 90, 300);
        found("room 0, owner 2: started while an owner before still ran");
    }

    @Test
    void aNodeThatStoodStillMustNotStepLater() {
        judge.lost(A);
        ran(A, 1, 100, Save.Kind.NEW, 0, End.SUPERSEDED, -1, 600);
        ran(B, 2, 500, Save.Kind.RUNNING, 30, End.LEFT, 90, 700);
        found("room 0, owner 2: started while an owner before still ran");
    }

    @Test
    void aRoomThatSleepsGoesOnWhereItStopped() {
        ran(A, 1, 100, Save.Kind.NEW, 0, End.LEFT, 50, 200);
        ran(B, 2, 201, Save.Kind.ASLEEP, 50, End.LEFT, 90, 300);
        assertEquals(List.of(), judge.judge());
        assertEquals(
                "planned moves: 0, woken rooms: 1, unplanned restarts: 0",
                judge.summary().get(1));
    }

    @Test
    void lostTicksAreFound() {
        ran(A, 1, 100, Save.Kind.NEW, 0, End.LEFT, 50, 200);
        ran(B, 2, 201, Save.Kind.MOVED, 49, End.LEFT, 90, 300);
        found("room 0, owner 2: must go on from tick 50, where the owner before has stopped, but began from MOVED at"
                + " tick 49");
    }

    @Test
    void aRoomThatBeginsAtZeroIsFound() {
        ran(A, 1, 100, Save.Kind.NEW, 0, End.LEFT, 50, 200);
        ran(B, 2, 201, Save.Kind.NEW, 0, End.LEFT, 90, 300);
        found("room 0, owner 2: must go on from tick 50, where the owner before has stopped, but began from NEW at tick"
                + " 0");
    }

    @Test
    void aRoomThatFailsIsFound() {
        ran(A, 1, 100, Save.Kind.NEW, 0, End.FAILED, 50, 200);
        found("room 0, owner 1: must leave its node with a confirmed save, but FAILED");
    }

    private void found(String breach) {
        assertEquals(List.of(breach), judge.judge());
    }

    /** Owner 1, on a killed node, after a confirmed save. */
    private void lostAtTick50() {
        node(A).starting(0, 1, 100);
        node(A).began(0, 1, Save.created());
        node(A).saved(0, 1, save(Save.Kind.RUNNING, 50));
        judge.lost(A);
        judge.exited(A, 400);
    }

    private void ran(int node, long owner, long start, Save.Kind kind, long tick, End end, long endTick, long stop) {
        node(node).starting(0, owner, start);
        node(node).began(0, owner, save(kind, tick));
        node(node).ended(0, owner, end, save(Save.Kind.RUNNING, endTick));
        node(node).stopped(0, owner, stop);
    }

    private static Save save(Save.Kind kind, long tick) {
        return new Save(kind, tick, new byte[0]);
    }

    /** Returns the log of a node, which the judge reads. */
    private NodeLog node(int port) {
        return new NodeLog(new PrintStream(OutputStream.nullOutputStream()) {
            @Override
            public void println(Object line) {
                judge.read(port, line.toString());
            }
        });
    }
}
