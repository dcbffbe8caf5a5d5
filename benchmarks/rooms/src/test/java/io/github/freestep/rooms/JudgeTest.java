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

    private final Judge judge = new Judge();

    @Test
    void aPlannedMoveKeepsAllPromises() {
        ran(A, 1, 100, Save.Kind.NEW, 0, End.LEFT, 50, 200);
        ran(B, 2, 201, Save.Kind.MOVED, 50, End.LEFT, 90, 300);
        judge.arrived(new Judge.Arrival(0, 1, 2, 7_000_000, 49, 51));
        judge.watched(new Judge.Watched(0, 10, 0, 1, 20, 2, 21));
        assertEquals(List.of(), judge.judge());
        assertEquals(
                List.of(
                        "double owners: 0",
                        "planned moves: 1, without a picture: median 7 ms, most 7 ms",
                        "woken rooms: 0",
                        "unplanned restarts: 0, without a picture: -, ticks lost: -",
                        "inputs that reached a tick: 21, on their way in a move: 2",
                        "states of old owners that watchers have refused: 1"),
                judge.summary());
    }

    @Test
    void aKilledNodeMayLoseTicksButNotRunOn() {
        judge.starting(A, 0, 1, 100);
        judge.began(0, 1, Save.Kind.NEW, 0);
        judge.killed(A, 400);
        ran(B, 2, 500, Save.Kind.RUNNING, 30, End.LEFT, 90, 600);
        judge.arrived(new Judge.Arrival(0, 1, 2, 7_000_000, 49, 31));
        judge.watched(new Judge.Watched(0, 10, 0, 0, 20, 0, 3));
        assertEquals(List.of(), judge.judge());
        assertTrue(judge.summary().get(3).endsWith("ticks lost: median 19, most 19"), judge.summary()::toString);
    }

    @Test
    void aRoomThatHasLeftBeforeItsNodeDiesIsAPlannedMove() {
        ran(A, 1, 100, Save.Kind.NEW, 0, End.LEFT, 50, 200);
        ran(B, 2, 201, Save.Kind.MOVED, 50, End.LEFT, 90, 300);
        judge.killed(A, 250);
        judge.arrived(new Judge.Arrival(0, 1, 2, 7_000_000, 49, 51));
        judge.watched(new Judge.Watched(0, 10, 0, 0, 20, 2, 19));
        found("room 0: must have from 20 to 22 inputs, had 19");
        assertTrue(judge.summary().get(1).startsWith("planned moves: 1, without a picture: median 7 ms"));
    }

    @Test
    void twoOwnersAreFound() {
        ran(A, 1, 100, Save.Kind.NEW, 0, End.LEFT, 50, 200);
        ran(B, 2, 200, Save.Kind.MOVED, 50, End.LEFT, 90, 300);
        found("room 0, owner 2: started while the owner before still ran");
    }

    @Test
    void aNodeThatStoodStillMustNotStepLater() {
        judge.frozen(A);
        ran(A, 1, 100, Save.Kind.NEW, 0, End.SUPERSEDED, -1, 600);
        ran(B, 2, 500, Save.Kind.RUNNING, 30, End.LEFT, 90, 700);
        found("room 0, owner 2: started while the owner before still ran");
    }

    @Test
    void aPictureThatGoesBackIsFound() {
        ran(A, 1, 100, Save.Kind.NEW, 0, End.LEFT, 50, 200);
        ran(B, 2, 201, Save.Kind.MOVED, 50, End.LEFT, 90, 300);
        judge.arrived(new Judge.Arrival(0, 1, 2, 7_000_000, 50, 49));
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

    private void ran(int node, long owner, long start, Save.Kind kind, long tick, End end, long endTick, long stop) {
        judge.starting(node, 0, owner, start);
        judge.began(0, owner, kind, tick);
        judge.ended(0, owner, end, endTick);
        judge.stopped(0, owner, stop);
    }
}
