package io.github.freestep.rooms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.rooms.RoomKeeper.End;
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
        judge.arrived(new Judge.Arrival(0, 1, 2, 7_000_000, 49, 53, 0));
        judge.watched(new Judge.Watched(0, 10, 0, 1, 20, 2, 21));
        assertEquals(List.of(), judge.judge());
        assertEquals(
                List.of(
                        "double owners: 0",
                        "planned moves: 1, without a picture: median 7 ms, most 7 ms, ticks that watchers have"
                                + " missed: median 3, most 3",
                        "woken rooms: 0",
                        "unplanned restarts: 0, without a picture: -, ticks lost: -",
                        "after a death: noticed -, decided -, removed -, rooms start: -",
                        "inputs that reached a tick: 21, on their way in a move: 2",
                        "states of old owners that watchers have refused: 1",
                        "nodes that lived, but were noticed as dead: 0, removed: 0",
                        "stand-stills of 0.5 s or more: 0, -"),
                judge.summary());
    }

    @Test
    void aKilledNodeMayLoseTicksButNotRunOn() {
        judge.starting(A, 0, 1, 100);
        judge.began(0, 1, Save.Kind.NEW, 0);
        judge.lost(A);
        judge.exited(A, 400);
        ran(B, 2, 500, Save.Kind.RUNNING, 30, End.LEFT, 90, 600);
        judge.arrived(new Judge.Arrival(0, 1, 2, 7_000_000, 49, 31, 19));
        judge.watched(new Judge.Watched(0, 10, 0, 0, 20, 0, 3));
        assertEquals(List.of(), judge.judge());
        assertTrue(judge.summary().get(3).endsWith("ticks lost: median 19, most 19"), judge.summary()::toString);
    }

    @Test
    void aWatcherThatLearnsTheWrongNumberOfLostTicksIsFound() {
        lostAtTick50();
        ran(B, 2, 500, Save.Kind.RUNNING, 50, End.LEFT, 90, 600);
        judge.arrived(new Judge.Arrival(0, 1, 2, 7_000_000, 70, 61, 9));
        found("room 0: the watcher must learn that 20 ticks are lost, but learnt 9");
    }

    @Test
    void aWatcherThatLosesTicksInAPlannedMoveIsFound() {
        ran(A, 1, 100, Save.Kind.NEW, 0, End.LEFT, 50, 200);
        ran(B, 2, 201, Save.Kind.MOVED, 50, End.LEFT, 90, 300);
        judge.arrived(new Judge.Arrival(0, 1, 2, 7_000_000, 50, 51, 1));
        found("room 0: a planned move loses no tick, but the watcher learnt 1");
    }

    @Test
    void theSummarySaysWhatTheTimeWasSpentOn() {
        judge.death(C, A, Report.Death.NOTICED, 3_000_400);
        judge.death(C, A, Report.Death.NOTICED, 9_000_400); // another node, later
        judge.death(C, A, Report.Death.REMOVED, 5_000_400);
        lostAtTick50();
        ran(B, 2, 8_000_400, Save.Kind.RUNNING, 50, End.LEFT, 90, 9_000_000);
        judge.leaves(B, 1_000);
        judge.death(C, B, Report.Death.REMOVED, 2_000);
        judge.death(B, C, Report.Death.REMOVED, 2_000);
        judge.death(A, C, Report.Death.REMOVED, 300); // it is lost
        assertEquals(List.of(), judge.judge());
        assertEquals(
                List.of(
                        "after a death: noticed median 3 ms, most 3 ms, decided -, removed median 5 ms, most 5 ms,"
                                + " rooms start: median 8 ms, most 8 ms",
                        "nodes that lived, but were noticed as dead: 0, removed: 0"),
                List.of(judge.summary().get(4), judge.summary().get(7)));
    }

    @Test
    void aNodeThatLivedAndWasTakenForDeadIsCounted() {
        judge.death(C, A, Report.Death.NOTICED, 500);
        judge.leaves(A, 1_000);
        judge.death(C, A, Report.Death.REMOVED, 2_000);
        assertEquals(
                "nodes that lived, but were noticed as dead: 1, removed: 0",
                judge.summary().get(7));
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
        judge.starting(B, 0, 2, 500); // killed before it began
        judge.lost(B);
        judge.exited(B, 600);
        ran(C, 3, 700, Save.Kind.NEW, 0, End.LEFT, 90, 800);
        found("room 0, owner 3: must not begin before tick 50, which was saved, was 0");
    }

    @Test
    void aNodeThatEndsByItselfLosesNoRoomUnlessAProcessStoodStill() {
        judge.starting(A, 0, 1, 100);
        judge.began(0, 1, Save.Kind.NEW, 0);
        judge.exited(A, 400);
        ran(B, 2, 500, Save.Kind.NEW, 0, End.LEFT, 90, 600);
        found("room 0, owner 1: must leave its node with a confirmed save, but did not end");
    }

    @Test
    void aRoomMayLoseItsNodeIfAProcessStoodStill() {
        ran(A, 1, 100, Save.Kind.NEW, 0, End.EXPIRED, 20, 200);
        ran(B, 2, 500, Save.Kind.RUNNING, 20, End.SUPERSEDED, 40, 600);
        judge.starting(C, 0, 3, 700);
        judge.began(0, 3, Save.Kind.RUNNING, 40);
        judge.exited(C, 800); // the engine has ended it
        ran(A, 4, 900, Save.Kind.RUNNING, 40, End.LEFT, 90, 1_000);
        judge.arrived(new Judge.Arrival(0, 1, 2, 7_000_000, 35, 21, 15));
        judge.watched(new Judge.Watched(0, 10, 0, 0, 20, 0, 3));
        judge.stoodStill(2_500_000_000L);
        assertEquals(List.of(), judge.judge());
        assertTrue(judge.summary().get(3).endsWith("ticks lost: median 15, most 15"), judge.summary()::toString);
        assertEquals(
                "stand-stills of 0.5 s or more: 1, median 2500 ms, most 2500 ms",
                judge.summary().get(8));
    }

    @Test
    void withoutAStandStillNoLeaseEnds() {
        ran(A, 1, 100, Save.Kind.NEW, 0, End.EXPIRED, 20, 200);
        found("room 0, owner 1: must leave its node with a confirmed save, but EXPIRED");
    }

    @Test
    void aStandStillExcusesNoDoubleOwner() {
        ran(A, 1, 100, Save.Kind.NEW, 0, End.EXPIRED, 20, 500);
        ran(B, 2, 500, Save.Kind.RUNNING, 20, End.LEFT, 90, 600);
        judge.stoodStill(2_500_000_000L);
        found("room 0, owner 2: started while an owner before still ran");
    }

    @Test
    void aStandStillExcusesNoRoomThatFails() {
        ran(A, 1, 100, Save.Kind.NEW, 0, End.FAILED, 20, 200);
        judge.stoodStill(2_500_000_000L);
        found("room 0, owner 1: must leave its node with a confirmed save, but FAILED");
    }

    @Test
    void aFailedRoomIsBlamedForItsFailureOnly() {
        ran(A, 1, 100, Save.Kind.NEW, 0, End.FAILED, 20, 200);
        ran(B, 2, 500, Save.Kind.RUNNING, 20, End.LEFT, 90, 600);
        judge.arrived(new Judge.Arrival(0, 1, 2, 7_000_000, 35, 21, 15));
        judge.watched(new Judge.Watched(0, 10, 0, 0, 20, 0, 3));
        found("room 0, owner 1: must leave its node with a confirmed save, but FAILED");
    }

    @Test
    void anOwnerThatHasNotBegunMayHaveStepped() {
        judge.starting(A, 0, 1, 100);
        judge.stopped(0, 1, 600);
        ran(B, 2, 500, Save.Kind.NEW, 0, End.LEFT, 90, 700);
        found("room 0, owner 2: started while an owner before still ran");
    }

    @Test
    void anOwnerLongAgoMayStillRun() {
        ran(A, 1, 100, Save.Kind.NEW, 0, End.EXPIRED, 20, 900);
        ran(B, 2, 500, Save.Kind.RUNNING, 20, End.LEFT, 30, 600);
        ran(C, 3, 800, Save.Kind.MOVED, 30, End.LEFT, 40, 1_000);
        judge.stoodStill(2_500_000_000L);
        assertEquals(
                List.of(
                        "room 0, owner 2: started while an owner before still ran",
                        "room 0, owner 3: started while an owner before still ran"),
                judge.judge());
    }

    @Test
    void lostTicksCountFromTheFirstStartAfterTheLoss() {
        lostAtTick50();
        ran(B, 2, 500, Save.Kind.RUNNING, 50, End.LEFT, 90, 600);
        ran(C, 3, 700, Save.Kind.MOVED, 90, End.LEFT, 99, 800);
        judge.arrived(new Judge.Arrival(0, 1, 3, 7_000_000, 70, 91, 0));
        assertEquals(List.of(), judge.judge());
        assertTrue(judge.summary().get(3).endsWith("ticks lost: median 20, most 20"), judge.summary()::toString);
    }

    @Test
    void aRoomThatHasLeftBeforeItsNodeDiesIsAPlannedMove() {
        ran(A, 1, 100, Save.Kind.NEW, 0, End.LEFT, 50, 200);
        ran(B, 2, 201, Save.Kind.MOVED, 50, End.LEFT, 90, 300);
        judge.lost(A);
        judge.exited(A, 250);
        judge.arrived(new Judge.Arrival(0, 1, 2, 7_000_000, 49, 51, 0));
        judge.watched(new Judge.Watched(0, 10, 0, 0, 20, 2, 19));
        found("room 0: must have from 20 to 22 inputs, had 19");
        assertTrue(judge.summary().get(1).startsWith("planned moves: 1, without a picture: median 7 ms"));
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
    void aPictureThatGoesBackIsFound() {
        ran(A, 1, 100, Save.Kind.NEW, 0, End.LEFT, 50, 200);
        ran(B, 2, 201, Save.Kind.MOVED, 50, End.LEFT, 90, 300);
        judge.arrived(new Judge.Arrival(0, 1, 2, 7_000_000, 50, 49, 0));
        found("room 0: went back from tick 50 to 49");
    }

    @Test
    void aRoomThatSleepsGoesOnWhereItStopped() {
        ran(A, 1, 100, Save.Kind.NEW, 0, End.LEFT, 50, 200);
        ran(B, 2, 201, Save.Kind.ASLEEP, 50, End.LEFT, 90, 300);
        assertEquals(List.of(), judge.judge());
        assertEquals("woken rooms: 1", judge.summary().get(2));
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

    @Test
    void lostInputsAndWrongStatesAreFound() {
        ran(A, 1, 100, Save.Kind.NEW, 0, End.LEFT, 50, 200);
        judge.watched(new Judge.Watched(0, 10, 1, 0, 20, 2, 19));
        assertEquals(
                List.of(
                        "room 0: 1 states have not as many steps as ticks",
                        "room 0: must have from 20 to 22 inputs, had 19"),
                judge.judge());
    }

    @Test
    void doubledInputsAndALostPictureAreFound() {
        ran(A, 1, 100, Save.Kind.NEW, 0, End.LEFT, 50, 200);
        judge.watched(new Judge.Watched(0, 0, 0, 0, 20, 2, 23));
        assertEquals(
                List.of("room 0: no picture at the end", "room 0: must have from 20 to 22 inputs, had 23"),
                judge.judge());
    }

    private void found(String breach) {
        assertEquals(List.of(breach), judge.judge());
    }

    /** Owner 1, on a killed node, after a confirmed save. */
    private void lostAtTick50() {
        judge.starting(A, 0, 1, 100);
        judge.began(0, 1, Save.Kind.NEW, 0);
        judge.saved(0, 1, 50);
        judge.lost(A);
        judge.exited(A, 400);
    }

    private void ran(int node, long owner, long start, Save.Kind kind, long tick, End end, long endTick, long stop) {
        judge.starting(node, 0, owner, start);
        judge.began(0, owner, kind, tick);
        judge.ended(0, owner, end, endTick);
        judge.stopped(0, owner, stop);
    }
}
